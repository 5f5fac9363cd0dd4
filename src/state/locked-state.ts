import type { Clock, Journal, JournalEntry, Memory } from "../ports/index.ts";
import { COMPACT_ABOVE_BYTES, snapshotOf, WORTHWHILE_SHARE } from "./journal/compaction.ts";
import { foldJournal, type StateView } from "./journal/fold.ts";
import { encodeJournal, encodeRecords, type JournalReading } from "./journal/journal-file.ts";
import { type Pruning, pruneBefore } from "./journal/pruning.ts";
import { readJournal } from "./journal/read-journal.ts";
import type { JournalRecord } from "./journal/record.ts";
import type { LockHolder } from "./lock/lock-holder.ts";
import { StateError } from "./state-error.ts";
import type { JournalStore } from "./stores/journal-store.ts";

/** Reads the journal under a lock just taken; gives the lock back when that fails. */
export async function lockedState(
  place: JournalStore,
  holder: LockHolder,
  view: StateView,
  clock: Clock,
): Promise<LockedState> {
  try {
    return new LockedState(place, holder, view, clock, await readJournal(place));
  } catch (error) {
    await place.release(holder.id, holder).catch(() => false);
    throw error;
  }
}

/** The state while this run holds the lock: what is in memory is what is durable. */
export class LockedState implements Journal {
  readonly holder: LockHolder;
  readonly #place: JournalStore;
  readonly #view: StateView;
  readonly #clock: Clock;
  #records: JournalRecord[];
  /** Bytes of the journal that hold the records; what may lie behind them never became durable. */
  #end: number;
  /** An older platectl wrote it. */
  #isFormer: boolean;
  #released = false;
  /** What is appended while a write is under way goes to the disk together, in the next one. */
  #waiting: JournalRecord[] = [];
  #nextWrite: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(place: JournalStore, holder: LockHolder, view: StateView, clock: Clock, reading: JournalReading) {
    this.holder = holder;
    this.#place = place;
    this.#view = view;
    this.#clock = clock;
    this.#records = [...reading.records];
    this.#end = reading.end;
    this.#isFormer = reading.isFormer ?? false;
  }

  /** What is known of the view's target now, own appends included. */
  memory(): Memory {
    return foldJournal(this.#records, this.#view);
  }

  /** Resolves once the entries would survive a power cut; rejects with a `StateError` when they can't be made durable. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    this.#waiting.push({ at: this.#now(), target: this.#view.target, entries });
    this.#nextWrite ??= this.#inTurn(() => this.#writeWaiting());
    await this.#nextWrite;
  }

  async #writeWaiting(): Promise<void> {
    const records = this.#waiting;
    this.#waiting = [];
    this.#nextWrite = undefined;
    if (this.#isFormer) return await this.#renew(records);
    const bytes = this.#end === 0 ? encodeJournal(records) : encodeRecords(records, this.#records.length + 1);
    await this.#place.write(this.holder.id, bytes, this.#end);
    this.#records.push(...records);
    this.#end += bytes.length;
  }

  /** Shrinks a large journal that is mostly history, laying the old one aside; resolves to whether it did. */
  compact(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#end <= COMPACT_ABOVE_BYTES) return false;
      const snapshot = snapshotOf(this.#records, this.#view.rules, this.#now());
      const bytes = encodeJournal(snapshot);
      if (bytes.length > this.#end * WORTHWHILE_SHARE) return false;
      await this.#replace(snapshot, bytes);
      return true;
    });
  }

  /**
   * Drops the records that were written before an instant (ISO 8601, UTC), in the archives too, once `approve` says so;
   * what is known now stays. Asks nothing and changes nothing when there is nothing to drop.
   */
  prune(before: string, approve: (pruning: Pruning) => Promise<void>): Promise<Pruning> {
    return this.#inTurn(async () => {
      const archives = await this.#place.readArchives();
      const pruning = pruneBefore({ records: this.#records }, archives, this.#view.rules, before);
      if (pruning.dropped === 0) return pruning;
      await approve(pruning);
      const bytes = encodeJournal(pruning.records);
      await this.#place.prune(this.holder.id, bytes, pruning.archives);
      this.#records = [...pruning.records];
      this.#end = bytes.length;
      this.#isFormer = false;
      return pruning;
    });
  }

  // The platectl that wrote the journal would take the new entries for damage: it is to meet another version instead.
  async #renew(more: readonly JournalRecord[]): Promise<void> {
    const records = [...snapshotOf(this.#records, this.#view.rules, this.#now()), ...more];
    await this.#replace(records, encodeJournal(records));
  }

  async #replace(records: readonly JournalRecord[], bytes: Buffer): Promise<void> {
    await this.#place.replace(this.holder.id, bytes);
    this.#records = [...records];
    this.#end = bytes.length;
    this.#isFormer = false;
  }

  /** Gives the lock back, once appends under way are done. Harmless when repeated. */
  async release(): Promise<void> {
    await this.#last;
    if (this.#released) return;
    this.#released = true;
    await this.#place.release(this.holder.id, this.holder);
  }

  /** One after the other: each append starts where the one before it ended. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => {
      if (!this.#released) return work();
      throw new StateError("lock-lost", `The lock of ${this.#place.name} was given back before this write.`);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
