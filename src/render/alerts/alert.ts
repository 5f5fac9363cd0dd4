import { createHash } from "node:crypto";
import { ERROR_CODES, RUN_WARNING_CODES, WARNING_CODES } from "../../allowlist/index.ts";
import { AUDIT_RULE_TABLE } from "../../schema/audit-rules/index.ts";
import { terminalText } from "../escape/terminal.ts";

/** How much an alert matters. */
export type AlertLevel = "error" | "warning" | "note";

/** A problem as tools for code review take it: a rule that a line of a file breaks. Texts may be foreign. */
export interface Alert {
  /** The code of a diagnostic or a warning, or the rule of a finding. */
  readonly rule: string;
  readonly level: AlertLevel;
  readonly message: string;
  /** What to do about this one. */
  readonly fix?: string;
  /** The line that it is about, where a file has it. */
  readonly source?: AlertSource;
  /** What it is about, in words that stay the same when lines move: by this a later run knows it again. */
  readonly identity: string;
}

/** A line of a file as the document names it; line and column count from 1. */
interface AlertSource {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** The alerts of one document. */
export interface AlertList {
  /** What made them: it keeps alerts of one kind of run apart from those of another. */
  readonly about: "validate" | "audit";
  readonly alerts: readonly Alert[];
  /** Rules that have more to say than their name. */
  readonly rules: ReadonlyMap<string, { readonly explanation: string; readonly help: string }>;
}

/** How the paths of alerts lie in the repository. */
export interface AlertPaths {
  /** The place of alerts that are about no line of a file, because every tool wants one. */
  readonly fleetFile?: string;
  /** The working folder below the root of the repository, with forward slashes; empty for the root itself. */
  readonly folder?: string;
}

/** An alert with its place in the repository and a fingerprint that no other one of the list has. */
export interface PlacedAlert extends Alert {
  /** From the root of the repository, with forward slashes; safe to show. */
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  /** 32 hexadecimal digits that stay the same when lines move. */
  readonly fingerprint: string;
}

const USUAL_FILE = "fleet.yaml";
const LEVELS: readonly AlertLevel[] = ["error", "warning", "note"];
const FINGERPRINT_LENGTH = 32;

/** Puts alerts into the repository: errors first, otherwise in their order. */
export function placeAlerts({ alerts }: AlertList, paths: AlertPaths): readonly PlacedAlert[] {
  const { fleetFile = USUAL_FILE, folder = "" } = paths;
  const counts = new Map<string, number>();
  const sorted = LEVELS.flatMap((level) => alerts.filter((one) => one.level === level));
  return sorted.map((alert) => {
    const { file, line, column } = alert.source ?? { file: fleetFile, line: 1, column: undefined };
    const path = terminalText(pathInRepository(file, folder));
    const name = JSON.stringify([alert.rule, path, alert.identity]);
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const fingerprint = createHash("sha256").update(`${name} ${number}`).digest("hex").slice(0, FINGERPRINT_LENGTH);
    return { ...alert, path, line, ...(column !== undefined && { column }), fingerprint };
  });
}

/**
 * A path from the root of the repository. One that leads out of it, or is absolute, would only say something about the
 * machine: its last name is left.
 */
function pathInRepository(file: string, folder: string): string {
  const names = file.replaceAll("\\", "/").split("/");
  const last = names.at(-1) || USUAL_FILE;
  if (names[0] === "" || /^[A-Za-z]:$/.test(names[0] ?? "")) return last;
  const path: string[] = [];
  for (const name of [...folder.split("/"), ...names]) {
    if (name === "..") {
      if (path.pop() === undefined) return last;
    } else if (name !== "" && name !== ".") path.push(name);
  }
  return path.join("/") || USUAL_FILE;
}

const PLACES = /:\d+:\d+|![A-Z]+\d+|(?<=\b(?:lines?|rows?) )\d+/g;

/** What a problem is about: its car and list where they are known, else its words without the places in them. */
export function identityOf(message: string, ...names: readonly (string | undefined)[]): string {
  const known = names.filter((one) => one !== undefined);
  return known.length > 0 ? known.join(" ") : message.replace(PLACES, "");
}

/** The line that `fleet.yaml:12:5` or `leasing.xlsx:Cars!B17` names. */
export function readSource(text: string): AlertSource {
  const [, file, line, column] = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(text) ?? [];
  if (file !== undefined) return { file, line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) };
  const [, book, row] = /^(.+):[^:]*![A-Z]{1,3}(\d{1,7})$/s.exec(text) ?? [];
  return book === undefined ? { file: text, line: 1 } : { file: book, line: Math.max(1, Number(row)) };
}

const PAGES = "https://github.com/your-org/platectl/blob/main/docs";
const CODES: ReadonlySet<string> = new Set([...ERROR_CODES, ...WARNING_CODES, ...RUN_WARNING_CODES]);

/** The address of the documentation's section on a rule of `audit` or a code; undefined for the words of another program. */
export function sectionOf(rule: string): string | undefined {
  if (Object.hasOwn(AUDIT_RULE_TABLE, rule)) return `${PAGES}/audit.md#${rule}`;
  if (rule === "not-read" || rule === "set-aside") return `${PAGES}/audit.md#what-it-reads`;
  return CODES.has(rule) ? `${PAGES}/errors.md#${rule}` : undefined;
}
