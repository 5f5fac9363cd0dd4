import type { Memory } from "../ports/index.ts";
import { foldJournal, type StateView } from "./journal/fold.ts";
import type { JournalCondition } from "./journal/journal-file.ts";
import { readJournal } from "./journal/read-journal.ts";
import type { JournalRecord } from "./journal/record.ts";
import { drawHolder, isExpired, isGone, type LockHolder } from "./lock/lock-holder.ts";
import { type LockedState, lockedState } from "./locked-state.ts";
import { openJournal, type StateAddress } from "./stores/index.ts";
import type { Claim, JournalStore, StoreWorld } from "./stores/journal-store.ts";

/** How to wait for a lock. */
export interface LockOptions {
  /** Milliseconds to wait for another run to end; 0 tries once. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Called once for each holder that is waited for. */
  readonly onWait?: (holder: LockHolder) => void;
}

export type Locking =
  | { readonly kind: "held"; readonly state: LockedState }
  | { readonly kind: "locked"; readonly holder: LockHolder };

/** What a journal holds, whatever its condition. */
export interface Inspection {
  readonly bytes: number;
  readonly condition: JournalCondition;
  /** Those before the first bad line. */
  readonly records: readonly JournalRecord[];
  /** Who holds the lock; where each list has one of its own, the first of `holders`. */
  readonly holder: LockHolder | undefined;
  /** Whoever holds a lock, the oldest lock first. */
  readonly holders: readonly LockHolder[];
}

/** The state at one address. Every method rejects with a `StateError` when the store cannot be read or written. */
export interface Store {
  /** For messages: `.platectl/state.jsonl`. */
  readonly name: string;
  /** Whether other machines use it: the lock of a run that died is then freed by hand only. */
  readonly isShared: boolean;
  /** What is known of a target. Needs no lock and creates nothing; rejects on a damaged journal. */
  memory(view: StateView): Promise<Memory>;
  /** Takes the lock, waiting for it if need be; rejects with the signal's reason when aborted. */
  lock(view: StateView, options: LockOptions): Promise<Locking>;
  /** Removes another run's lock. Takes its id, so that a newer lock is never removed by mistake. */
  unlock(id: string): Promise<"unlocked" | "no-such-lock">;
  inspect(): Promise<Inspection>;
  /** Every record there is, archives first. */
  history(): Promise<readonly JournalRecord[]>;
}

/** Opens the state at an address. Touches nothing until a method is called. */
export function openStore(address: StateAddress, world: StoreWorld): Store {
  const journal = openJournal(address, world);
  return {
    name: journal.name,
    isShared: journal.isShared,
    memory: async (view) => foldJournal((await readJournal(journal)).records, view),
    async lock(view, options) {
      const claim = claimOf(view);
      const taken = await takeOrWait(journal, claim, world, options);
      if (taken.kind === "locked") return taken;
      const { holder } = taken;
      const endBeats = startBeats(journal, holder.id, world);
      return { kind: "held", state: await lockedState(journal, { holder, claim, endBeats }, view, world.clock) };
    },
    async unlock(id) {
      if (!(await journal.readHolders()).some((holder) => holder.id === id)) return "no-such-lock";
      return (await journal.release(id, drawHolder(world.owner, world.clock, world.random)))
        ? "unlocked"
        : "no-such-lock";
    },
    async inspect() {
      const { bytes, condition, records } = await journal.read();
      const holders = await journal.readHolders();
      return { bytes, condition, records, holder: holders[0], holders };
    },
    async history() {
      const older = (await journal.readArchives()).flat();
      return [...older, ...(await readJournal(journal)).records];
    },
  };
}

/** The longest pause between two attempts to take a lock, in shortest ones. Drawn for each attempt, so that waiting runs spread. */
const PAUSE_SPREAD = 5;

type Taking = { readonly kind: "taken"; readonly holder: LockHolder } | Extract<Locking, { kind: "locked" }>;

function claimOf({ target, scopes }: StateView): Claim {
  return scopes === undefined ? "all" : { target, scopes };
}

// Who shows no signs of life must not be taken for dead without them.
function signed(holder: LockHolder, { lease }: JournalStore, { every }: StoreWorld): LockHolder {
  return lease && every ? { ...holder, seen: holder.at, lease: lease.seconds } : holder;
}

/** Removes the lock of a run that is certainly gone, or that has shown no sign of life for so long; false when it stays. */
async function removeDead(
  journal: JournalStore,
  holder: LockHolder,
  remover: LockHolder,
  isAlive: StoreWorld["isAlive"],
): Promise<boolean> {
  if (journal.isShared) return false;
  if (isGone(holder, remover.host, isAlive)) return journal.release(holder.id, remover);
  return isExpired(holder, remover) && (await journal.release(holder.id, remover, "be-expired"));
}

// A beat that fails says nothing: the next append decides whether the lock is still held.
function startBeats({ lease }: JournalStore, id: string, { every }: StoreWorld): () => void {
  if (!lease || !every) return () => undefined;
  return every(lease.beat, () => void lease.renew(id).catch(() => undefined));
}

async function takeOrWait(
  journal: JournalStore,
  claim: Claim,
  world: StoreWorld,
  options: LockOptions,
): Promise<Taking> {
  const { clock, random, owner, isAlive } = world;
  const deadline = clock.monotonic() + options.timeout;
  let waitedFor: string | undefined;
  for (;;) {
    options.signal?.throwIfAborted();
    const [holder] = await journal.readHolders(claim);
    const mine = signed(drawHolder(owner, clock, random), journal, world);
    if (!holder) {
      if (await journal.acquire(mine, claim)) return { kind: "taken", holder: mine };
    } else if (await removeDead(journal, holder, mine, isAlive)) continue;
    if (holder && clock.monotonic() >= deadline) return { kind: "locked", holder };
    if (holder && holder.id !== waitedFor) options.onWait?.(holder);
    waitedFor = holder?.id ?? waitedFor;
    await clock.sleep(journal.pause * (1 + random() * (PAUSE_SPREAD - 1)), options.signal);
  }
}
