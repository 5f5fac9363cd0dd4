import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type {
  DesiredEntry,
  DesiredScope,
  DesiredState,
  Diagnostic,
  PlateKey,
  Scope,
  Source,
} from "../../allowlist/index.ts";
import type { ListFile, Lists } from "../../tables/index.ts";
import { DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import type { LoadOptions } from "../files/index.ts";
import { Lines, MAX_FILE_BYTES, readRegularFile } from "../files/index.ts";
import { assemble } from "../fleet/assemble.ts";
import { allReferences, type FleetPart, readPart } from "../fleet/fleet-part.ts";
import { readParts } from "../fleet/load-fleet.ts";
import { parse } from "../yaml/parse-whole.ts";
import type { NewCar } from "./write-car.ts";
import { type Splice, spliced } from "./written-list.ts";

/** What fleet files say, places of files aside. */
export type State = Omit<DesiredState, "files">;

/** Fleet files as they are. */
export interface OpenFleet {
  readonly parts: readonly FleetPart[];
  readonly lists: Lists;
  readonly state: State;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  readonly warnings: readonly Diagnostic[];
}

/** A file and what it is to hold. */
export interface EditedFile {
  /** As the user named it. */
  readonly path: string;
  /** Without links. */
  readonly real: string;
  readonly text: string;
}

/** An edit that is not made, and why. */
export interface Refused {
  readonly kind: "refused";
  readonly message: string;
}

/** The files have errors: as they are, or after the edit. */
export interface Invalid {
  readonly kind: "invalid";
  readonly when: "before" | "after";
  readonly diagnostics: readonly Diagnostic[];
}

/** An edit that is not made, and why. */
export function refused(message: string): Refused {
  return { kind: "refused", message };
}

/** Reads fleet files and their lists. */
export async function openFleet(paths: readonly string[], options: LoadOptions): Promise<OpenFleet | Invalid> {
  const diagnostics = new DiagnosticCollector();
  const { parts, lists, isComplete } = await readParts(paths, options, diagnostics, () => parse);
  const state = isComplete && parts.length > 0 ? assemble(parts, lists, diagnostics) : undefined;
  const found = diagnostics.sorted();
  if (!state || diagnostics.hasErrors) return { kind: "invalid", when: "before", diagnostics: found };
  return { parts, lists, state, cwd: options.cwd, warnings: found };
}

/** A file and what is to be replaced in its text. */
interface Rewriting {
  readonly path: string;
  readonly text: string;
  readonly splices: readonly Splice[];
  /** The files of lists that the text names then and does not name now. */
  readonly added?: readonly ListFile[];
}

/**
 * The text of a file, a fleet file or a list, with parts replaced. All files are read with it once more: what would be invalid is
 * refused, and so is what `reasonAgainst` says something about. Nothing is written.
 */
export async function rewrite(
  fleet: OpenFleet,
  { path, text, splices, added = [] }: Rewriting,
  reasonAgainst: (after: State) => string | undefined,
): Promise<Invalid | Refused | { kind: "edited"; file: EditedFile; after: State; warnings: readonly Diagnostic[] }> {
  const edited = spliced(text, splices);
  const diagnostics = new DiagnosticCollector();
  const after = reread(path, edited, added, fleet, diagnostics);
  if (!after || diagnostics.hasErrors) return { kind: "invalid", when: "after", diagnostics: diagnostics.sorted() };
  const reason = reasonAgainst(after);
  if (reason !== undefined) return refused(reason);
  const real = await realpath(resolve(fleet.cwd, path));
  const mark = await byteOrderMark(real, text);
  if (mark === undefined) {
    return refused(`${showPath(path)} is not UTF-8 text, or was changed meanwhile. Edit it by hand.`);
  }
  const file = { path, real, text: `${mark}${edited}` };
  return { kind: "edited", file, after, warnings: diagnostics.sorted() };
}

function reread(
  path: string,
  text: string,
  added: readonly ListFile[],
  { parts, lists }: OpenFleet,
  found: DiagnosticCollector,
): State | undefined {
  const old = parts.find(({ lines }) => lines.file === path);
  if (!old) return assemble(parts, withList(lists, path, text), found);
  const part = readPart(text, path, found, parse);
  if (!part) return undefined;
  const known = new Map(allReferences(old).map(({ reference: one }) => [JSON.stringify(one), lists.get(one) ?? []]));
  const own = allReferences(part).map(({ reference: one }) => [one, known.get(JSON.stringify(one)) ?? added] as const);
  const all = parts.map((one) => (one === old ? part : one));
  return assemble(all, new Map([...lists, ...own]), found);
}

function withList(lists: Lists, path: string, text: string): Lists {
  return new Map(
    [...lists].map(([reference, files]) => [
      reference,
      files.map((file) => (file.path === path ? { ...file, lines: new Lines(path, text) } : file)),
    ]),
  );
}

/** The mark that the file begins with, or an empty text; undefined when the file does not hold this text. */
async function byteOrderMark(real: string, text: string): Promise<string | undefined> {
  const reading = await readRegularFile(real, MAX_FILE_BYTES);
  if (reading.kind !== "bytes") return undefined;
  return ["", "\ufeff"].find((mark) => Buffer.from(`${mark}${text}`).equals(reading.bytes));
}

/** Whether two states differ in nothing but one car of one list, if one is named. Places move when a line is added, and do not count. */
export function isSameBut(left: State, right: State, plateKey?: PlateKey, scope?: Scope): boolean {
  const isOther = (one: DesiredScope, car: DesiredEntry) => one.scope !== scope || car.plateKey !== plateKey;
  const contentOf = ({ scopes, ...settings }: State) => [
    textOf(settings),
    ...scopes.flatMap((one) => [
      textOf([one.scope, one.name, ...(one.absent ?? [])]),
      ...[...one.entries.values()].filter((car) => isOther(one, car)).map(textOf),
    ]),
  ];
  return isDeepStrictEqual(contentOf(left), contentOf(right));
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === "source" ? undefined : inner)) ?? "";
}

/** What to do with one car. `account` names its list in billing-account mode, `into` the file that gets a new car. */
export type CarEdit =
  | { readonly kind: "add"; readonly car: NewCar; readonly account?: string; readonly into?: string }
  | { readonly kind: "end"; readonly licenseNumber: string; readonly on: string; readonly account?: string }
  | { readonly kind: "remove"; readonly licenseNumber: string; readonly account?: string };

/** What became of an edit. Only `edited` is to be written. */
export type EditResult =
  | {
      readonly kind: "edited";
      readonly change: "added" | "changed" | "removed";
      readonly place: CarPlace;
      readonly file: EditedFile;
      /** What the files are warned of that they were not before. */
      readonly warnings: readonly Diagnostic[];
    }
  /** The files already say so. */
  | { readonly kind: "unchanged"; readonly place: CarPlace; readonly reason: string }
  | Refused
  /** No file has the car; those that are one typing error away. */
  | { readonly kind: "not-found"; readonly near: readonly CarPlace[] }
  | Invalid;

/** Where a car is written, and for which list. */
export interface CarPlace {
  readonly scope: Scope;
  /** The plate as written. */
  readonly licenseNumber: string;
  readonly source: Source;
}

/** The changes of one file's text. */
export interface PlannedEdit {
  readonly kind: "splices";
  readonly path: string;
  readonly text: string;
  readonly splices: readonly Splice[];
  readonly change: "added" | "changed" | "removed";
  readonly scope: Scope;
  readonly plateKey: PlateKey;
  /** Where the car is written now. */
  readonly source?: Source;
}

/** The changes, or the result where there are none. */
export type Decision = PlannedEdit | Exclude<EditResult, { kind: "edited" | "invalid" }>;

/** The text of a list with one plate a line; undefined for every other file. */
export function plateListText({ lists }: OpenFleet, path: string): string | undefined {
  if (!/\.txt$/i.test(path)) return undefined;
  return [...lists.values()].flat().find((file) => file.path === path)?.lines.text;
}
