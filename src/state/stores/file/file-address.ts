import { constants } from "node:fs";
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { linkFlaw } from "../../../process/repository.ts";
import type { Disk } from "../disk.ts";
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
    const real = disk ?? createNodeDisk(() => requireOwnFolder(path, cwd));
    return openFileStore(real, isAbsolute(path) ? path : join(cwd, path), path, world);
  },
};

// A commit may hold a link in place of a folder, and take the state to another project.
function requireOwnFolder(path: string, cwd: string): void {
  const flaw = linkFlaw(path, cwd);
  if (flaw === undefined) return;
  const remedy =
    "Remove the link, or name the place of the state with an absolute path: --state file:/folder/state.jsonl";
  throw new StateError("io", `The state is not kept at ${path}: ${flaw}. ${remedy}.`);
}

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
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FLAGS = {
  read: constants.O_RDONLY | CAREFULLY,
  write: constants.O_RDWR | CAREFULLY,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | CAREFULLY,
};
/** What systems answer that cannot sync a folder, or need not. */
const NO_FOLDER_SYNC = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EBADF"]);

/** The real disk; `admitted` throws where nothing may be opened or made. */
export function createNodeDisk(admitted: () => void = () => undefined): Disk {
  return {
    async open(path, mode) {
      admitted();
      const file = await open(path, FLAGS[mode], PRIVATE_FILE);
      try {
        const size = await admit(file, path, mode);
        return {
          size,
          read: () => file.readFile(),
          write: async (bytes, position) => (await file.write(bytes, 0, bytes.length, position)).bytesWritten,
          truncate: (length) => file.truncate(length),
          sync: () => file.sync(),
          close: () => file.close(),
        };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async makeFolder(path) {
      admitted();
      return mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
    },
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
async function admit(file: FileHandle, path: string, mode: keyof typeof FLAGS): Promise<number> {
  const facts = await file.stat();
  if (!facts.isFile()) throw new StateError("io", `${path} is not a regular file, so it cannot hold the state.`);
  if (mode !== "read" && (facts.mode & LOOSE) !== 0)
    await file.chmod(PRIVATE_FILE).catch((error: unknown) => {
      if (errorCode(error) !== "EPERM") throw error;
    });
  return facts.size;
}

async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? "")) throw error;
  }
}
