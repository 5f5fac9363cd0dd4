import { basename, dirname, join } from "node:path";
import { EMPTY, type JournalEnd } from "../../journal/journal-file.ts";
import type { JournalRecord } from "../../journal/record.ts";
import type { Disk, OpenFile } from "../disk.ts";
import { readAll, writeFully, writeNew } from "../disk.ts";
import type { JournalStore, StoreWorld } from "../journal-store.ts";
import type { LockHolder } from "../lock-holder.ts";
import { diskError, errorCode, StateError } from "../state-error.ts";
import { encodeAppend, storedJournal } from "../stored-journal.ts";
import { BEAT_MS, type FileLease, fileLease, LEASE_SECONDS, readLock, removeLock, takeLock } from "./lock-file.ts";

const PAUSE_MS = 50;

type Described = <Result>(doing: string, work: () => Promise<Result>) => Promise<Result>;

/** A journal in a file, with its lock and its archives beside it. `name` is the path as the user wrote it. */
export function openFileStore(
  disk: Disk,
  path: string,
  name: string,
  { isAlive, clock }: Pick<StoreWorld, "isAlive" | "clock">,
): JournalStore {
  const lock = `${path}.lock`;
  const lease = fileLease(disk, lock, clock);
  // A run that was killed may have left a journal under a name that no power cut would leave.
  let isNameDurable = false;
  const described = describedBy(name);
  const whileLocked = <Result>(doing: string, id: string, work: () => Promise<Result>) =>
    described(doing, async () => {
      const isSafe = await lease.isSafe(id);
      requireLock(name, await readLock(disk, lock), id, isSafe);
      return work();
    });
  return {
    name,
    pause: PAUSE_MS,
    isShared: false,
    ...locksOf(disk, lock, { lease, isAlive, described }),
    read: () => described("read the state", async () => storedJournal(await readAll(disk, path))),
    readArchives: () => described("read the archives of the state", () => readArchives(disk, path)),
    async append(id, records, after) {
      const { bytes, end } = await encodeAppend(records, after);
      await whileLocked("write the state", id, () => write({ disk, path, name, isNameDurable }, bytes, after.bytes));
      isNameDurable = true;
      return end;
    },
    replace: (id, records) => whileLocked("compact the state", id, () => replace(disk, path, id, records)),
  };
}

function describedBy(name: string): Described {
  return async (doing, work) => {
    try {
      return await work();
    } catch (error) {
      throw diskError(doing, name, error);
    }
  };
}

interface Locking {
  readonly lease: FileLease;
  readonly isAlive: StoreWorld["isAlive"];
  readonly described: Described;
}

function locksOf(
  disk: Disk,
  lock: string,
  { lease, isAlive, described }: Locking,
): Pick<JournalStore, "lease" | "readHolders" | "acquire" | "release"> {
  return {
    lease: { seconds: LEASE_SECONDS, beat: BEAT_MS, renew: lease.renew },
    readHolders: () => described("read the lock of the state", async () => [(await readLock(disk, lock)) ?? []].flat()),
    acquire: (holder) =>
      described("lock the state", async () => {
        const isTaken = await acquire(disk, lock, holder);
        if (isTaken) lease.begin(holder);
        return isTaken;
      }),
    release: (id, remover, must) =>
      described("unlock the state", () => removeLock(disk, lock, id, { remover, isAlive, must })),
  };
}

async function acquire(disk: Disk, lock: string, holder: LockHolder): Promise<boolean> {
  await makeFolderDurably(disk, dirname(lock));
  return takeLock(disk, lock, holder);
}

// A folder that was there may hold more than the state; one that is new ignores itself, for plates do not belong in git.
async function makeFolderDurably(disk: Disk, folder: string): Promise<void> {
  const topmost = await disk.makeFolder(folder);
  if (topmost === undefined) return;
  await writeNew(disk, join(folder, ".gitignore"), Buffer.from("*\n"));
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) await disk.syncFolder(dirname(made));
}

// Another run may have taken the lock, or, unless it is safe, be taking it at this moment: better to stop than to write beside it.
function requireLock(name: string, holder: LockHolder | undefined, id: string, isSafe: boolean): void {
  if (holder?.id === id && isSafe) return;
  const now =
    holder?.id === id
      ? "may be taken by another run at this moment, as this one was stopped for long"
      : holder
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

async function replace(disk: Disk, path: string, id: string, records: readonly JournalRecord[]): Promise<JournalEnd> {
  const { bytes, end } = await encodeAppend(records, EMPTY);
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
  return end;
}

/** Gives the journal a second name, so that at every moment the one or the other journal is whole under its own. */
async function archive(disk: Disk, path: string): Promise<void> {
  const last = (await archiveNumbers(disk, path)).at(-1) ?? 0;
  // A run that died between this link and the rename left the archive that we want.
  if (last > 0 && (await isSame(disk, path, `${path}.${last}`))) return;
  await disk.link(path, `${path}.${last + 1}`);
  await disk.syncFolder(dirname(path));
}

async function readArchives(disk: Disk, path: string): Promise<readonly (readonly JournalRecord[])[]> {
  const archives: (readonly JournalRecord[])[] = [];
  for (const number of await archiveNumbers(disk, path)) {
    const one = `${path}.${number}`;
    // A second name of the journal itself holds nothing more.
    const isJournal = await isSame(disk, path, one);
    const bytes = isJournal ? undefined : await readAll(disk, one);
    archives.push(bytes ? (await storedJournal(bytes)).records : []);
  }
  return archives;
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
