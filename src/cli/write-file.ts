import { randomBytes } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The mode of files that hold plates. */
export const OWNER_ONLY = 0o600;
const PERMISSION_BITS = 0o777;

/**
 * Writes a file whole or not at all: a reader never sees half of it. Only the owner may read it, for plates identify
 * people. A link in its place is replaced, not followed.
 */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  await replace(path, text, OWNER_ONLY);
}

/** Replaces an existing file atomically. Its permissions stay, and a link to it is followed. */
export async function rewriteFileWhole(path: string, text: string): Promise<void> {
  const real = await realpath(path);
  // The folder alone decides whether a file may be replaced; one that is closed to writing was closed on purpose.
  await access(real, constants.W_OK);
  await replace(real, text, (await stat(real)).mode & PERMISSION_BITS);
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    const file = await open(draft, "wx", OWNER_ONLY);
    try {
      if (mode !== OWNER_ONLY) await file.chmod(mode);
      await file.writeFile(text);
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
