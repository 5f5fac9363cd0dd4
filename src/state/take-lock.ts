import type { JournalStore, LockClaim, StoreWorld } from "./stores/journal-store.ts";
import { drawHolder, isExpired, isGone, type LockHolder, unknownHolder } from "./stores/lock-holder.ts";

/** How to wait for a lock. */
export interface LockOptions {
  /** Milliseconds to wait for another run to end; 0 tries once. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Called once for each holder that is waited for. */
  readonly onWait?: (holder: LockHolder) => void;
}

/** The longest pause between two attempts to take a lock, in shortest ones. Drawn for each attempt, so that waiting runs spread. */
const PAUSE_SPREAD = 5;

/** A lock that was taken, or who has it. */
export type Taking = { readonly kind: "taken" | "locked"; readonly holder: LockHolder };

/** A holder with its lease; one that shows no signs of life must not be taken for dead without them. */
export function signed(holder: LockHolder, { lease }: JournalStore, { every }: StoreWorld): LockHolder {
  return lease && every ? { ...holder, seen: holder.at, lease: lease.seconds } : holder;
}

/** Removes the lock of a run that is certainly gone, or that has shown no sign of life for this long; false when it stays. */
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

/** Starts the signs of life of a lock; gives what ends them. One that fails says nothing: the next append decides whether the lock is still held. */
export function startBeats({ lease }: JournalStore, id: string, { every }: StoreWorld): () => void {
  if (!lease || !every) return () => undefined;
  return every(lease.beat, () => void lease.renew(id).catch(() => undefined));
}

/** Takes a lock, waiting for it if need be; rejects with the signal's reason when aborted. */
export async function takeOrWait(
  journal: JournalStore,
  claim: LockClaim,
  world: StoreWorld,
  options: LockOptions,
): Promise<Taking> {
  const { clock, random, owner, isAlive } = world;
  const deadline = clock.monotonic() + options.timeout;
  let waitedFor: string | undefined;
  let wasLate = false;
  for (;;) {
    options.signal?.throwIfAborted();
    const [holder] = await journal.readHolders(claim);
    const mine = signed(drawHolder(owner, clock, random), journal, world);
    if (!holder) {
      if (await journal.acquire(mine, claim)) return { kind: "taken", holder: mine };
    } else if (await removeDead(journal, holder, mine, isAlive)) continue;
    const isLate = clock.monotonic() >= deadline;
    // Without a holder, another run was faster just now: the next reading names it.
    if (isLate && (holder || wasLate)) return { kind: "locked", holder: holder ?? unknownHolder("unknown") };
    wasLate = isLate;
    if (holder && holder.id !== waitedFor) options.onWait?.(holder);
    waitedFor = holder?.id ?? waitedFor;
    await clock.sleep(journal.pause * (1 + random() * (PAUSE_SPREAD - 1)), options.signal);
  }
}
