import type { Source } from "./diagnostic.ts";
import type { PlateKey } from "./plate.ts";

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
  readonly maxShrink?: ShrinkLimit;
}

/** What is known of a list file from earlier runs. */
export interface ListMemory {
  /** Its cars when a run last ended with every outcome known. */
  readonly cars?: number;
}

/** Calls `visit` for the cars whose place is in one of the files. */
export function carsIn<Entry extends { readonly plateKey: PlateKey; readonly source: Source }>(
  files: readonly string[],
  entries: ReadonlyMap<PlateKey, Entry>,
): ReadonlyMap<PlateKey, Entry> {
  const own = new Set(files);
  const cars = new Map<PlateKey, Entry>();
  for (const entry of entries.values()) if (own.has(entry.source.file)) cars.set(entry.plateKey, entry);
  return cars;
}
