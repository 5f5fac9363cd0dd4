import type { Clock } from "../../../run/ports/index.ts";
import type { Disk } from "../disk.ts";
import { readAll, writeFully, writeNew } from "../disk.ts";
import { decodeHolder, encodeHolder, isExpired, isGone, type LockHolder } from "../lock-holder.ts";
import { errorCode, StateError } from "../state-error.ts";

/** Who holds a lock file; undefined when no one does. */
export async function readLock(disk: Disk, path: string): Promise<LockHolder | undefined> {
  const bytes = await readAll(disk, path);
  const holder = bytes && decodeHolder(bytes);
  if (holder || bytes === undefined) return holder;
  throw new StateError("io", `${path} is not a lock of platectl. When no run is under way, remove that file.`);
}

/**
 * Takes a lock file; false when it was taken. The file appears by a link, whole: a reader never finds one without its
 * holder, as it could after a creation followed by a write.
 */
export async function takeLock(disk: Disk, path: string, holder: LockHolder): Promise<boolean> {
  const draft = `${path}.${holder.id}.new`;
  try {
    await writeNew(disk, draft, encodeHolder(holder));
    await disk.link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await disk.remove(draft).catch(() => undefined);
  }
}

/** Who removes a lock, and on what condition. */
export interface Removal {
  readonly remover: LockHolder;
  readonly isAlive: (pid: number) => boolean;
  readonly must?: "be-expired" | undefined;
}

/**
 * Removes the lock file with that id; false when it is not there (any more), or when somebody else is removing it; and with
 * `must`, when its holder has shown a sign of life.
 *
 * Reading an id and removing the file are two steps, and between them another may have removed that lock and taken a
 * new one, which must survive. So a process that wants to remove a lock first takes a guard that is named after the lock's id.
 * Ids are never used twice: while one holds the guard and sees the id, no one else may remove that file.
 */
export async function removeLock(disk: Disk, path: string, id: string, removal: Removal): Promise<boolean> {
  const { remover, must } = removal;
  return whileGuarded(disk, `${path}.${id}`, removal, async () => {
    const holder = await readLock(disk, path);
    if (holder?.id !== id || (must === "be-expired" && !isExpired(holder, remover))) return false;
    await disk.remove(path);
    return true;
  });
}

/** Does something while no one else may remove the lock that the guard is named after; false when somebody else has the guard. */
async function whileGuarded(
  disk: Disk,
  guard: string,
  { remover, isAlive }: Removal,
  work: () => Promise<boolean>,
): Promise<boolean> {
  if (!(await takeLock(disk, guard, remover))) {
    const other = await readLock(disk, guard);
    if (!other || !(isGone(other, remover.host, isAlive) || isExpired(other, remover))) return false;
    await removeLock(disk, guard, other.id, { remover, isAlive });
    return whileGuarded(disk, guard, { remover, isAlive }, work);
  }
  try {
    return await work();
  } finally {
    await disk.remove(guard).catch(() => undefined);
  }
}

/**
 * Shows that the holder of a lock file lives, in the file itself, whose length stays the same; false when the lock is
 * another's. A holder that was stopped for long takes the guard first: others may be about to remove the lock.
 */
async function renewLock(disk: Disk, path: string, own: LockHolder, isLate: boolean): Promise<boolean> {
  if (!isLate) return overwriteLock(disk, path, own);
  const removal = { remover: { ...own, at: own.seen ?? own.at }, isAlive: () => true };
  return whileGuarded(disk, `${path}.${own.id}`, removal, () => overwriteLock(disk, path, own));
}

async function overwriteLock(disk: Disk, path: string, own: LockHolder): Promise<boolean> {
  const file = await disk.open(path, "write").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  try {
    const bytes = encodeHolder(own);
    // When the file is removed now, it is still the removed one that is written to, never a newer lock of that name.
    if (!file || file.size !== bytes.length || decodeHolder(await file.read())?.id !== own.id) return false;
    await writeFully(file, bytes, 0);
    return true;
  } finally {
    await file?.close();
  }
}

/** After how many seconds without a sign of life a run on another machine takes the lock. Clocks may differ by a third of it. */
export const LEASE_SECONDS = 300;
/** How often a holder shows that it lives, in milliseconds. */
export const BEAT_MS = 30_000;
/** The share of a lease after which a holder must make sure that no one has taken the lock. */
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
