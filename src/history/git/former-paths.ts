import { posix } from "node:path";
import type { Git } from "../../state/index.ts";

/** Where files of these folders (from the top of the repository) were before they were moved there from elsewhere in the repository, as git's pathspecs. */
export async function formerPaths(
  git: Git,
  folders: readonly string[],
  kinds: readonly string[],
): Promise<readonly string[]> {
  const known = new Set(folders.map((folder) => posix.relative(".", folder)));
  // Nothing comes from elsewhere when the whole repository is looked at.
  if (known.has("")) return [];
  const files = new Set<string>();
  const isKnown = (path: string) => files.has(path) || foldersAbove(path).some((folder) => known.has(folder));
  for (const { from, to } of await moves(git, kinds)) if (isKnown(to) && !isKnown(from)) files.add(from);
  return [...files].map((path) => `:(top,literal)${path}`);
}

/** `a` and `a/b` for `a/b/c.yaml`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

interface Move {
  readonly from: string;
  readonly to: string;
}

// Newest first.
async function moves(git: Git, kinds: readonly string[]): Promise<readonly Move[]> {
  const shown = [
    "--format=",
    "--no-show-signature",
    "--diff-filter=R",
    "-M",
    "--name-status",
    "-z",
    "-m",
    "--first-parent",
  ];
  const { stdout } = await git(["log", ...shown, "--", ...kinds.map((kind) => `:(top,glob)**/*.${kind}`)]);
  const words = stdout.toString("utf8").split("\u0000");
  return words.flatMap((word, at) => {
    const [from, to] = words.slice(at + 1, at + 3);
    return /^\s*R[0-9]{1,3}$/.test(word) && from !== undefined && to !== undefined ? [{ from, to }] : [];
  });
}
