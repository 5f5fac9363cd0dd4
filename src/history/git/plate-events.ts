import type { PlateKey, PlateRules } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { platesInLine } from "./plates-in-line.ts";
import { commitOf, type FleetLog, type LogCommit } from "./read-log.ts";

const NUL = "\u0000";
const FLEET_FILE = /\.ya?ml$/i;

/** What a commit did to the lines of one car in one file. */
export interface PlateEvent extends Omit<LogCommit, "isRoot"> {
  /** From the top of the repository, as the commit had it. */
  readonly file: string;
  /** What that file is called in the newest commit. */
  readonly fileNow: string;
  /** `moved`: to another part of the fleet file, as it was. */
  readonly change: "gained" | "lost" | "changed" | "moved";
  /** Where the line was that it took away or changed, from 1; undefined when there was none. */
  readonly removedLine: number | undefined;
  /** The commit is the oldest one of a shallow clone, which seems to have written every line. */
  readonly isEdge: boolean;
}

/** The events of these cars, newest first; of one commit, what came before what went. */
export function eventsOf(
  { text: log, isShallow }: FleetLog,
  plates: ReadonlySet<PlateKey>,
  rules: PlateRules,
): ReadonlyMap<PlateKey, readonly PlateEvent[]> {
  const events = new Map<PlateKey, Touched[]>();
  for (const { text, isGone, line, hunk, ...place } of changedLines(log)) {
    for (const { plateKey, item } of platesInLine(withoutComment(text, place.file), plates, rules)) {
      const own = valueAt(events, plateKey, () => []);
      const known = own.at(-1);
      const isKnown = known?.commit === place.commit && known.file === place.file;
      const touched = isKnown ? known : { ...place, gone: [], come: [] };
      if (!isKnown) own.push(touched);
      (isGone ? touched.gone : touched.come).push({ item, line, hunk });
    }
  }
  return new Map(
    [...events].map(([plateKey, own]) => [plateKey, inOrder(own.flatMap((one) => eventOf(one, isShallow)))]),
  );
}

function inOrder(events: readonly PlateEvent[]): readonly PlateEvent[] {
  const places = new Map<string, number>();
  for (const { commit } of events) if (!places.has(commit)) places.set(commit, places.size);
  const placeOf = ({ commit, change }: PlateEvent) => 2 * (places.get(commit) ?? 0) + Number(change === "lost");
  return events.toSorted((left, right) => placeOf(left) - placeOf(right));
}

// A car that is commented out has left.
function withoutComment(line: string, file: string): string {
  return FLEET_FILE.test(file) ? line.replace(/(?:^|\s)#.*$/, "") : line;
}

/** The items of a car that a commit took away and wrote in a file. */
interface Touched extends Pick<ChangedLine, "commit" | "file" | "fileNow"> {
  readonly gone: TouchedItem[];
  readonly come: TouchedItem[];
}

type TouchedItem = Pick<ChangedLine, "line" | "hunk"> & { readonly item: string };

function eventOf(
  { commit: { isRoot, ...commit }, file, fileNow, gone, come }: Touched,
  isShallow: boolean,
): PlateEvent[] {
  const change = changeOf(gone, come, FLEET_FILE.test(file));
  if (!change) return [];
  return [{ ...commit, file, fileNow, change, removedLine: gone[0]?.line, isEdge: isRoot && isShallow }];
}

// Where only other cars of the line changed, or the rows of a list their order, nothing was done to this one.
function changeOf(
  gone: readonly TouchedItem[],
  come: readonly TouchedItem[],
  isFleetFile: boolean,
): PlateEvent["change"] | undefined {
  if (gone.length === 0) return "gained";
  if (come.length === 0) return "lost";
  const isSame = gone.length === come.length && gone.every(({ item }, at) => item === come[at]?.item);
  if (!isSame) return "changed";
  return isFleetFile && gone.some(({ hunk }, at) => hunk !== come[at]?.hunk) ? "moved" : undefined;
}

/** A line that a commit took away or wrote. */
interface ChangedLine {
  readonly commit: LogCommit;
  readonly file: string;
  readonly fileNow: string;
  readonly isGone: boolean;
  /** Without the sign. */
  readonly text: string;
  /** Where it was, or is, from 1. */
  readonly line: number;
  /** Lines of one place in the file have the same number. */
  readonly hunk: number;
}

/** Parses a log with patches. */
function* changedLines(log: string): Generator<ChangedLine, void, undefined> {
  let commit: LogCommit | undefined;
  let file = "";
  let fileNow = "";
  let former = "";
  // By the names that files had before they were renamed.
  const names = new Map<string, string>();
  // Lines of a hunk are counted: a line of a file may look like a header.
  let hunk = { gone: 0, come: 0, from: 0, to: 0 };
  let hunks = 0;
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf("\n", at);
    const line = log.slice(at, end < 0 ? log.length : end);
    at += line.length + 1;
    const isGone = hunk.gone > 0 && line.startsWith("-");
    if (isGone || (hunk.come > 0 && line.startsWith("+"))) {
      const place = { file, fileNow, line: isGone ? hunk.from : hunk.to, hunk: hunks };
      if (commit) yield { commit, isGone, text: line.slice(1), ...place };
      if (isGone) hunk = { ...hunk, gone: hunk.gone - 1, from: hunk.from + 1 };
      else hunk = { ...hunk, come: hunk.come - 1, to: hunk.to + 1 };
    } else if (line.startsWith(NUL)) commit = commitOf(line.slice(1));
    else {
      const next = hunkOf(line);
      if (next) hunks += 1;
      hunk = next ?? hunk;
      const renamed = /^rename (?:from|to) "?(.*?)"?$/.exec(line)?.[1];
      if (renamed !== undefined && line.startsWith("rename from")) former = renamed;
      else if (renamed !== undefined) names.set(former, names.get(renamed) ?? renamed);
      file = fileOf(line) ?? file;
      fileNow = names.get(file) ?? file;
    }
  }
}

function hunkOf(line: string) {
  const [, from, gone = "1", to, come = "1"] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
  return from === undefined
    ? undefined
    : { gone: Number(gone), come: Number(come), from: Number(from), to: Number(to) };
}

// The new name stands below the old one, and is /dev/null for a file that is gone.
function fileOf(line: string): string | undefined {
  return /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1];
}
