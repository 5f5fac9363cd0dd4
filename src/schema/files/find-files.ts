import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { showPath } from "../diagnostics/quote-text.ts";
import { resolveWithin } from "./boundary.ts";
import { filesMatching, looksLikePattern, TOO_MANY_NAMES_FIX, tooManyNames, WILDCARDS_HELP } from "./globs.ts";
import type { LoadContext } from "./load-context.ts";
import { reasonOf, shownPath } from "./read-file.ts";

const FLEET_FILE = /^[^.].*\.ya?ml$/;

export interface FoundFile {
  readonly absolute: string;
  /** The same without links. */
  readonly real: string;
  /** As the user named it. */
  readonly path: string;
}

/** The fleet files that the arguments name: files, folders (their *.yaml and *.yml) and patterns; each file once. */
export async function findFleetFiles(paths: readonly string[], context: LoadContext): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const named of paths) {
    for (const absolute of await filesOf(named, context)) {
      const path = shownPath(absolute, context.cwd, named);
      const real = await realFile(absolute, dirname(absolute), path, context);
      if (real !== undefined && !found.has(real)) found.set(real, { absolute, real, path });
    }
  }
  return [...found.values()];
}

async function filesOf(named: string, context: LoadContext): Promise<string[]> {
  const absolute = resolve(context.cwd, named);
  const status = await stat(absolute).catch(() => undefined);
  if (status?.isDirectory()) return filesInFolder(absolute, named, context);
  if (status) return [absolute];
  const kind = looksLikePattern(named);
  if (kind !== "wildcards") {
    const fix = "Check the name, or write a starter file with `platectl init`.";
    const help = kind === "plain" ? fix : WILDCARDS_HELP;
    context.diagnostics.error("no-such-file", `The file ${showPath(named)} does not exist.`, undefined, help);
    return [];
  }
  const matches = await filesMatching(named, context.cwd, context.boundaryOf, context.folders);
  if (context.folders.isExceeded) {
    context.diagnostics.error("too-many-names", tooManyNames(named), undefined, TOO_MANY_NAMES_FIX);
    return [];
  }
  if (matches.length === 0) {
    const fix = `Check the pattern. ${WILDCARDS_HELP}`;
    context.diagnostics.error("nothing-found", `No file matches ${showPath(named)}.`, undefined, fix);
  }
  return matches;
}

async function filesInFolder(absolute: string, named: string, context: LoadContext): Promise<string[]> {
  if ((await realFile(absolute, absolute, named, context)) === undefined) return [];
  const names = (await readdir(absolute)).filter((name) => FLEET_FILE.test(name)).sort();
  if (names.length === 0) {
    const message = `The folder ${showPath(named)} has no *.yaml or *.yml file.`;
    context.diagnostics.error("nothing-found", message, undefined, "Check the folder's name, or name the files.");
  }
  return names.map((name) => join(absolute, name));
}

/** The path without links, when it stays inside the boundary of that folder; undefined, and reported, when it does not. */
async function realFile(
  absolute: string,
  folder: string,
  path: string,
  context: LoadContext,
): Promise<string | undefined> {
  const { boundaryOf, diagnostics } = context;
  try {
    const resolved = await resolveWithin(absolute, await boundaryOf(folder));
    if (resolved.kind === "real") return resolved.real;
    if (resolved.kind === "in-git-folder") {
      const message = `${showPath(path)} is in a \`.git\` folder; files there are never read.`;
      diagnostics.error("git-folder", message, undefined, "Name a file outside of `.git`.");
    } else {
      const message = `${showPath(path)} is a link to a place outside the repository or the folder that it is in.`;
      diagnostics.error("file-outside", message, undefined, "Replace the link with the file.");
    }
  } catch (error) {
    const message = `${showPath(path)} cannot be read: ${reasonOf(error)}.`;
    diagnostics.error("unreadable-file", message, undefined, "Check the name and the permissions.");
  }
  return undefined;
}
