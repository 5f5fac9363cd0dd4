import type { PlateKey } from "../values/plate.ts";
import { accountIdOf, type Scope } from "../values/scope.ts";
import type { ListMemory, RememberedUnclear } from "./list-file.ts";

/** Where a scope's live cars come from: the server's list, our journal, or nowhere. */
export type LiveSource = "list" | "state" | "none";

/** Whether a user has declared what a list that cannot be read holds; if not, it may hold unknown cars. */
export type Baseline = "known" | "unknown";

/** One car on a live list. */
export interface LiveEntry {
  /** The server's spelling: deletes and feature updates must use it. */
  readonly licenseNumber: string;
  readonly plateKey: PlateKey;
  /** Sorted, without duplicates. */
  readonly features: readonly string[];
  readonly addedByCustomerCare: boolean;
  /** Since when the server lists it, where it says so: YYYY-MM-DD. */
  readonly addedOn?: string;
  /** In doubt: a write of this car was sent, and no answer says whether it is listed. */
  readonly uncertain?: true;
  /** Further rows of the same car under other spellings, in the order of their code units. */
  readonly otherSpellings?: readonly string[];
}

/** The live cars of one scope. */
export interface LiveScope {
  readonly scope: Scope;
  readonly source: LiveSource;
  readonly entries: ReadonlyMap<PlateKey, LiveEntry>;
  /** Rows whose licenseNumber is not a plate: shown, never touched. */
  readonly unreadable: readonly string[];
  /** What is on the list in several equal rows, sorted; absent when nothing does. */
  readonly repeated?: readonly string[];
  /** Only where the list cannot be read. */
  readonly baseline?: Baseline;
  /** Only with an unknown baseline, where git has one. */
  readonly older?: OlderFleet;
}

/** What became of a list on one day, as far as the journal knows. */
export interface ListDay {
  /** YYYY-MM-DD, in the time zone in which the journal was read: that of the fleet file. */
  readonly day: string;
  /** Deletes that were sent, without those known not to have been done, and those that a human had allowed by their number. */
  readonly deletes: number;
  /** The most cars that the list was known to hold. */
  readonly most: number;
}

/** The last answer to a write of one car, as far as the journal still has it. */
export interface LastWrite {
  readonly action: "add" | "delete";
  /** When the answer was recorded, UTC. */
  readonly at: string;
  /** Confirmed or acknowledged; else it was refused, or its outcome is not known. */
  readonly isDone: boolean;
  /** What an add asked for; absent when that was none. */
  readonly features?: readonly string[];
}

/** A list as a run saw it last. */
export interface SeenList {
  /** When, UTC. */
  readonly at: string;
  /** Of what was desired then, in all lists. */
  readonly digest: string;
  /** The newest commit that had changed the fleet files then. */
  readonly commit?: string;
}

/** A change that a run saw the server confirm, and not do. None has seen it done since. */
export interface ChangeWithoutEffect {
  readonly licenseNumber: string;
  readonly action: "add" | "delete";
  /** When that run saw it, milliseconds since the epoch. */
  readonly tried?: number;
  /** Adds: the spelling of a row that came when the add was sent, and that may be the server's name for the car. */
  readonly twin?: string;
}

/** A change that this many runs in a row made, and that is to be made again, gets a warning. */
export const RUNS_IN_A_ROW = 3;

/** What is known of a scope from earlier runs. */
export interface ScopeMemory {
  /** Cars that are listed as far as the answers say, and those in doubt. */
  readonly entries: ReadonlyMap<PlateKey, LiveEntry>;
  /** Cars that are not listed, by an answer or by a user. Kept for lists that cannot be read. */
  readonly notListed?: ReadonlySet<PlateKey>;
  /** A user has declared what the list held: a car that is not named here is not listed. */
  readonly baseline?: true;
  /** How many cars the scope held at the end of the last run that knew them all; undefined when none did. */
  readonly lastCount: number | undefined;
  /** The last days on which something was deleted or the list was counted, oldest first; absent when there are none. */
  readonly recent?: readonly ListDay[];
  /** Deletes that are counted in `recent` and whose outcome is not known yet, with the day on which they are counted. */
  readonly openDeletes?: ReadonlyMap<PlateKey, string>;
  /** Changes that the server last confirmed without effect; absent when there are none. */
  readonly withoutEffect?: ReadonlyMap<PlateKey, ChangeWithoutEffect>;
  /** Cars to which each of the last runs that changed the list, `RUNS_IN_A_ROW` of them, made one and the same change. */
  readonly changedAgain?: ReadonlySet<PlateKey>;
  /** Cars that the last run which changed the list tried to add, and that were not added. */
  readonly notAdded?: ReadonlySet<PlateKey>;
  /** What its list files held, by their names. */
  readonly lists?: ReadonlyMap<string, ListMemory>;
  /** The unclear rows of its list files when a run last applied all of them. */
  readonly unclear?: readonly RememberedUnclear[];
  /** When a run last counted the list, and every change was answered. */
  readonly seen?: SeenList;
  /** Digest of what was desired in the last run that ended well. */
  readonly desiredDigest?: string;
  /** By car, the last answer; cars of whom the journal has none since it was last compacted are missing. */
  readonly lastWrites?: ReadonlyMap<PlateKey, LastWrite>;
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

const FIRST_SEED = 0x811c9dc5 | 0;
const FIRST_FACTOR = 0x01000193;
const SECOND_SEED = 0x9747b28c | 0;
const SECOND_FACTOR = 0x5bd1e995;

/**
 * A fingerprint of a set of rows that does not depend on their order: equal sets give equal digests. It tells two
 * readings apart and proves nothing against forgery. 32 hex digits.
 */
export function listDigest(entries: Iterable<LiveEntry>): string {
  const sums = new Uint32Array(4);
  for (const entry of entries) {
    const rest = restOf(entry);
    addRow(sums, entry.licenseNumber + rest);
    for (const spelling of entry.otherSpellings ?? []) addRow(sums, spelling + rest);
  }
  return [...sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
}

/** What a row says apart from its licenseNumber: its features and flags, with a zero before each. */
function restOf({ features, addedByCustomerCare, uncertain }: LiveEntry): string {
  const flags = (addedByCustomerCare ? "1" : "0") + (uncertain ? "1" : "0");
  return `\0${features.join("\0")}\0${flags}`;
}

// Two independent multiplicative hashes of the row, each mixed twice, summed: addition makes the order irrelevant.
function addRow(sums: Uint32Array, row: string): void {
  let a = FIRST_SEED;
  let b = SECOND_SEED;
  for (let at = 0; at < row.length; at += 1) {
    const unit = row.charCodeAt(at);
    a = Math.imul(a ^ unit, FIRST_FACTOR);
    b = (Math.imul(b ^ unit, SECOND_FACTOR) + at) | 0;
  }
  sums[0] = (sums[0] ?? 0) + mix(a);
  sums[1] = (sums[1] ?? 0) + mix(b);
  sums[2] = (sums[2] ?? 0) + mix(a ^ 0x2545f491 ^ (b << 1));
  sums[3] = (sums[3] ?? 0) + mix(b ^ 0x1b873593 ^ (a << 1));
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A commit in which the fleet file names cars of a list that it names no more, and that are not known to be off the list. */
export interface OlderFleet {
  /** In full. */
  readonly commit: string;
  readonly gone: number;
}

const COMMIT_DIGITS = 12;

/**
 * How to say what is on lists that cannot be read. What was applied last comes first: after a lost state, the fleet file of
 * now does not name the cars that have left it, and they would stay listed for ever.
 */
export function adoptHint(scopes: readonly Scope[], older?: OlderFleet): string {
  const what = `say what is on ${scopes.length === 1 ? "it" : "them"}`;
  if (!older) return `${what}: \`${adoptCommand(scopes)}\`, which asks`;
  return `${what}: \`${adoptFromCommit(scopes, older)}\` takes that commit's fleet file, which names ${carsGoneInWords(older)}`;
}

/** `platectl state adopt --account 4711 --from-commit 1a2b3c4d5e6f`. */
export function adoptFromCommit(scopes: readonly Scope[], { commit }: OlderFleet): string {
  return `${adoptCommand(scopes)} --from-commit ${commit.slice(0, COMMIT_DIGITS)}`;
}

/** `5 cars that the file does not name now`. */
export function carsGoneInWords({ gone }: OlderFleet): string {
  return `${gone === 1 ? "1 car" : `${gone} cars`} that the file does not name now`;
}

function adoptCommand(scopes: readonly Scope[]): string {
  const [first] = scopes.map((scope) => accountIdOf(scope));
  return `platectl state adopt${scopes.length === 1 && first !== undefined ? ` --account ${first}` : ""}`;
}
