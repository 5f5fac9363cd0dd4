import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type CommitTime, withCommas } from "../../allowlist/index.ts";
import { type DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import { type BoundaryOf, FolderNames, filesMatching, isPattern, realPathWithin, repositoryBoundary } from "./globs.ts";
import { shownPath } from "./read-file.ts";

const FLEET_FILE = /^[^.].*\.ya?ml$/;

/** A fleet file that is to be read. */
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
  if (isPattern(named)) return filesMatching(named, context.cwd, context);
  const fix = "Check the name, or write a starter file with `platectl init`.";
  context.diagnostics.error("no-such-file", `The file ${showPath(named)} does not exist.`, undefined, fix);
  return [];
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

// The boundary is that of the folder.
async function realFile(absolute: string, folder: string, path: string, { boundaryOf, diagnostics }: LoadContext) {
  return realPathWithin(absolute, await boundaryOf(folder), path, diagnostics);
}

/** The most bytes of all files of one reading; a list counts each time that it is named, for its cars do. */
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
/** What one counts at least: to find and open a file takes time, too. */
const LEAST_BYTES = 256;

/** Finds out when the content of a file was committed; the path has no links. */
type FindCommitTime = (real: string) => Promise<CommitTime>;

/** Where fleet files are searched. */
export interface LoadOptions {
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** A folder that no file may lead out of, instead of the repository around it. */
  readonly boundary?: string;
  /** Finds out when a list was committed (`maxAge`); without it, its time stamp counts. */
  readonly commitTime?: FindCommitTime;
  /** Milliseconds since the epoch, instead of the clock: when the acceptances of warnings end (`policy.accept`). */
  readonly now?: number;
}

/** What all steps of one reading share: where files are, how much may be read, and where errors are reported. */
export interface LoadContext {
  /** The working folder. */
  readonly cwd: string;
  readonly boundaryOf: BoundaryOf;
  readonly folders: FolderNames;
  readonly total: TotalSize;
  readonly commitTime: FindCommitTime;
  readonly diagnostics: DiagnosticCollector;
}

/** What one reading starts with. */
export function createLoadContext(
  { cwd, boundary, commitTime }: LoadOptions,
  diagnostics: DiagnosticCollector,
): LoadContext {
  const boundaryOf = boundary === undefined ? repositoryBoundary() : () => realpath(boundary);
  return {
    cwd: resolve(cwd),
    boundaryOf,
    folders: new FolderNames(),
    total: new TotalSize(),
    commitTime: commitTime ?? (async () => ({ kind: "not-committed" })),
    diagnostics,
  };
}

/** How much the files of one reading hold together. */
class TotalSize {
  #bytes = 0;

  /** Whether files were left out. */
  get isExceeded(): boolean {
    return this.#bytes > MAX_TOTAL_BYTES;
  }

  /** Adds what something takes; false, and reported the first time, when all of it is too large together. */
  add(bytes: number, diagnostics: DiagnosticCollector): boolean {
    const wasExceeded = this.isExceeded;
    this.#bytes += Math.max(bytes, LEAST_BYTES);
    if (!this.isExceeded) return true;
    const message = `The files together have more than ${withCommas(MAX_TOTAL_BYTES)} bytes; a list counts each time that it is named, and a workbook as it is unpacked.`;
    if (!wasExceeded) diagnostics.error("files-too-large", message, undefined, "Plan the fleet in several parts.");
    return false;
  }
}
