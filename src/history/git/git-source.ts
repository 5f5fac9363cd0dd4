import { posix, relative, resolve } from "node:path";
import { gitIn, repositoryAround, StateError } from "../../state/index.ts";

/** Where fleet files are, in a git repository or not: their paths start at `cwd`. */
export interface GitPlace {
  readonly cwd: string;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Fleet files and the lists beside them; a list may have been named in a fleet file of the past only. */
export const KINDS = ["yaml", "yml", "csv", "txt"];

/** Options of a log with patches. Neither programs that settings name nor committed attributes have a say in what is shown. */
export const PLAIN_PATCHES = [
  ...["--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color", "--text"],
  ...["-M", "-p", "-U0", "-m", "--first-parent"],
];

/** Lists whose rows are cells. */
export const WORKBOOK_KINDS = ["xlsx"];

/** The folders of fleet files, from the top of the repository, and what lies below them that may be of a fleet, as git's pathspecs. */
export function fleetFolders(
  files: readonly string[],
  root: string,
  cwd: string,
  kinds: readonly string[],
): { readonly folders: readonly string[]; readonly paths: readonly string[] } {
  const folders = [...new Set(files.map((file) => posix.dirname(relative(root, resolve(cwd, file)))))];
  const paths = folders.flatMap((folder) => kinds.map((kind) => `:(glob)${posix.join(folder, "**", `*.${kind}`)}`));
  return { folders, paths };
}

/** A commit that changed the fleet files. */
export interface CommittedVersion {
  readonly commit: string;
  readonly author: string;
  /** When it was committed, milliseconds since the epoch. */
  readonly at: number;
}

const MS = 1000;

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`; the branch's
 * own where others were merged. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly CommittedVersion[]> {
  const root = repositoryAround(cwd);
  if (root === undefined) return [];
  const { paths } = fleetFolders(files, root, cwd, [...KINDS, ...WORKBOOK_KINDS]);
  try {
    const log = ["log", "--format=%H%x1f%ct%x1f%an", "--first-parent", "--no-show-signature", `--max-count=${most}`];
    const { code, stdout } = await gitIn(cwd, env)([...log, "--", ...paths]);
    if (code !== 0) return [];
    return stdout.toString("utf8").split("\n").filter(Boolean).map(versionOf);
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

function versionOf(row: string): CommittedVersion {
  const [commit = "", seconds = "", ...author] = row.split("\u001f");
  return { commit, author: author.join(" "), at: Number(seconds) * MS };
}
