import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";
import { counted, type DesiredFile, withCommas } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { showPath } from "../diagnostics/quote-text.ts";
import { Lines } from "../yaml/tree.ts";
import { MAX_FILE_BYTES, readRegularFile } from "./regular-file.ts";

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
