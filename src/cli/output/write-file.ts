import { randomBytes } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { access, constants, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve } from "node:path";
import { linkFlaw } from "../../process/repository.ts";
import { EXIT } from "../../run/exit-code.ts";
import { requireFleetName } from "../input/fleet-file.ts";
import { CommandFailure } from "../process/failure.ts";

/** The mode of documents with plates, notes or money. */
const OWNER_ONLY = 0o600;
const PERMISSION_BITS = 0o777;
/** What files have from which the mask of the process takes bits, as for other programs. */
const MASKED = 0o666;

/** Writes a file whole or not at all, with the mode that the mask of the process gives: it must hold no plate. */
export async function writeSharedFile(path: string, text: string): Promise<void> {
  await writeFileWhole(path, text, MASKED & ~process.umask());
}

/** Replaces a file that exists, whole or not at all. Its permissions stay, and a link to it is followed. */
export async function rewriteFileWhole(path: string, text: string): Promise<void> {
  const real = await realpath(path);
  // The folder alone decides whether a file may be replaced; one that is closed to writing was closed on purpose.
  await access(real, constants.W_OK);
  await writeFileWhole(real, text, (await stat(real)).mode & PERMISSION_BITS);
}

/** Throws an `Error` with a message for people where a relative path leads out of the repository by a link. */
export function requireOwnFolder(path: string): void {
  const flaw = linkFlaw(path, process.cwd());
  if (flaw !== undefined) throw new Error(`${flaw}; remove the link, or give an absolute path`);
}

/** What a file is written from; a large text in pieces. */
type Content = string | Uint8Array | Iterable<string>;

/** Writes a file whole or not at all, for its owner alone: plates identify people. A link in its place is replaced. */
export async function writeFileWhole(given: string, content: Content, mode = OWNER_ONLY): Promise<void> {
  requireOwnFolder(given);
  // To the system `link/..` is what is above the link's target.
  const path = normalize(given);
  // A device or a pipe is written to: a file in its place would be no `/dev/null` for anybody any more.
  if (await isDevice(path)) return writeFile(path, content);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    const file = await open(draft, "wx", OWNER_ONLY);
    try {
      if (mode !== OWNER_ONLY) await file.chmod(mode);
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Whether a path cannot be replaced by a file: it is a device, a pipe, or a name that the system gives to streams of the process. */
async function isDevice(path: string): Promise<boolean> {
  if (/^\/(?:dev|proc)\//.test(resolve(path))) return true;
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && !facts.isFile() && !facts.isDirectory();
}

/** Writes a result to a file, whole or not at all. Throws a `CommandFailure` (11) when it cannot be written. */
export async function writeOutput(path: string, content: Content): Promise<void> {
  try {
    await writeFileWhole(path, content);
  } catch (error) {
    throw unwritten(path, error);
  }
}

/** Requires that a file is missing or empty and can be created. Throws a `CommandFailure` (3). */
export function requireNewFile(path: string): void {
  if (path === "-") throw new CommandFailure(EXIT.input, "- would be a file of that name. Name another file.");
  if (existsSync(path) && !isEmptyFile(path)) throw exists(path);
  if (existsSync(dirname(path))) return;
  throw new CommandFailure(
    EXIT.input,
    `${path} cannot be written: the folder ${dirname(path)} does not exist. Create it first.`,
  );
}

/** The same of a fleet file, which is named as one, and as the only one that commands find in its folder. Throws a `CommandFailure` (3). */
export function requireNewFleetFile(path: string): void {
  requireNewFile(path);
  requireFleetName(path);
}

/**
 * Creates a fleet file that others may read, or fills an empty one: a redirection that failed leaves one.
 * Throws a `CommandFailure`: 3 when it exists, 11 when it cannot be written.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    requireOwnFolder(path);
    if (isEmptyFile(path)) await writeSharedFile(path, text);
    else await writeFile(path, text, { flag: "wx", mode: MASKED });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw exists(path);
    throw unwritten(path, error);
  }
}

function isEmptyFile(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size === 0;
}

function exists(path: string): CommandFailure {
  return new CommandFailure(
    EXIT.input,
    `${path} already exists and will not be overwritten. Name another file, or edit this one.`,
  );
}

/** The failure of a file that cannot be written. */
export function unwritten(path: string, error: unknown): CommandFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandFailure(EXIT.undelivered, `${path} could not be written: ${reason}`);
}
