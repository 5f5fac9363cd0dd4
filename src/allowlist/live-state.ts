import type { PlateKey } from "./plate.ts";
import type { RepeatedChange } from "./repeated-change.ts";
import type { Scope } from "./scope.ts";

/** Where a scope's live cars come from: the server's list, our journal, the fleet's cars, or nowhere. */
export type LiveSource = "list" | "state" | "fleet" | "none";

/** One car on a live list. */
export interface LiveEntry {
  /** The server's spelling: deletes and feature updates must use it. */
  readonly licenseNumber: string;
  readonly plateKey: PlateKey;
  /** Sorted, without duplicates. */
  readonly features: readonly string[];
  readonly addedByCustomerCare: boolean;
  /** A write of this car was sent and its outcome is not known: it may or may not be there. */
  readonly uncertain?: true;
  /** Further rows of the same car under other spellings, in the order of their code units. */
  readonly otherSpellings?: readonly string[];
}

/** The live cars of one scope. */
export interface LiveScope {
  readonly scope: Scope;
  readonly source: LiveSource;
  readonly entries: ReadonlyMap<PlateKey, LiveEntry>;
  /** Rows whose licenseNumber is no plate: shown, never touched. */
  readonly unreadable: readonly string[];
  /** What stands on the list in several equal rows, sorted; absent when nothing does. */
  readonly repeated?: readonly string[];
}

/** What became of a list on one day, as far as the journal tells. */
export interface ListDay {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** Deletes that were sent, those aside that are known not to have been done. */
  readonly deletes: number;
  /** Deletes of that day's runs that a human had allowed by their number. */
  readonly allowed: number;
  /** The most cars that the list was known to hold. */
  readonly most: number;
}

/** What is known of a scope from earlier runs. */
export interface ScopeMemory {
  /** Cars that we put there and have not taken away, or whose last write is uncertain. */
  readonly entries: ReadonlyMap<PlateKey, LiveEntry>;
  /** How many cars the scope held at the end of the last run that knew them all; undefined when none did. */
  readonly lastCount: number | undefined;
  /** The last days on which something was deleted or the list was counted, oldest first; absent when there are none. */
  readonly recent?: readonly ListDay[];
  /** Cars that the last runs kept changing; absent when there are none. */
  readonly repeated?: ReadonlyMap<PlateKey, RepeatedChange>;
}

/** All that is live, by scope, with what the state remembers. */
export interface LiveState {
  readonly scopes: ReadonlyMap<Scope, LiveScope>;
  /** Cars that use the fleet right now; undefined when they could not be read. */
  readonly fleet: ReadonlySet<PlateKey> | undefined;
  /** Absent for a scope that no run has touched. */
  readonly memory: ReadonlyMap<Scope, ScopeMemory>;
}

/** Whether one of the rows of a car has this very spelling; a list may hold a car under thousands. */
export function isSpelledAs({ licenseNumber, otherSpellings = [] }: LiveEntry, spelling: string): boolean {
  if (licenseNumber === spelling) return true;
  let [from, to] = [0, otherSpellings.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const other = otherSpellings[middle] ?? "";
    if (other === spelling) return true;
    if (other < spelling) from = middle + 1;
    else to = middle;
  }
  return false;
}
