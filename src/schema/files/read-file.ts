import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { counted, type DesiredFile, withCommas } from "../../allowlist/index.ts";
import { type DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import { Lines } from "./lines.ts";

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

/** A file's text with its name as the user knows it. */
export interface TextFile extends DesiredFile {
  readonly text: string;
}

/** Reads a regular file as UTF-8, or reports why not and gives undefined. `real` has no links; `path` is its name for people. */
export async function readTextFile(
  real: string,
  path: string,
  diagnostics: DiagnosticCollector,
): Promise<TextFile | undefined> {
  const bytes = await readFileBytes(real, path, diagnostics);
  return bytes && decode(bytes, path, diagnostics);
}

/** Reads a regular file, or reports why not and gives undefined. */
export async function readFileBytes(
  real: string,
  path: string,
  diagnostics: DiagnosticCollector,
): Promise<Buffer | undefined> {
  const reading = await readRegularFile(real, MAX_FILE_BYTES);
  switch (reading.kind) {
    case "bytes":
      return reading.bytes;
    case "not-a-file":
      diagnostics.error("not-a-file", `${showPath(path)} is not a regular file.`, undefined, "Name a file on disk.");
      return undefined;
    case "too-large": {
      const message = `${showPath(path)} has ${counted(reading.size, "byte")}; the limit is ${withCommas(MAX_FILE_BYTES)}.`;
      diagnostics.error("file-too-large", message, undefined, "Split it into several files.");
      return undefined;
    }
    case "unreadable": {
      const message = `${showPath(path)} cannot be read: ${reading.reason}.`;
      diagnostics.error("unreadable-file", message, undefined, "Check the name and the permissions.");
      return undefined;
    }
  }
}

/** The path as users write it: relative to the working folder when inside it or when they named it so, with forward slashes. */
export function shownPath(absolute: string, cwd: string, named: string): string {
  const inside = relative(cwd, absolute);
  const outside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return (outside && isAbsolute(named) ? absolute : inside).split(sep).join("/");
}

function decode(bytes: Buffer, path: string, diagnostics: DiagnosticCollector): TextFile | undefined {
  try {
    // Most files, and a third of the time.
    const text = isAscii(bytes) ? bytes.toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { path, sha256: createHash("sha256").update(bytes).digest("hex"), text };
  } catch {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const lossy = bytes.toString("utf8");
    const source = wide ? undefined : new Lines(path, lossy).sourceAt(lossy.indexOf("\ufffd"));
    const message = wide ? `${showPath(path)} is UTF-16 text.` : "This is not UTF-8 text.";
    diagnostics.error("not-utf-8", message, source, "Save the file as UTF-8.");
    return undefined;
  }
}
