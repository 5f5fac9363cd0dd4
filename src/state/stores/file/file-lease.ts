import type { Clock } from "../../../ports/index.ts";
import type { Disk } from "../disk.ts";
import type { LockHolder } from "../lock-holder.ts";
import { renewLock } from "./lock-file.ts";

/** After how many seconds without a sign of life a run on another machine takes the lock. Clocks may differ by a third of it. */
export const LEASE_SECONDS = 300;
/** How often a holder shows that it lives, in milliseconds. */
export const BEAT_MS = 30_000;
/** The share of a lease after which a holder must make sure that nobody has taken the lock. */
const SAFE_SHARE = 2 / 3;

/** The signs of life of a lock that this process holds. */
export interface FileLease {
  /** Begins with a lock that was taken. */
  begin(holder: LockHolder): void;
  /** Shows that the holder lives. */
  renew(lockId: string): Promise<void>;
  /** Whether the lock may still be relied on: a process that was stopped for long first makes sure of it. */
  isSafe(lockId: string): Promise<boolean>;
}

/** Signs of life in a lock file. */
export function fileLease(disk: Disk, path: string, clock: Clock): FileLease {
  let own: LockHolder | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const isLate = ({ seen, lease }: LockHolder): boolean =>
    seen !== undefined && lease !== undefined && clock.now() - Date.parse(seen) > lease * 1000 * SAFE_SHARE;
  const renew = async (holder: LockHolder): Promise<boolean> => {
    const next = { ...holder, seen: new Date(clock.now()).toISOString() };
    const isRenewed = await renewLock(disk, path, next, isLate(holder));
    if (isRenewed) own = next;
    return isRenewed;
  };
  // One after the other: a second one would find the guard of the first.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    begin(holder) {
      own = holder.seen === undefined ? undefined : holder;
    },
    renew: (lockId) =>
      inTurn(async () => {
        if (own?.id === lockId) await renew(own);
      }),
    isSafe: (lockId) => inTurn(async () => own?.id !== lockId || !isLate(own) || (await renew(own))),
  };
}
