import { readFile, realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { StructuredPatchHunk } from "diff";
import type { DocumentContent, DocumentName } from "../../documents/index.ts";
import { patchText, words } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { type Io, printDocument } from "../process/io.ts";
import { rewriteFileWhole, unwritten, writeNewFile } from "./write-file.ts";

/** Lines around a change, as in git. */
const CONTEXT = 3;
/** Of files that differ in more lines the whole is shown: to find the shortest difference would take seconds. */
const MOST_CHANGED_LINES = 2000;

/** A file as it is, undefined where there is none, and as it would be. `path` is as the user named it. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** What a command would change in a file, as a unified diff for `patch -p1` and `git apply`; empty where that is nothing. */
export async function filePatch({ path, before, after }: FileChange): Promise<string> {
  const old = before ?? "";
  if (old === after) return "";
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import("diff");
  const shown = await nameInPatch(path, before !== undefined);
  const [oldFileName, newFileName] = [before === undefined ? "/dev/null" : `a/${shown}`, `b/${shown}`];
  const options = { context: CONTEXT, maxEditLength: MOST_CHANGED_LINES };
  const patch = structuredPatch(oldFileName, newFileName, old, after, undefined, undefined, options);
  const whole = { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [allLines(old, after)] };
  const text = formatPatch(patch ?? whole, FILE_HEADERS_ONLY);
  // A name with blanks ends at a tab, as git writes it.
  return shown.includes(" ") ? text.replace(/^(.*)\n(.*)\n/, "$1\t\n$2\t\n") : text;
}

// An edit follows a link; git and patch do not.
async function nameInPatch(path: string, isThere: boolean): Promise<string> {
  const folder = isThere ? await realpath(process.cwd()) : process.cwd();
  const real = relative(folder, isThere ? await realpath(path) : resolve(path));
  return (real.startsWith("..") ? path : real).split(sep).join("/");
}

/**
 * Writes a text to a new file, or to one that is there, whose path without links is `real`; `--dry-run` gives the patch instead.
 * Throws a `CommandFailure`: 3 where a new file is there already, 11 where it cannot be written.
 */
export async function writeOrShow(
  { path, real, text }: { readonly path: string; readonly real?: string; readonly text: string },
  { dryRun }: { readonly dryRun?: boolean },
): Promise<string | undefined> {
  if (dryRun) {
    const before = real === undefined ? undefined : await readFile(real, "utf8");
    return filePatch({ path, before, after: text });
  }
  if (real === undefined) await writeNewFile(path, text);
  else await rewriteFileWhole(real, text).catch((error: unknown) => Promise.reject(unwritten(path, error)));
  return undefined;
}

/** Prints patches, or says that plates are hidden; for people alone. Gives the exit code: 2 where something would change. */
export async function showPatches(patches: readonly string[], io: Io): Promise<number> {
  const patch = patches.join("");
  if (patch === "") return EXIT.ok;
  if (io.plates.isFull) await io.result(patchText(patch, io.resultStyle));
  else io.message(words`The difference is not shown, as plates are hidden: it is made of them.\n`);
  return EXIT.changes;
}

/** Prints an edit, or with `--dry-run` the patch that it would be. Gives the exit code: 2 where something would change. */
export async function printEdit<
  Name extends DocumentName,
  Content extends DocumentContent<Name> & { readonly patch?: string },
>(
  name: Name,
  content: Content,
  text: (shown: Content) => string,
  options: { readonly json?: boolean },
  io: Io,
): Promise<number> {
  const { patch } = content;
  if (patch !== undefined && !options.json) return showPatches([patch], io);
  await printDocument(name, content, text, options, io);
  return patch === undefined ? EXIT.ok : EXIT.changes;
}

function allLines(before: string, after: string): StructuredPatchHunk {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  return {
    oldStart: Math.min(1, oldLines.length),
    oldLines: oldLines.length,
    newStart: Math.min(1, newLines.length),
    newLines: newLines.length,
    lines: [...signed("-", oldLines, before), ...signed("+", newLines, after)],
  };
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

function signed(sign: "-" | "+", lines: readonly string[], text: string): readonly string[] {
  const isWhole = text === "" || text.endsWith("\n");
  return [...lines.map((line) => `${sign}${line}`), ...(isWhole ? [] : ["\\ No newline at end of file"])];
}
