import type { LockHolder } from "../lock/lock-holder.ts";

/** Where the bytes of a journal and its lock lie. Every method rejects with a `StateError` alone. */
export interface JournalStore {
  /** For messages: `.platectl/state.jsonl`. */
  readonly name: string;
  /** Shortest pause between two looks at a taken lock, in milliseconds: a look may cost a trip to a server. */
  readonly pause: number;
  /** Whether other machines use it: a lock is then never taken over unasked. */
  readonly isShared: boolean;
  /** The journal; empty when there is none. Changes nothing and needs no lock. */
  read(): Promise<Buffer>;
  /** Older journals that compaction laid aside, oldest first. */
  readArchives(): Promise<readonly Buffer[]>;
  readHolder(): Promise<LockHolder | undefined>;
  /** Takes the lock; false when it was taken. At no time do two calls, wherever they run, hold it. */
  acquire(holder: LockHolder): Promise<boolean>;
  /** Removes the lock with that id; false when there is no such lock (any more). `remover` is who asks. */
  release(id: string, remover: LockHolder): Promise<boolean>;
  /**
   * Makes `bytes` the end of the journal, from a byte offset on, durably. Rejects, with the earlier part whole and as
   * little as possible behind it, when that cannot be done or when the lock is no longer held by `id`.
   */
  write(id: string, bytes: Buffer, offset: number): Promise<void>;
  /** Lays the journal aside and puts another in its place, in one step. */
  replace(id: string, bytes: Buffer): Promise<void>;
  /**
   * Puts others in place of the journal and, in the order of `readArchives`, of each archive, or removes an archive. What
   * they replace is not kept: on a branch, its history neither.
   */
  prune(id: string, journal: Buffer, archives: readonly (Buffer | undefined)[]): Promise<void>;
}
