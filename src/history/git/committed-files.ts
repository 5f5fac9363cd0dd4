import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, posix, relative, resolve, sep } from "node:path";
import type { CommitTime } from "../../allowlist/index.ts";
import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { exactly } from "./git-source.ts";

const SHA1_DIGITS = 40;

/**
 * Those of the files, by their paths from the top of the repository, that the work tree has otherwise than the newest commit, or
 * no more. Not by git's own comparison: that runs the filters that attributes name.
 */
export async function editedFiles(paths: readonly string[], root: string, git: Git): Promise<readonly string[]> {
  const rows = ["-r", "-z", "--full-tree", "--format=%(objectname) %(path)"];
  const { stdout } = await git(["ls-tree", ...rows, "HEAD", "--", ...paths]);
  const committed = new Set(stdout.toString("utf8").split("\0"));
  const digits = stdout.indexOf(" ");
  const judged = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(resolve(root, path)).catch(() => undefined);
      return bytes && committed.has(`${blobId(bytes, digits)} ${path}`) ? [] : [path];
    }),
  );
  return judged.flat();
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/**
 * When the content of a file was committed. A time stamp says nothing of that: a checkout sets it to its own time. `real` is a
 * path without links.
 */
export async function commitTimeOf(
  real: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommitTime> {
  const folder = dirname(real);
  const root = repositoryAround(folder);
  if (root === undefined) return { kind: "not-committed" };
  const below = relative(root, real).split(sep).join(posix.sep);
  const git = gitIn(folder, env);
  const output = async (...args: string[]): Promise<string> => {
    const { code, stdout, complaint } = await git(["--no-optional-locks", ...args]);
    if (code !== 0) throw new StateError("io", complaint || `git ended with ${code}`);
    return stdout.toString("utf8").trim();
  };
  try {
    if ((await editedFiles([below], root, git)).length > 0) return { kind: "not-committed" };
    const newest = await output("log", "-1", "--no-show-signature", "--format=%ct %P", "--", exactly(below));
    const [seconds = "", ...parents] = newest.split(" ");
    if (seconds === "") return { kind: "not-committed" };
    // The oldest commit of a shallow clone seems to have written every file that is there.
    if (parents.join("") === "" && (await output("rev-parse", "--is-shallow-repository")) === "true")
      return { kind: "unknown", why: "this clone is shallow, without the commit that last changed the file" };
    return { kind: "committed", at: Number(seconds) * 1000 };
  } catch (error) {
    if (error instanceof StateError) return { kind: "unknown", why: error.message };
    throw error;
  }
}
