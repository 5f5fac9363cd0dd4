import type { Diagnostic, Source } from "../diagnostics/diagnostic.ts";
import type { PlateKey } from "../values/plate.ts";
import type { Scope } from "../values/scope.ts";
import { quoted, truncate } from "../values/text.ts";

/** How many cars a list file may lose from one applied run to the next. */
export type ShrinkLimit = { readonly percent: number } | { readonly rows: number };

/** A `carsFrom` item of one scope whose list is compared with what it held in earlier runs. */
export interface WatchedList {
  /** As the fleet file names it: the same wherever a run is started. */
  readonly name: string;
  /** Where the item is written. */
  readonly source: Source;
  /** Paths of its files, as the sources of its cars have them. */
  readonly files: readonly string[];
  /** Its cars in this scope, each counted once; those that the fleet file names itself are not counted. */
  readonly cars: number;
  /** Where `maxShrink` is given, how many rows `skip`, `where` and `whereNot` leave out, those of all scopes together. */
  readonly skipped?: number;
  readonly maxShrink?: ShrinkLimit;
  /** Days. */
  readonly maxAge?: number;
  /** Where `maxAge` is given, when the oldest of its files was last changed. */
  readonly changed?: ListChange;
  /** Days for which a car stays that vanishes from it. */
  readonly grace?: number;
}

/** Rows of a list file that are not read as cars, and why. */
export interface SkippedRows {
  readonly file: string;
  /**
   * A text of `skip` in the column of plates; `where` or `whereNot`; totals that are those of the rows above; the names of the
   * columns again; numbered pages; or another row of the same car (`duplicates: latest`).
   */
  readonly why: "skip" | "where" | "totals" | "names" | "pages" | "repeated";
  /** The text of `skip`, as the fleet file has it; an empty one for empty cells. */
  readonly found?: string;
  readonly rows: number;
}

/** When a list file was last changed, and how that is known. */
export interface ListChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The same as a day of the file's time zone, YYYY-MM-DD. */
  readonly on: string;
  readonly by: "commit" | "time stamp";
}

/** When the content of a file was committed, in milliseconds since the epoch; `not-committed` where it is in no commit as it is. */
export type CommitTime =
  | { readonly kind: "committed"; readonly at: number }
  | { readonly kind: "not-committed" }
  | { readonly kind: "unknown"; readonly why: string };

/** What is known of a list file from earlier runs. */
export interface ListMemory {
  /** Its cars when a run last ended with every outcome known, and the rows that `skip` left out. */
  readonly cars?: number;
  readonly skipped?: number;
  /** Where it has `grace`: its cars in the last run that applied it. */
  readonly rows: ReadonlyMap<PlateKey, ListRow>;
  /** Cars that it has lost, with the day (YYYY-MM-DD) of the first run that applied it without them. */
  readonly gone: ReadonlyMap<PlateKey, string>;
}

/** What is remembered of a row of a list file. */
export interface ListRow {
  /** The last day of the car, YYYY-MM-DD. */
  readonly validUntil?: string;
}

/** The cars whose place is in one of the files. */
export function carsIn<Entry extends { readonly plateKey: PlateKey; readonly source: Source }>(
  files: readonly string[],
  entries: ReadonlyMap<PlateKey, Entry>,
): ReadonlyMap<PlateKey, Entry> {
  const own = new Set(files);
  const cars = new Map<PlateKey, Entry>();
  for (const entry of entries.values()) if (own.has(entry.source.file)) cars.set(entry.plateKey, entry);
  return cars;
}

/** What the state remembers of unclear rows with one text. */
export interface RememberedUnclear {
  readonly list: string;
  /** Folded by `foldedText`. */
  readonly text: string;
  readonly count: number;
  /** The first day on which an apply met it, YYYY-MM-DD. */
  readonly since: string;
  /** Plates of the cars whose delete it holds. */
  readonly held: readonly string[];
}

/** Characters of a text that the state keeps. */
const LONGEST_KEPT = 60;

/** The text of an unclear row by which a later run knows it again: a number in it may go on counting. */
export function foldedText(text: string): string {
  return truncate(text.normalize("NFC").trim(), LONGEST_KEPT).toUpperCase().replace(/\d+/g, "0");
}

/** A row of a list of which nothing says that it is a car. It is not sent. */
export interface UnclearRow {
  readonly source: Source;
  /** The file of the item of `carsFrom`, as the fleet file has it. */
  readonly list: string;
  /** The cell of the plate as it is written; empty for an empty one. */
  readonly text: string;
  readonly reason: string;
  /** What to do, with the line to paste. */
  readonly remedy: string;
  /** Absent where its account cannot be read: it may be of any account. */
  readonly scope?: Scope;
  /** Cars of the list that no row wants, and of which the text may be what is left. */
  readonly mayBe?: readonly PlateKey[];
}

/** A row of a list that is not a car by itself, whatever is known. */
export interface OddRow extends Pick<UnclearRow, "source" | "text" | "scope"> {
  readonly words: Pick<UnclearRow, "reason" | "remedy">;
  /** Its plate can be read, and another cell cannot. */
  readonly hasPlate?: true;
}

/** A list of which too many rows are no cars, beside what is known of it: the wrong column, or the wrong file. */
export class WrongListError extends Error {}

/** An unclear row as a problem of the files, where they are looked at alone. */
export function unclearWarning({ source, text, reason, remedy }: UnclearRow): Diagnostic {
  const what = text === "" ? "A row without a plate" : quoted(text);
  return { severity: "warning", code: "unclear-row", message: `${what} is unclear: ${reason}.`, source, fix: remedy };
}
