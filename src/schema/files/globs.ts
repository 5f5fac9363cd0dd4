import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { matchesWildcards, type Source, withCommas } from "../../allowlist/index.ts";
import { ancestors, isWithin } from "../../process/repository.ts";
import { type DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import { isFileError, reasonOf } from "./read-file.ts";

const WILDCARD = /[*?]/;
const ANY_FOLDERS = "**";

/** Whether a path has wildcards, or characters that other programs take for some. */
export function isPattern(path: string): boolean {
  return WILDCARD.test(path) || /[[\]{}]|[!@+]\(|^!/.test(path);
}

/** The most names that all patterns of one reading are compared with: a thousand patterns over 20,000 files. */
const MOST_COMPARED = 20_000_000;

/** The folders that the patterns of one reading have searched, and how many names they were compared with. */
export class FolderNames {
  readonly #entries = new Map<string, readonly Dirent[]>();
  #compared = 0;

  /** Whether the limit is exceeded: from then on folders appear empty, and results are incomplete. */
  get isExceeded(): boolean {
    return this.#compared > MOST_COMPARED;
  }

  async entriesOf(folder: string): Promise<readonly Dirent[]> {
    const entries = this.#entries.get(folder) ?? (await readdir(folder, { withFileTypes: true }).catch(() => []));
    this.#entries.set(folder, entries);
    this.#compared += 1 + entries.length;
    return this.isExceeded ? [] : entries;
  }
}

/** What patterns are searched with. */
interface Search {
  readonly boundaryOf: BoundaryOf;
  readonly folders: FolderNames;
  readonly diagnostics: DiagnosticCollector;
}

interface Walk extends Omit<Search, "diagnostics"> {
  readonly names: readonly string[];
  /** Folders by real path and place in the pattern: each is entered once, so that links in a circle end. */
  readonly entered: Set<string>;
  readonly found: Set<string>;
}

/**
 * The files that match a pattern, sorted; none is an error at `source`. `*` is any characters of a name but a dot at its start, `?`
 * any one of them, and `**` any folders. A link to a folder outside the boundary is a result itself, so that it is refused and not
 * missed.
 */
export async function filesMatching(
  pattern: string,
  folder: string,
  { boundaryOf, folders, diagnostics }: Search,
  source?: Source,
): Promise<string[]> {
  const names = pattern
    .split(sep === "\\" ? /[\\/]/ : "/")
    .filter((name, at, all) => (name !== "" || at === 0) && !(name === ANY_FOLDERS && all[at - 1] === ANY_FOLDERS));
  const walk: Walk = { names, boundaryOf, folders, entered: new Set(), found: new Set() };
  const isRooted = names[0] === "" || /^[A-Za-z]:$/.test(names[0] ?? "");
  await visit(isRooted ? resolve(folder, `${names[0]}${sep}`) : folder, isRooted ? 1 : 0, walk);
  if (folders.isExceeded) {
    const message = `With ${showPath(pattern)}, the patterns were compared with more than ${withCommas(MOST_COMPARED)} names of files and folders.`;
    const fix = "Use fewer patterns, or name the files.";
    diagnostics.error("too-many-names", message, source, fix);
    return [];
  }
  if (walk.found.size === 0) {
    const fix =
      "Check the pattern, or remove it. Only `*`, `**` and `?` are wildcards; brackets, braces and `!` are ordinary characters.";
    diagnostics.error("nothing-found", `No file matches ${showPath(pattern)}.`, source, fix);
  }
  return [...walk.found].sort();
}

async function visit(folder: string, at: number, walk: Walk): Promise<void> {
  const name = walk.names[at];
  if (name === undefined || !(await enter(folder, at, walk))) return;
  if (name === ANY_FOLDERS) await visitAnyFolders(folder, at, walk);
  else if (WILDCARD.test(name)) await visitMatches(folder, name, at, walk);
  else if (at < walk.names.length - 1) await visit(join(folder, name), at + 1, walk);
  else if (await isFile(join(folder, name))) walk.found.add(join(folder, name));
}

async function visitAnyFolders(folder: string, at: number, walk: Walk): Promise<void> {
  const isLast = at === walk.names.length - 1;
  if (!isLast) await visit(folder, at + 1, walk);
  for (const entry of await walk.folders.entriesOf(folder)) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (await isFolder(entry, path)) await visit(path, at, walk);
    else if (isLast) walk.found.add(path);
  }
}

async function visitMatches(folder: string, pattern: string, at: number, walk: Walk): Promise<void> {
  const isLast = at === walk.names.length - 1;
  for (const entry of await walk.folders.entriesOf(folder)) {
    if (entry.name.startsWith(".") && !pattern.startsWith(".")) continue;
    if (!matchesWildcards(pattern, entry.name)) continue;
    const path = join(folder, entry.name);
    const isFolderHere = await isFolder(entry, path);
    if (isLast && !isFolderHere) walk.found.add(path);
    else if (!isLast && isFolderHere) await visit(path, at + 1, walk);
  }
}

async function enter(folder: string, at: number, walk: Walk): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || walk.entered.has(`${at}:${real}`)) return false;
  walk.entered.add(`${at}:${real}`);
  if (isWithin(real, await walk.boundaryOf(folder))) return true;
  walk.found.add(folder);
  return false;
}

async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === false;
}

/** Gives, for a folder as it was named, the folder that files named in it may not lead out of, links resolved. */
export type BoundaryOf = (folder: string) => Promise<string>;

/**
 * The boundary is the nearest repository around the folder, else the folder itself: a link in a pull request must not make
 * a message show another file of the machine (S24). Each folder is resolved once.
 */
export function repositoryBoundary(): BoundaryOf {
  const known = new Map<string, Promise<string>>();
  return (folder) => {
    const boundary = known.get(folder) ?? repositoryAround(folder);
    known.set(folder, boundary);
    return boundary;
  };
}

/**
 * A path with all links resolved; undefined, and reported, where it leads out of the boundary, into a `.git` folder, or nowhere.
 * `path` is its name for people; a list has the place in the fleet file that names it.
 */
export async function realPathWithin(
  absolute: string,
  boundary: string,
  path: string,
  diagnostics: DiagnosticCollector,
  source?: Source,
): Promise<string | undefined> {
  const shown = showPath(path);
  try {
    const real = await realpath(absolute);
    if (isInGitFolder(real) || isInGitFolder(absolute)) {
      const message = `${shown} is in a \`.git\` folder; files there are never read.`;
      diagnostics.error("git-folder", message, source, "Name a file outside of `.git`.");
      return undefined;
    }
    if (isWithin(real, boundary)) return real;
    const where = source ? "the fleet file's folder" : "the repository or the folder that it is in";
    const message = `${shown} is a link to a place outside ${where}.`;
    diagnostics.error(source ? "list-outside" : "file-outside", message, source, "Replace the link with the file.");
  } catch (error) {
    if (!isFileError(error)) throw error;
    const code = source ? "no-such-file" : "unreadable-file";
    const message = `${source ? "The list " : ""}${shown} cannot be read: ${reasonOf(error)}.`;
    diagnostics.error(code, message, source, "Check the name and the permissions.");
  }
  return undefined;
}

/** Whether a path goes through a folder or file named `.git`, in any case of letters, as file systems may ignore it. */
export function isInGitFolder(path: string): boolean {
  return path.split(/[\\/]/).some((name) => name.toLowerCase() === ".git");
}

// From the outside in: once inside a repository, a link that leads out of it is not followed to another repository.
async function repositoryAround(folder: string): Promise<string> {
  let boundary: string | undefined;
  for (const ancestor of ancestors(folder).toReversed()) {
    const real = await realpath(ancestor);
    if (boundary !== undefined && !isWithin(real, boundary)) break;
    if (await exists(`${real}${sep}.git`)) boundary = real;
  }
  return boundary ?? realpath(folder);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
