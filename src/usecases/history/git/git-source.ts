import { posix, relative, resolve, sep } from "node:path";
import { type Git, gitIn, repositoryAround, StateError } from "../../../state/index.ts";

/** Where fleet files are, in a git repository or not: their paths start at `cwd`. */
export interface GitPlace {
  readonly cwd: string;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The repository that files are in. */
export interface Repository {
  /** Its top. */
  readonly root: string;
  readonly git: Git;
  /** The files, by their paths from the top. */
  readonly files: readonly string[];
}

/** What git says of a branch without a commit. */
const NO_COMMIT = /does not have any commits yet/;

/** Why nothing is known of the history of files; `message` is a sentence. */
export interface NoHistory {
  readonly why: "no-repository" | "uncommitted" | "git-failed";
  readonly message: string;
}

const FLEET_FILES = ["yaml", "yml"];
const LISTS = ["csv", "txt", "xlsx"];

/** The pathspec that takes lists away whose rows are cells. */
export const WITHOUT_WORKBOOKS = ":(top,exclude,icase)*.xlsx";

/** Whether a path is that of a fleet file, and not of a list. */
export function isFleetFile(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** Reads something from the repository that files are in, the first one's, where git can say it. */
export async function inRepository<Result>(
  files: readonly string[],
  { cwd, env }: GitPlace,
  read: (repository: Repository) => Promise<Result>,
): Promise<Result | NoHistory> {
  const root = repositoryAround(resolve(cwd, files[0] ?? "."));
  const below = root === undefined ? [] : files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []);
  if (root === undefined || below.length === 0)
    return { why: "no-repository", message: "there is no git repository here" };
  try {
    return await read({ root, git: gitIn(root, env), files: below });
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    if (NO_COMMIT.test(error.message)) return { why: "uncommitted", message: "the git repository here has no commit" };
    return { why: "git-failed", message: `git cannot tell: ${error.message}` };
  }
}

/** Whether a clone is shallow: its oldest commits, which have no parents, seem to have written every line. */
export async function isShallow(git: Git): Promise<boolean> {
  return (await git(["rev-parse", "--is-shallow-repository"])).stdout.toString().startsWith("true");
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
 * named no more. Below the top of a repository everything is, and only lists are looked for there.
 */
export function fleetPaths(files: readonly string[]): readonly string[] {
  const below = (folder: string, kinds: readonly string[], depth: "*" | "**/*") =>
    kinds.map((kind) => `:(top,glob,icase)${posix.join(folder, `${depth}.${kind}`)}`);
  const folders = [...new Set(files.map((path) => posix.dirname(path)))];
  return [
    ...files.map(exactly),
    ...folders.flatMap((folder) => [
      ...below(folder, FLEET_FILES, folder === "." ? "*" : "**/*"),
      ...below(folder, LISTS, "**/*"),
    ]),
  ];
}
