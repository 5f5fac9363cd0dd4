import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** A file's bytes, or why they cannot be had. */
type FileReading =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "not-a-file" }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Reads a regular file of at most that many bytes. The path has no links left to follow. */
export async function readRegularFile(real: string, mostBytes: number): Promise<FileReading> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stat = await handle.stat();
    if (!stat.isFile()) return { kind: "not-a-file" };
    if (stat.size > mostBytes) return { kind: "too-large", size: stat.size };
    return { kind: "bytes", bytes: await handle.readFile() };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { kind: "unreadable", reason: reasonOf(error) };
  } finally {
    await handle?.close();
  }
}

/** What Node says of a name with a NUL character. */
const IMPOSSIBLE_NAME = "ERR_INVALID_ARG_VALUE";

/** Whether an exception is the system's answer to a file operation, and no defect. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && ("errno" in error || ("code" in error && error.code === IMPOSSIBLE_NAME));
}

/** Why a file operation failed, for a message. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "the file does not exist";
    case "EACCES":
    case "EPERM":
      return "permission is denied";
    case "ELOOP":
      return "its symbolic links form a loop";
    case IMPOSSIBLE_NAME:
      return "no file can have such a name";
    case "EISDIR":
      return "it is a folder";
    case "ENXIO":
      return "it is not a regular file";
    default:
      return typeof code === "string" ? code : "an unexpected error";
  }
}
