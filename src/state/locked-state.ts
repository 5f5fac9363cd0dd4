import type { Scope } from "../allowlist/index.ts";
import { systemClock } from "../process/system-clock.ts";
import type { Clock, Journal, JournalEntry, Memory } from "../run/ports/index.ts";
import { COMPACT_ABOVE_BYTES, snapshotOf, WORTHWHILE_SHARE } from "./journal/compaction.ts";
import { foldJournal, listsOf, type StateView } from "./journal/fold.ts";
import { encodeJournal, type JournalEnd, type JournalReading } from "./journal/journal-file.ts";
import { type JournalRecord, type StoredEntry, sizeOf } from "./journal/record.ts";
import type { JournalStore, LockClaim } from "./stores/journal-store.ts";
import type { LockHolder } from "./stores/lock-holder.ts";
import { StateError } from "./stores/state-error.ts";
import { readJournal } from "./stores/stored-journal.ts";

/** A lock that was just taken. */
export interface HeldLock {
  readonly holder: LockHolder;
  readonly claim: LockClaim;
  /** Ends the signs of life. */
  readonly endBeats: () => void;
}

/** Reads the journal under a lock just taken; gives the lock back when that fails. */
export async function lockedState(
  store: JournalStore,
  lock: HeldLock,
  view: StateView,
  clock: Clock,
): Promise<LockedState> {
  const { holder, claim } = lock;
  try {
    const reading = await readJournal(store, claim, listsOf(view));
    return new LockedState(store, lock, { ...view, clock }, reading);
  } catch (error) {
    lock.endBeats();
    await store.release(holder.id, holder).catch(() => false);
    throw error;
  }
}

/** The state while this run holds the lock: what is in memory is what is durable. */
export class LockedState implements Journal {
  readonly holder: LockHolder;
  readonly #store: JournalStore;
  readonly #lock: HeldLock;
  readonly #view: StateView;
  readonly #clock: Clock;
  #records: JournalRecord[];
  /** Where the records end; what the store may hold behind them never became durable. */
  #end: JournalEnd;
  /** What that many records say. */
  #known: { readonly records: number; readonly memory: Memory };
  #released = false;
  /** What is appended while a write is under way goes to the disk together, in the next one. */
  #waiting: JournalRecord[] = [];
  #nextWrite: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    store: JournalStore,
    lock: HeldLock,
    { clock, ...view }: StateView & { readonly clock: Clock },
    reading: JournalReading,
  ) {
    this.holder = lock.holder;
    this.#lock = lock;
    this.#store = store;
    this.#view = view;
    this.#clock = clock;
    this.#records = [...reading.records];
    this.#known = { records: reading.records.length, memory: foldJournal(reading.records, view) };
    this.#end = { records: reading.records.length, bytes: reading.end };
  }

  /** What is known of the view's target now, own appends included. */
  memory(): Memory {
    const records = this.#records.length;
    if (records !== this.#known.records) this.#known = { records, memory: foldJournal(this.#records, this.#view) };
    return this.#known.memory;
  }

  /** Resolves once the entries would survive a power cut; rejects with a `StateError` when they can't be made durable. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const about = { at: this.#now(), target: this.#view.target };
    for (const some of groupsOf(entries)) this.#waiting.push({ ...about, entries: some });
    this.#nextWrite ??= this.#inTurn(() => this.#writeWaiting());
    await this.#nextWrite;
  }

  async #writeWaiting(): Promise<void> {
    const records = this.#waiting;
    this.#waiting = [];
    this.#nextWrite = undefined;
    this.#end = await this.#store.append(this.holder.id, records, this.#end);
    this.#records.push(...records);
  }

  /**
   * Shrinks a large journal that is mostly history, laying the old one aside; resolves to whether it did. Rejects with the
   * signal's reason when that is aborted before the journal is touched.
   */
  compact(signal?: AbortSignal): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#end.bytes <= COMPACT_ABOVE_BYTES) return false;
      const { own, others } = this.#own();
      const memory = this.memory();
      const known = others.length === 0 ? { target: this.#view.target, memory } : undefined;
      const snapshot = snapshotOf(own, this.#view, this.#now(), known);
      if (encodeJournal(snapshot).length > this.#end.bytes * WORTHWHILE_SHARE) return false;
      await systemClock.turn(signal);
      this.#end = await this.#store.replace(this.holder.id, snapshot, this.#end);
      this.#records = snapshot.concat(others);
      this.#known = { records: this.#records.length, memory };
      return true;
    });
  }

  /** The records that this lock may replace, and those that it may not. */
  #own(): { readonly own: readonly JournalRecord[]; readonly others: readonly JournalRecord[] } {
    const { claim } = this.#lock;
    if (!this.#store.locksLists || claim === "all") return { own: this.#records, others: [] };
    const claimed = new Set<Scope>(claim.scopes);
    const isClaimed = ({ target }: JournalRecord, entry: StoredEntry) =>
      target === claim.target && "scope" in entry && claimed.has(entry.scope);
    const others = recordsWith(this.#records, (record, entry) => !isClaimed(record, entry));
    return { own: recordsWith(this.#records, isClaimed), others };
  }

  /** Gives the lock back, once appends under way are done, or does with it what `last` does. Harmless when repeated. */
  async release(last: () => Promise<unknown> = () => this.#store.release(this.holder.id, this.holder)): Promise<void> {
    await this.#last;
    if (this.#released) return;
    this.#released = true;
    this.#lock.endBeats();
    await last();
  }

  /** One after the other: each append starts where the one before it ended. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => {
      if (!this.#released) return work();
      throw new StateError("lock-lost", `The lock of ${this.#store.name} was given back before this write.`);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

/** Records with those of their entries that are wanted; the others are left out. */
function recordsWith(
  records: readonly JournalRecord[],
  isWanted: (record: JournalRecord, entry: StoredEntry) => boolean,
): readonly JournalRecord[] {
  return records
    .map((record) => ({ ...record, entries: record.entries.filter((entry) => isWanted(record, entry)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Cars of one record. */
const CARS_A_RECORD = 5_000;

// Many cars go into several records, so that no line grows without bound.
function groupsOf(entries: readonly JournalEntry[]): readonly (readonly JournalEntry[])[] {
  const groups: JournalEntry[][] = [[]];
  let cars = 0;
  for (const entry of entries) {
    if (cars >= CARS_A_RECORD) {
      groups.push([]);
      cars = 0;
    }
    groups.at(-1)?.push(entry);
    cars += sizeOf(entry);
  }
  return groups;
}
