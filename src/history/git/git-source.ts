import { posix, relative, resolve } from "node:path";

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
  kinds: readonly string[] = KINDS,
): { readonly folders: readonly string[]; readonly paths: readonly string[] } {
  const folders = [...new Set(files.map((file) => posix.dirname(relative(root, resolve(cwd, file)))))];
  const paths = folders.flatMap((folder) => kinds.map((kind) => `:(glob)${posix.join(folder, "**", `*.${kind}`)}`));
  return { folders, paths };
}
