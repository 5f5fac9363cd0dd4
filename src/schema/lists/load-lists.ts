import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import type { Source } from "../../allowlist/index.ts";
import { resolveWithin } from "../files/boundary.ts";
import { filesMatching, looksLikePattern, TOO_MANY_NAMES_FIX, tooManyNames, WILDCARDS_HELP } from "../files/globs.ts";
import type { LoadContext } from "../files/load-context.ts";
import { readFileBytes, shownPath } from "../files/read-file.ts";
import { reasonOf } from "../files/regular-file.ts";
import type { PlacedReference } from "../fleet/fleet-part.ts";
import type { ListReference } from "../fleet/list-shape.ts";
import { showPath } from "../quote-text.ts";
import { type LastChange, lastChangeOf } from "./last-change.ts";
import { decodeList, type ListFile } from "./list-file.ts";

/** The files that each `carsFrom` item refers to. */
export type Lists = ReadonlyMap<ListReference, readonly ListFile[]>;

interface ListContext extends LoadContext {
  /** The fleet file's folder, as named and without links. */
  readonly folder: string;
  readonly realFolder: string;
  /** By path and what decides how it is decoded: a list that many accounts name is read once. */
  readonly read: Map<string, ListFile | undefined>;
  readonly changes: Map<string, LastChange>;
}

/** Reads the lists that a fleet file refers to, none from outside its folder (reliability A11). */
export async function loadLists(
  references: readonly PlacedReference[],
  fleetFile: string,
  load: LoadContext,
): Promise<Lists> {
  const lists = new Map<ListReference, readonly ListFile[]>();
  if (references.length === 0) return lists;
  const folder = dirname(fleetFile);
  const context: ListContext = {
    ...load,
    folder,
    realFolder: await realpath(folder),
    read: new Map(),
    changes: new Map(),
  };
  for (const { reference, source } of references) {
    const files: ListFile[] = [];
    for (const absolute of await filesOf(reference.file, source, context)) {
      const { file: _, features: __, ...decoding } = reference;
      const known = JSON.stringify([absolute, decoding]);
      const read = context.read.has(known)
        ? context.read.get(known)
        : await readInside(absolute, reference, source, context);
      const file = read && context.total.addFile(read.size, context.diagnostics) ? read : undefined;
      context.read.set(known, file);
      if (file) files.push(reference.maxAge === undefined ? file : await dated(file, absolute, source, context));
    }
    lists.set(reference, files);
  }
  return lists;
}

async function dated(file: ListFile, absolute: string, source: Source, context: ListContext): Promise<ListFile> {
  const { commitTime, diagnostics } = context;
  const known = context.changes.get(absolute);
  const changed = known ?? (await lastChangeOf(await realpath(absolute), file.path, source, commitTime, diagnostics));
  if (changed) context.changes.set(absolute, changed);
  return changed ? { ...file, changed } : file;
}

async function filesOf(
  file: string,
  source: Source,
  { folder, realFolder, folders, diagnostics }: ListContext,
): Promise<string[]> {
  if (isAbsolute(file) || /^[A-Za-z]:/.test(file) || file.split(/[\\/]/).includes("..")) {
    const message = `${showPath(file)} may lead outside the fleet file's folder.`;
    diagnostics.error("list-outside", message, source, "Name a file inside the folder, relative to the fleet file.");
    return [];
  }
  const exact = resolve(folder, file);
  const kind = looksLikePattern(file);
  if (kind === "plain" || (await realpath(exact).catch(() => undefined))) return [exact];
  const matches = kind === "wildcards" ? await filesMatching(file, folder, async () => realFolder, folders) : [];
  if (folders.isExceeded) {
    diagnostics.error("too-many-names", tooManyNames(file), source, TOO_MANY_NAMES_FIX);
    return [];
  }
  if (matches.length > 0) return matches;
  const fix = `Check the pattern, or remove the item. ${WILDCARDS_HELP}`;
  diagnostics.error("nothing-found", `No file matches ${showPath(file)}.`, source, fix);
  return [];
}

async function readInside(
  absolute: string,
  reference: ListReference,
  source: Source,
  context: ListContext,
): Promise<ListFile | undefined> {
  const { folder, realFolder, cwd, diagnostics } = context;
  const path = shownPath(absolute, cwd, folder);
  try {
    const resolved = await resolveWithin(absolute, realFolder);
    if (resolved.kind === "real") {
      const bytes = await readFileBytes(resolved.real, path, diagnostics);
      return bytes && (await decodeList(bytes, path, reference, diagnostics));
    }
    if (resolved.kind === "in-git-folder") {
      const message = `${showPath(path)} is in a \`.git\` folder; files there are never read.`;
      diagnostics.error("git-folder", message, source, "Name a file outside of `.git`.");
    } else {
      const message = `${showPath(path)} is a link to a place outside the fleet file's folder.`;
      diagnostics.error("list-outside", message, source, "Replace the link with the list.");
    }
  } catch (error) {
    const message = `The list ${showPath(path)} cannot be read: ${reasonOf(error)}.`;
    diagnostics.error("no-such-file", message, source, "Check the name.");
  }
  return undefined;
}
