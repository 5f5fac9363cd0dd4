import type { RememberedUnclear, Scope, ScopeMemory } from "../../allowlist/index.ts";
import type { CarToWrite, WriteAction, WriteRequest } from "./interface.ts";

/** What became of one car. */
export type OutcomeKind = "verified" | "acknowledged" | "rejected" | "unknown" | "not-sent";

/** What is new of a list file since the journal last recorded it. */
export interface ListFileNews {
  /** The name of the list. */
  readonly list: string;
  /** It is not watched any more: what was known of it is forgotten first. */
  readonly forgotten?: true;
  /** How many cars it has, and how many of its rows `skip` leaves out. */
  readonly cars?: number;
  readonly skipped?: number;
  /** Cars that it has and had not before, and those whose last day is another. */
  readonly rows?: readonly (string | { readonly licenseNumber: string; readonly validUntil: string })[];
  /** Cars that it had and has no more. */
  readonly gone?: readonly { readonly licenseNumber: string; readonly since: string }[];
  /** Cars of which nothing need be remembered. */
  readonly dropped?: readonly string[];
}

/** A line of the journal. Times, target and checksums are the store's business. */
export type JournalEntry =
  | {
      readonly kind: "run";
      readonly run: string;
      readonly actor: string;
      /** Where people can look at the run, in CI. */
      readonly url?: string;
      /** Digest of what was desired. */
      readonly planDigest: string;
      /** SHA-256 of the approved plan's file; absent when there was none. */
      readonly planHash?: string;
    }
  /** `listed`: of an add, the cars that the list had when it was read; they get other features. */
  | ({ readonly kind: "intent"; readonly batch: number; readonly listed?: readonly string[] } & WriteRequest)
  | {
      readonly kind: "outcome";
      /** The batch of the intent; undefined when a read-back decided about cars of several batches. */
      readonly batch?: number;
      readonly scope: Scope;
      readonly parkingUser?: string;
      readonly action: WriteAction;
      /** The request got no definite answer, and none as large did in this run. */
      readonly mayBeTooLarge?: true;
      readonly cars: readonly {
        readonly licenseNumber: string;
        readonly outcome: OutcomeKind;
        readonly error?: string;
        /** The car itself was refused on a list that cannot be read, in words that do not say whether it is listed. */
        readonly inDoubt?: true;
        /** The server confirmed it, and the list did not show it once the settle time was over. */
        readonly noEffect?: true;
        /** Adds also: the spelling of a row that came instead, and that may be the server's name for the car. */
        readonly twin?: string;
      }[];
      readonly traceId?: string;
    }
  /** A run is about to delete from a list of this many cars. Deletes that a human allowed by their number do not count against later runs. */
  | { readonly kind: "deletes-planned"; readonly scope: Scope; readonly count: number; readonly allowed?: true }
  /** A run ended with every outcome known: what the scope held, by its list or else by the state. */
  | ({
      readonly kind: "seen";
      readonly scope: Scope;
      readonly count: number;
      /** Of what was desired, in all lists. */
      readonly digest: string;
      /** The newest commit that had changed the fleet files. */
      readonly commit?: string;
    } & InPart)
  /** The server showed the list: from then on a failed reading is an error, never "there is no such list". */
  | { readonly kind: "list-read"; readonly scope: Scope }
  /** Cars that a human says are listed; `whole`: and no others are, but those that the state knew or doubted. */
  | { readonly kind: "adopted"; readonly scope: Scope; readonly cars: readonly CarToWrite[]; readonly whole?: true }
  /** Cars that a human says are not listed. */
  | { readonly kind: "forgotten"; readonly scope: Scope; readonly cars: readonly { readonly licenseNumber: string }[] }
  /** What a list file of the scope held: its cars, when every outcome was known. */
  | ({ readonly kind: "list-file"; readonly scope: Scope } & ListFileNews)
  /** The unclear rows of its list files, all of them, when a run had judged all deletes. */
  | { readonly kind: "unclear-rows"; readonly scope: Scope; readonly rows: readonly RememberedUnclear[] }
  | ({ readonly kind: "end"; readonly run: string; readonly exitCode: number } & InPart);

/** `inPart`: the run left changes out on purpose, so the lists are not as the files want them. */
interface InPart {
  readonly inPart?: true;
}

/** Where intents become durable. */
export interface Journal {
  /** Resolves once the entries would survive a power cut; rejects when they can't be made durable. */
  append(entries: readonly JournalEntry[]): Promise<void>;
}

/** What the journal remembers of one scope on one target. */
export interface RememberedScope extends ScopeMemory {
  /** Whether a write was ever sent to the scope, or a human stated what is on it: only then does the state replace its list. */
  readonly touched: boolean;
  /** Whether the server ever showed this list. */
  readonly wasRead: boolean;
  /** The deletes of the last run were allowed by their number. */
  readonly deletesAllowed?: true;
  /** Most cars in a request: one with more got no definite answer in the last week. */
  readonly batchSize?: number;
}

/** The fold of the journal for one target. */
export type Memory = ReadonlyMap<Scope, RememberedScope>;
