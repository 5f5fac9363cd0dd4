import * as fs from "node:fs";
import { link, lstat, mkdir, readdir, rename, unlink } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import type { Disk, OpenFile } from "../disk.ts";
import { type AddressProblem, addressProblem, type StoreKind } from "../journal-store.ts";
import { errorCode, StateError } from "../state-error.ts";
import { openFileStore } from "./file-store.ts";

/** A state in a file; relative paths start at the working directory. */
export interface FileAddress {
  readonly kind: "file";
  readonly path: string;
}

const CONTROL = /\p{Cc}/u;

/** `file:PATH`. */
export const fileStores: StoreKind<FileAddress> = {
  syntax: "file:PATH",
  parse,
  open({ path }, { cwd, disk, ...world }) {
    return openFileStore(disk ?? createNodeDisk(), isAbsolute(path) ? path : join(cwd, path), path, world);
  },
};

function parse(path: string): FileAddress | AddressProblem {
  if (path === "" || /[/\\]$/.test(path))
    return addressProblem("The state address needs a file name: file:.platectl/state.jsonl.");
  if (CONTROL.test(path)) return addressProblem("The path of the state address holds a control character.");
  return { kind: "file", path };
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const LOOSE = 0o077;
// A pipe in place of the file must not make the open wait for a writer; Windows has neither flag.
const CAREFULLY = (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
const FLAGS = {
  read: fs.constants.O_RDONLY | CAREFULLY,
  write: fs.constants.O_RDWR | CAREFULLY,
  create: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL | CAREFULLY,
};
/** What systems answer that cannot sync a folder, or need not. */
const NO_FOLDER_SYNC = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EBADF"]);

/**
 * So few bytes are read and written in this thread, as a lock and the record of an append are: the system keeps them in memory,
 * and only `sync` waits for the disk.
 */
const SMALL = 64 * 1024;
const inAnotherThread = {
  read: promisify(fs.read),
  write: promisify(fs.write),
  truncate: promisify(fs.ftruncate),
  sync: promisify(fs.fsync),
};

/**
 * The real disk. To hand a call to another thread takes many times what it takes to open or close a file, and each append
 * opens the lock and the journal: this was a twentieth of a large apply. What waits for the disk is handed over.
 */
export function createNodeDisk(): Disk {
  return {
    async open(path, mode) {
      const file = fs.openSync(path, FLAGS[mode], PRIVATE_FILE);
      try {
        return openFile(file, admit(file, path, mode));
      } catch (error) {
        fs.closeSync(file);
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

/** Regular files only; one that others may read is made private before it is written to, where the system lets us. Gives the file's size. */
function admit(file: number, path: string, mode: keyof typeof FLAGS): number {
  const facts = fs.fstatSync(file);
  if (!facts.isFile()) throw new StateError("io", `${path} is not a regular file, so it cannot hold the state.`);
  if (mode !== "read" && (facts.mode & LOOSE) !== 0) makePrivate(file);
  return facts.size;
}

function makePrivate(file: number): void {
  try {
    fs.fchmodSync(file, PRIVATE_FILE);
  } catch (error) {
    if (errorCode(error) !== "EPERM") throw error;
  }
}

function openFile(file: number, size: number): OpenFile {
  return {
    size,
    read: () => readBytes(file, size),
    write: (bytes, position) => writeBytes(file, bytes, position),
    truncate: (length) => inAnotherThread.truncate(file, length),
    sync: () => inAnotherThread.sync(file),
    close: async () => fs.closeSync(file),
  };
}

async function readBytes(file: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let done = 0;
  while (done < size) {
    const bytesRead =
      size <= SMALL
        ? fs.readSync(file, bytes, done, size - done, done)
        : (await inAnotherThread.read(file, bytes, done, size - done, done)).bytesRead;
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

async function writeBytes(file: number, bytes: Buffer, position: number): Promise<number> {
  if (bytes.length <= SMALL) return fs.writeSync(file, bytes, 0, bytes.length, position);
  return (await inAnotherThread.write(file, bytes, 0, bytes.length, position)).bytesWritten;
}

async function syncFolder(path: string): Promise<void> {
  let folder: number | undefined;
  try {
    folder = fs.openSync(path, fs.constants.O_RDONLY);
    await inAnotherThread.sync(folder);
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? "")) throw error;
  } finally {
    if (folder !== undefined) fs.closeSync(folder);
  }
}
