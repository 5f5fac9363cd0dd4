import { dirname, posix, relative, sep } from "node:path";
import type { CommitTime } from "../../allowlist/index.ts";
import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { editedFiles } from "./committed-files.ts";

const MS = 1000;

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
  const path = `:(top,literal)${below}`;
  const git = gitIn(folder, env);
  const output = async (...args: string[]): Promise<string> => {
    const { code, stdout, complaint } = await git(["--no-optional-locks", ...args]);
    if (code !== 0) throw new StateError("io", complaint || `git ended with ${code}`);
    return stdout.toString("utf8").trim();
  };
  try {
    if ((await editedFiles([below], root, git)).length > 0) return { kind: "not-committed" };
    const [seconds = "", ...parents] = (
      await output("log", "-1", "--no-show-signature", "--format=%ct %P", "--", path)
    ).split(" ");
    if (seconds === "") return { kind: "not-committed" };
    // The oldest commit of a shallow clone seems to have written every file that is there.
    if (parents.join("") === "" && (await output("rev-parse", "--is-shallow-repository")) === "true")
      return { kind: "unknown", why: "this clone is shallow, without the commit that last changed the file" };
    return { kind: "committed", at: Number(seconds) * MS };
  } catch (error) {
    if (error instanceof StateError) return { kind: "unknown", why: error.message };
    throw error;
  }
}
