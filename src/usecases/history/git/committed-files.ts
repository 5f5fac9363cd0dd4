import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { CommitTime } from "../../../allowlist/index.ts";
import { StateError } from "../../../state/index.ts";
import { exactly, inRepository, type Repository } from "./git-source.ts";

/**
 * Those of the files that the work tree has otherwise than the newest commit, or no more. Not by git's own comparison: that
 * runs the filters that attributes name.
 */
export async function editedFiles({ root, git, files }: Repository): Promise<readonly string[]> {
  const there = files.filter((path) => existsSync(resolve(root, path)));
  const rows = ["-r", "-z", "--full-tree", "--format=%(objectname) %(path)"];
  const [tree, ids] = await Promise.all([
    git(["ls-tree", ...rows, "HEAD", "--", ...files]),
    git(["hash-object", "--no-filters", "--stdin-paths"], { input: Buffer.from(`${there.join("\n")}\n`) }),
  ]);
  const committed = new Set(tree.stdout.toString("utf8").split("\0"));
  const idsNow = ids.stdout.toString("utf8").split("\n");
  const same = new Set(there.filter((path, at) => committed.has(`${idsNow[at]} ${path}`)));
  return files.filter((path) => !same.has(path));
}

/**
 * When the content of a file was committed. A time stamp says nothing of that: a checkout sets it to its own time. `real` is a
 * path without links.
 */
export async function commitTimeOf(
  real: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommitTime> {
  const found = await inRepository([real], { cwd: dirname(real), env }, async (repository): Promise<CommitTime> => {
    const output = async (...args: string[]): Promise<string> => {
      const { code, stdout, complaint } = await repository.git(["--no-optional-locks", ...args]);
      if (code !== 0) throw new StateError("io", complaint || `it ended with ${code}`);
      return stdout.toString("utf8").trim();
    };
    if ((await editedFiles(repository)).length > 0) return { kind: "not-committed" };
    const file = repository.files.map(exactly);
    const newest = await output("log", "-1", "--no-show-signature", "--format=%ct %P", "--", ...file);
    const [seconds = "", ...parents] = newest.split(" ");
    if (seconds === "") return { kind: "not-committed" };
    // The oldest commit of a shallow clone seems to have written every file that is there.
    if (parents.join("") === "" && (await output("rev-parse", "--is-shallow-repository")) === "true")
      return { kind: "unknown", why: "this clone is shallow, without the commit that last changed the file" };
    return { kind: "committed", at: Number(seconds) * 1000 };
  });
  if (!("message" in found)) return found;
  return found.why !== "git-failed" ? { kind: "not-committed" } : { kind: "unknown", why: found.message };
}
