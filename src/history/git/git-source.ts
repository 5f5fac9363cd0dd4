import { posix, relative, resolve, sep } from "node:path";

/** Where fleet files are, in a git repository or not: their paths start at `cwd`. */
export interface GitPlace {
  readonly cwd: string;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Git's pathspecs of the files of a fleet, and of what may have been one beside them. */
export interface FleetPaths {
  readonly texts: readonly string[];
  /** Lists whose rows are cells. */
  readonly workbooks: readonly string[];
}

const FLEET_FILES = ["yaml", "yml"];
const TEXT_LISTS = ["csv", "txt"];
const WORKBOOK = /\.xlsx$/i;

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
 * What may be of a fleet: a list, or a part of the fleet, may be named no more. Below the top of a repository everything is, and
 * only lists are looked for there.
 */
export function fleetPaths(files: readonly string[], root: string, cwd: string): FleetPaths {
  const paths = files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []);
  const below = (folder: string, kinds: readonly string[], depth: "*" | "**/*") =>
    kinds.map((kind) => `:(top,glob,icase)${posix.join(folder, `${depth}.${kind}`)}`);
  const folders = [...new Set(paths.map((path) => posix.dirname(path)))];
  const named = paths.filter((path) => !WORKBOOK.test(path));
  return {
    texts: [
      ...named.map(exactly),
      ...folders.flatMap((folder) => [
        ...below(folder, FLEET_FILES, folder === "." ? "*" : "**/*"),
        ...below(folder, TEXT_LISTS, "**/*"),
      ]),
    ],
    workbooks: folders.flatMap((folder) => below(folder, ["xlsx"], "**/*")),
  };
}
