import type { Scope } from "../../allowlist/index.ts";
import type { Clock, Random } from "../../run/ports/index.ts";
import type { JournalEnd, JournalReading } from "../journal/journal-file.ts";
import type { JournalRecord } from "../journal/record.ts";
import type { Disk } from "./disk.ts";
import type { LockHolder, LockOwner } from "./lock-holder.ts";
import type { PublishedPlans } from "./published-plans.ts";

/** What a store needs from the world. */
export interface StoreWorld {
  /** Relative paths start here; the git repository is the one around it. */
  readonly cwd: string;
  readonly clock: Clock;
  /** Draws lock ids, which must never repeat: outside tests they must be unpredictable. */
  readonly random: Random;
  readonly owner: LockOwner;
  /** Whether a process of this host runs; true when that cannot be told. */
  readonly isAlive: (pid: number) => boolean;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The real disk when absent. */
  readonly disk?: Disk;
  /**
   * Does something at an interval in milliseconds, without keeping the process alive, until the function that it gives is
   * called. Without it a run shows no sign of life: a file's lock then never ends by itself, and a lock in PostgreSQL does
   * unless the run writes.
   */
  readonly every?: (milliseconds: number, work: () => void) => () => void;
}

/** What a lock is for: all that the state holds, or some lists of one target. */
export type LockClaim = "all" | Lists;

/** Some lists of one target. */
export interface Lists {
  readonly target: string;
  readonly scopes: readonly Scope[];
  /** Where they are read: without the runs that wrote to none of them. */
  readonly ownRuns?: true;
}

/** How one kind of store is addressed (`SCHEME:REST`) and opened. */
export interface StoreKind<Address> {
  /** The address as users write it: `file:PATH`. */
  readonly syntax: string;
  /** Reads what follows the scheme. */
  parse(rest: string): Address | AddressProblem;
  /** Opens the store. Touches nothing until a method is called. */
  open(address: Address, world: StoreWorld): JournalStore;
}

/** Why a text is not a state address, for people. */
export interface AddressProblem {
  readonly kind: "problem";
  readonly message: string;
}

/** An address that cannot be used. */
export function addressProblem(message: string): AddressProblem {
  return { kind: "problem", message };
}

/** A part of an address as messages quote it: without whatever may be a user and a password. */
export function quoteAddress(text: string): string {
  return JSON.stringify(text.replace(/\/\/.*@/su, "//…@").slice(0, 200));
}

/** A journal as a store has it. */
export interface StoredJournal extends JournalReading {
  /** All bytes that it takes, unreadable ones included. */
  readonly bytes: number;
}

/** A lock that ends when its holder shows no sign of life. */
export interface Lease {
  /** After how many seconds without a sign of life others may take the lock. */
  readonly seconds: number;
  /** How often the holder should show that it lives, in milliseconds. */
  readonly beat: number;
  /** Shows it, if the lock is still held by `lockId`. */
  renew(lockId: string): Promise<void>;
}

/** Where a journal and its lock are kept. Every method rejects with a `StateError` alone. */
export interface JournalStore {
  /** For messages: `.platectl/state.jsonl`. */
  readonly name: string;
  /** Shortest pause between two attempts to take the lock, in milliseconds: an attempt may cost a trip to a server. */
  readonly pause: number;
  /** Whether other machines use it: a lock is then never taken over without being asked. */
  readonly isShared: boolean;
  /** Whether each list has a lock of its own. Where that is so, `end` counts the bytes of the claimed lists, and `replace` replaces their records. */
  readonly locksLists?: true;
  /** Plans whose lists workers take one after the other; absent where no list has a lock of its own. */
  readonly plans?: PublishedPlans;
  /** How a holder shows that it lives; absent where a lock never ends by itself. */
  readonly lease?: Lease;
  /** The journal; without records when there is none. Changes nothing and needs no lock. A store may leave out what is of other lists than `lists`. */
  read(claim?: LockClaim, lists?: Lists): Promise<StoredJournal>;
  /** The records of older journals that compaction laid aside, oldest first. */
  readArchives(): Promise<readonly (readonly JournalRecord[])[]>;
  /** Who is in the way of a claim; without one, all who hold a lock. The oldest lock first. */
  readHolders(claim?: LockClaim): Promise<readonly LockHolder[]>;
  /** Takes the lock; false when it was taken. At no time do two calls, wherever they run, hold it for the same list. */
  acquire(holder: LockHolder, claim: LockClaim): Promise<boolean>;
  /** Removes the lock with that id; false when there is no such lock (any more), or none that `must` be so. `remover` is who asks. */
  release(lockId: string, remover: LockHolder, must?: "be-expired"): Promise<boolean>;
  /**
   * Appends records durably, all or none, and resolves to the new end. Whatever the store holds behind `after` belongs to
   * an append that failed, and is removed. Rejects, with the records up to `after` unharmed and as little as possible behind
   * them, when the append cannot be made durable or when the lock is no longer held by `lockId`.
   */
  append(lockId: string, records: readonly JournalRecord[], after: JournalEnd): Promise<JournalEnd>;
  /** Lays the journal aside as an archive and puts other records in its place, in one step; resolves to their end. `after` is the end until now. */
  replace(lockId: string, records: readonly JournalRecord[], after: JournalEnd): Promise<JournalEnd>;
}
