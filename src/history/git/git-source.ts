import { posix, relative, resolve, sep } from "node:path";

/** Where fleet files are, in a git repository or not: their paths start at `cwd`. */
export interface GitPlace {
  readonly cwd: string;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a commit did to a file. Paths start at the top of the repository. */
export interface FileChange {
  /** The ids of its content; of zeros for none. */
  readonly before: string;
  readonly after: string;
  readonly isNew: boolean;
  readonly path: string;
  /** The path before; the same where it was not renamed. */
  readonly former: string;
}

const FLEET_FILES = ["yaml", "yml"];
const LISTS = ["csv", "txt", "xlsx"];

/** The pathspec that takes lists away whose rows are cells. */
export const WITHOUT_WORKBOOKS = ":(top,exclude,icase)*.xlsx";

/** Whether a path is that of a fleet file, and not of a list. */
export function isFleetFile(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** Whether a path is that of a list whose rows are cells. */
export function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

/** The path of a file from the top of its repository; undefined for one outside. */
export function pathBelow(root: string, file: string): string | undefined {
  const path = relative(root, file).split(sep).join("/");
  return path.startsWith("../") || path.startsWith("/") || /^[A-Za-z]:/.test(path) ? undefined : path;
}

/** The pathspec of one file, by its path from the top of the repository. */
export function exactly(path: string): string {
  return `:(top,literal)${path}`;
}

/**
 * Git's pathspecs of the files of a fleet, and of what may have been one beside them: a list, or a part of the fleet, may be
 * named no more. Below the top of a repository everything is, and only lists are looked for there. None where all are outside.
 */
export function fleetPaths(files: readonly string[], root: string, cwd: string): readonly string[] {
  const paths = files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []);
  const below = (folder: string, kinds: readonly string[], depth: "*" | "**/*") =>
    kinds.map((kind) => `:(top,glob,icase)${posix.join(folder, `${depth}.${kind}`)}`);
  const folders = [...new Set(paths.map((path) => posix.dirname(path)))];
  return [
    ...paths.map(exactly),
    ...folders.flatMap((folder) => [
      ...below(folder, FLEET_FILES, folder === "." ? "*" : "**/*"),
      ...below(folder, LISTS, "**/*"),
    ]),
  ];
}
