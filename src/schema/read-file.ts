import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { DesiredFile } from "../allowlist/index.ts";
import type { Problems } from "./problems.ts";
import { showPath } from "./show.ts";
import { Lines } from "./tree.ts";

/** The largest file that is read, in bytes: a million cars take about 64 MB. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** A file's text with its name as the user knows it. */
export interface TextFile extends DesiredFile {
  readonly text: string;
}

/** Reads a regular file as UTF-8, or reports why not and gives undefined. */
export async function readTextFile(absolute: string, path: string, problems: Problems): Promise<TextFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    handle = await open(absolute, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) {
      problems.error("not-a-file", `${showPath(path)} is no regular file.`, undefined, "Name a file on disk.");
      return undefined;
    }
    if (stat.size > MAX_FILE_BYTES) {
      const message = `${showPath(path)} has ${stat.size} bytes; at most ${MAX_FILE_BYTES} are read.`;
      problems.error("file-too-large", message, undefined, "Split it into several files.");
      return undefined;
    }
    return decode(await handle.readFile(), path, problems);
  } catch (error) {
    problems.error(
      "unreadable-file",
      `${showPath(path)} cannot be read: ${reasonOf(error)}.`,
      undefined,
      "Check the name and the permissions.",
    );
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** The path as users write it: relative to the working folder when inside it or when they named it so, with forward slashes. */
export function shownPath(absolute: string, cwd: string, named: string): string {
  const inside = relative(cwd, absolute);
  const outside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return (outside && isAbsolute(named) ? absolute : inside).split(sep).join("/");
}

/** Why a file operation failed, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "permission is denied";
    case "ELOOP":
      return "its symbolic links lead in a circle";
    case "EISDIR":
      return "it is a folder";
    case "ENXIO":
      return "it is no regular file";
    default:
      return typeof code === "string" ? code : "an unexpected error";
  }
}

function decode(bytes: Buffer, path: string, problems: Problems): TextFile | undefined {
  try {
    // Most files, and a third of the time.
    const text = isAscii(bytes) ? bytes.toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { path, sha256: createHash("sha256").update(bytes).digest("hex"), text };
  } catch {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const lossy = bytes.toString("utf8");
    const source = wide ? undefined : new Lines(path, lossy).sourceAt(lossy.indexOf("\ufffd"));
    const message = wide ? `${showPath(path)} is UTF-16 text.` : "This is not UTF-8 text.";
    problems.error("not-utf-8", message, source, "Save the file as UTF-8.");
    return undefined;
  }
}
