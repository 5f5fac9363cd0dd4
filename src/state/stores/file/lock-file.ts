import { decodeHolder, encodeHolder, isGone, type LockHolder } from "../../lock/lock-holder.ts";
import { errorCode, StateError } from "../../state-error.ts";
import type { Disk } from "./disk.ts";
import { readAll, writeNew } from "./file-io.ts";

/** Who holds a lock file; undefined when nobody does. */
export async function readLock(disk: Disk, path: string): Promise<LockHolder | undefined> {
  const bytes = await readAll(disk, path);
  if (bytes === undefined) return undefined;
  const holder = decodeHolder(bytes);
  if (holder) return holder;
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

/**
 * Removes the lock file with that id; false when it is not there (any more), or when somebody else is removing it.
 *
 * Reading an id and removing the file are two steps, and between them another may have removed that lock and taken a
 * new one, which must survive. So whoever wants to remove a lock first takes a guard that is named after the lock's id.
 * Ids are never used twice: while one holds the guard and sees the id, nobody else may remove that file.
 */
export async function removeLock(
  disk: Disk,
  path: string,
  id: string,
  remover: LockHolder,
  isAlive: (pid: number) => boolean,
): Promise<boolean> {
  const guard = `${path}.${id}`;
  if (!(await takeLock(disk, guard, remover))) {
    const other = await readLock(disk, guard);
    if (!other || !isGone(other, remover.host, isAlive)) return false;
    await removeLock(disk, guard, other.id, remover, isAlive);
    return removeLock(disk, path, id, remover, isAlive);
  }
  try {
    if ((await readLock(disk, path))?.id !== id) return false;
    await disk.remove(path);
    return true;
  } finally {
    await disk.remove(guard).catch(() => undefined);
  }
}
