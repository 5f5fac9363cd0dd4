import { basename, dirname } from "node:path";
import type { LockHolder } from "../../lock/lock-holder.ts";
import { diskError, errorCode, StateError } from "../../state-error.ts";
import type { JournalStore } from "../journal-store.ts";
import type { Disk, OpenFile } from "./disk.ts";
import { readAll, writeFully, writeNew } from "./file-io.ts";
import { readLock, removeLock, takeLock } from "./lock-file.ts";

const PAUSE_MS = 50;

/** A journal in a file, with its lock and its archives beside it. `name` is the path as the user wrote it. */
export function openFileStore(disk: Disk, path: string, name: string, isAlive: (pid: number) => boolean): JournalStore {
  const lock = `${path}.lock`;
  // A run that was killed may have left a journal under a name that no power cut would leave.
  let isNameDurable = false;
  const inWords = async <Result>(doing: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw diskError(doing, name, error);
    }
  };
  return {
    name,
    pause: PAUSE_MS,
    isShared: false,
    read: () => inWords("read the state", async () => (await readAll(disk, path)) ?? Buffer.alloc(0)),
    readArchives: () => inWords("read the archives of the state", () => readArchives(disk, path)),
    readHolder: () => inWords("read the lock of the state", () => readLock(disk, lock)),
    acquire: (holder) => inWords("lock the state", () => acquire(disk, lock, holder)),
    release: (id, remover) => inWords("unlock the state", () => removeLock(disk, lock, id, remover, isAlive)),
    write: (id, bytes, offset) =>
      inWords("write the state", async () => {
        await insistOnLock(disk, lock, name, id);
        await write({ disk, path, name, isNameDurable }, bytes, offset);
        isNameDurable = true;
      }),
    replace: (id, bytes) =>
      inWords("compact the state", async () => {
        await insistOnLock(disk, lock, name, id);
        await replace(disk, path, id, bytes);
      }),
    prune: (id, bytes, archives) =>
      inWords("prune the state", async () => {
        await insistOnLock(disk, lock, name, id);
        await prune(disk, path, id, bytes, archives);
      }),
  };
}

async function acquire(disk: Disk, lock: string, holder: LockHolder): Promise<boolean> {
  await makeFolderDurably(disk, dirname(lock));
  return takeLock(disk, lock, holder);
}

async function makeFolderDurably(disk: Disk, folder: string): Promise<void> {
  const topmost = await disk.makeFolder(folder);
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) await disk.syncFolder(dirname(made));
}

/** A human may have freed the lock under us by mistake: better to stop than to write beside another run. */
async function insistOnLock(disk: Disk, lock: string, name: string, id: string): Promise<void> {
  const holder = await readLock(disk, lock);
  if (holder?.id === id) return;
  const now = holder
    ? `is now held by ${holder.user.slice(0, 100)} on ${holder.host.slice(0, 100)} (process ${holder.pid})`
    : "was removed";
  throw new StateError("lock-lost", `The lock of ${name} ${now}, so this run writes no more. Run it again.`);
}

interface JournalFile {
  readonly disk: Disk;
  readonly path: string;
  readonly name: string;
  readonly isNameDurable: boolean;
}

async function write(journal: JournalFile, bytes: Buffer, offset: number): Promise<void> {
  const { disk, path, name, isNameDurable } = journal;
  const file = offset === 0 ? await openOrCreate(disk, path) : await disk.open(path, "write");
  try {
    const { size } = file;
    if (size < offset) {
      throw new StateError("lock-lost", `${name} became shorter during this run, so this run writes no more.`);
    }
    if (size > offset) await file.truncate(offset);
    await writeFully(file, bytes, offset);
    await file.sync();
    // Each run's first append also makes the file's name durable; failing here is failing to append.
    if (!isNameDurable) await disk.syncFolder(dirname(path));
  } catch (error) {
    if (!(error instanceof StateError)) await file.truncate(offset).catch(() => undefined);
    throw error;
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function openOrCreate(disk: Disk, path: string): Promise<OpenFile> {
  try {
    return await disk.open(path, "create");
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return disk.open(path, "write");
  }
}

async function replace(disk: Disk, path: string, id: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${id}.new`;
  try {
    await writeNew(disk, draft, bytes);
    await archive(disk, path);
    await disk.rename(draft, path);
  } catch (error) {
    await disk.remove(draft).catch(() => undefined);
    throw error;
  }
  await disk.syncFolder(dirname(path));
}

// The archives go last: a run that dies here leaves some of the history, never less than what is known.
async function prune(
  disk: Disk,
  path: string,
  id: string,
  journal: Buffer,
  archives: readonly (Buffer | undefined)[],
): Promise<void> {
  const names = await archiveNames(disk, path);
  await overwrite(disk, path, id, journal);
  for (const [at, name] of names.entries()) {
    const bytes = archives[at];
    if (bytes) await overwrite(disk, name, id, bytes);
    else await disk.remove(name);
  }
  await disk.syncFolder(dirname(path));
}

async function overwrite(disk: Disk, path: string, id: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${id}.new`;
  try {
    await writeNew(disk, draft, bytes);
    await disk.rename(draft, path);
  } catch (error) {
    await disk.remove(draft).catch(() => undefined);
    throw error;
  }
  await disk.syncFolder(dirname(path));
}

/** Gives the journal a second name, so that at every moment the one or the other journal is whole under its own. */
async function archive(disk: Disk, path: string): Promise<void> {
  const last = (await archiveNumbers(disk, path)).at(-1) ?? 0;
  // A run that died between this link and the rename left the archive that we want.
  if (last > 0 && (await isSame(disk, path, `${path}.${last}`))) return;
  await disk.link(path, `${path}.${last + 1}`);
  await disk.syncFolder(dirname(path));
}

async function readArchives(disk: Disk, path: string): Promise<readonly Buffer[]> {
  const archives: Buffer[] = [];
  for (const one of await archiveNames(disk, path)) {
    // A second name of the journal itself holds nothing more.
    const isJournal = await isSame(disk, path, one);
    archives.push((isJournal ? undefined : await readAll(disk, one)) ?? Buffer.alloc(0));
  }
  return archives;
}

async function archiveNames(disk: Disk, path: string): Promise<readonly string[]> {
  return (await archiveNumbers(disk, path)).map((number) => `${path}.${number}`);
}

async function isSame(disk: Disk, path: string, other: string): Promise<boolean> {
  try {
    return await disk.isSameFile(path, other);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function archiveNumbers(disk: Disk, path: string): Promise<readonly number[]> {
  const prefix = `${basename(path)}.`;
  const names = await disk.list(dirname(path)).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9][0-9]{0,8}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((left, right) => left - right);
}
