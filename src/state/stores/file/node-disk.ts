import { constants, type FileHandle, link, lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { errorCode, StateError } from "../../state-error.ts";
import type { Disk, OpenFile } from "./disk.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const LOOSE = 0o077;
// A pipe in place of the file must not make the open wait for a writer; Windows has neither flag.
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FLAGS = {
  read: constants.O_RDONLY | CAREFULLY,
  write: constants.O_RDWR | CAREFULLY,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | CAREFULLY,
};
/** What systems answer that cannot sync a folder, or need not. */
const NO_FOLDER_SYNC = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EBADF"]);

/** The real disk. */
export function createNodeDisk(): Disk {
  return {
    async open(path, mode) {
      const handle = await open(path, FLAGS[mode], PRIVATE_FILE);
      try {
        return openFile(handle, await admit(handle, path, mode));
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    makeFolder: (path) => mkdir(path, { recursive: true, mode: PRIVATE_FOLDER }),
    syncFolder,
    rename,
    link,
    remove: unlink,
    list: (path) => readdir(path),
    async isSameFile(left, right) {
      const [a, b] = await Promise.all([lstat(left), lstat(right)]);
      return a.ino === b.ino && a.dev === b.dev;
    },
  };
}

/**
 * Regular files only; one that others may read is made private before it is written to, where the system lets us.
 * Resolves to the file's size.
 */
async function admit(handle: FileHandle, path: string, mode: keyof typeof FLAGS): Promise<number> {
  const facts = await handle.stat();
  if (!facts.isFile()) throw new StateError("io", `${path} is not a regular file, so it cannot hold the state.`);
  if (mode === "read" || (facts.mode & LOOSE) === 0) return facts.size;
  await handle.chmod(PRIVATE_FILE).catch((error: unknown) => {
    if (errorCode(error) !== "EPERM") throw error;
  });
  return facts.size;
}

function openFile(handle: FileHandle, size: number): OpenFile {
  return {
    size,
    read: () => readBytes(handle, size),
    write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    truncate: (length) => handle.truncate(length),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await handle.read(bytes, done, size - done, done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY);
    await handle.sync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? "")) throw error;
  } finally {
    await handle?.close();
  }
}
