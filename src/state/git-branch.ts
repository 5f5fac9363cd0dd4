import type { Git, GitResult } from "./git-command.ts";
import { StateError } from "./state-error.ts";

/** The files of the state branch at one commit; `commit` is undefined while there is no such branch. */
export interface BranchTip {
  readonly commit: string | undefined;
  /** Object ids by file name. */
  readonly files: ReadonlyMap<string, string>;
}

/** A branch that is only ever moved from a known commit, to its child or to a commit without a past. */
export interface GitBranch {
  /** The tip as it is now; fetches what is missing. */
  readTip(): Promise<BranchTip>;
  readFile(id: string): Promise<Buffer>;
  /** Stores content and gives its object id. */
  storeFile(content: Buffer): Promise<string>;
  /**
   * Puts a commit on top of a tip, or in its place when it is to be the first one; undefined when the branch had moved on.
   * Resolves once the move is durable.
   */
  advance(
    tip: BranchTip,
    files: ReadonlyMap<string, string>,
    message: string,
    isFirst?: boolean,
  ): Promise<BranchTip | undefined>;
}

/** What git says when two moves meet, before either is made. */
const CONTENTION = /stale info|cannot lock ref|failed to lock|incorrect old value|fetch first/i;
const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const AUTHOR = { GIT_AUTHOR_NAME: "platectl", GIT_AUTHOR_EMAIL: "platectl@localhost" };
const COMMITTER = { GIT_COMMITTER_NAME: "platectl", GIT_COMMITTER_EMAIL: "platectl@localhost" };

/** The branch of the repository around `git`'s folder; with a remote, the remote's branch is the truth. */
export function openBranch(git: Git, branch: string, remote: string | undefined): GitBranch {
  const ref = `refs/heads/${branch}`;
  const head = () => (remote === undefined ? localHead(git, ref) : remoteHead(git, remote, ref));
  return {
    async readTip() {
      const commit = await head();
      if (commit === undefined) return { commit, files: new Map() };
      if (remote !== undefined) await fetchCommit(git, remote, ref, commit);
      return { commit, files: await filesOf(git, commit) };
    },
    readFile: async (id) => (await succeed(git, ["cat-file", "blob", id])).stdout,
    storeFile: async (content) => idOf(await succeed(git, ["hash-object", "-w", "--stdin"], { input: content })),
    async advance(tip, files, message, isFirst = false) {
      const commit = await makeCommit(git, isFirst ? undefined : tip.commit, files, message);
      const from = tip.commit ?? "";
      const moved =
        remote === undefined
          ? await git(["update-ref", ref, commit, from])
          : await git([
              "push",
              "--quiet",
              "--no-verify",
              `--force-with-lease=${ref}:${from}`,
              remote,
              `${commit}:${ref}`,
            ]);
      if (moved.code === 0) {
        // What this clone fetched before would keep the past that the branch has lost.
        if (isFirst && remote !== undefined) await git(["update-ref", "-d", keptRef(remote, ref)]);
        return { commit, files };
      }
      // The move may have been made although its confirmation was lost, or another may have come first.
      const now = await head().catch(() => tip.commit);
      if (now === commit) return { commit, files };
      if (now !== tip.commit || CONTENTION.test(moved.complaint)) return undefined;
      throw failure(remote === undefined ? "move the state branch" : `push the state to ${remote}`, moved);
    },
  };
}

async function localHead(git: Git, ref: string): Promise<string | undefined> {
  const { stdout } = await succeed(git, ["for-each-ref", "--format=%(objectname) %(refname)", ref]);
  return idBefore(` ${ref}`, stdout);
}

async function remoteHead(git: Git, remote: string, ref: string): Promise<string | undefined> {
  const { stdout } = await succeed(git, ["ls-remote", "--quiet", remote, ref]);
  return idBefore(`\t${ref}`, stdout);
}

function idBefore(ending: string, listing: Buffer): string | undefined {
  const line = listing
    .toString("utf8")
    .split("\n")
    .find((one) => one.endsWith(ending) && OBJECT_ID.test(one.slice(0, -ending.length)));
  return line?.slice(0, -ending.length);
}

async function fetchCommit(git: Git, remote: string, ref: string, commit: string): Promise<void> {
  const isHere = async () => (await git(["cat-file", "-e", `${commit}^{commit}`])).code === 0;
  if (await isHere()) return;
  const kept = `+${ref}:${keptRef(remote, ref)}`;
  const fetched = await git([
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--refmap=",
    remote,
    kept,
  ]);
  // Another run in this clone may have fetched at the same time, and won.
  if (!(await isHere())) throw failure(`fetch the state from ${remote}`, fetched);
}

function keptRef(remote: string, ref: string): string {
  return ref.replace("refs/heads/", `refs/platectl/${remote}/`);
}

async function filesOf(git: Git, commit: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await succeed(git, ["ls-tree", "-z", commit]);
  const rows = stdout.toString("utf8").split("\0").filter(Boolean);
  return new Map(
    rows.map((row) => {
      const [facts = "", name = ""] = row.split("\t");
      return [name, facts.split(" ")[2] ?? ""];
    }),
  );
}

async function makeCommit(
  git: Git,
  onto: string | undefined,
  files: ReadonlyMap<string, string>,
  message: string,
): Promise<string> {
  const rows = [...files].map(([name, id]) => `100644 blob ${id}\t${name}\0`).join("");
  const tree = idOf(await succeed(git, ["mktree", "-z"], { input: Buffer.from(rows) }));
  const parent = onto === undefined ? [] : ["-p", onto];
  return idOf(
    await succeed(git, ["commit-tree", tree, ...parent, "-m", message], { env: { ...AUTHOR, ...COMMITTER } }),
  );
}

function idOf({ stdout }: GitResult): string {
  const id = stdout.toString("utf8").trim();
  if (OBJECT_ID.test(id)) return id;
  throw new StateError("io", "The state is in git, and git answered something else than an object id.");
}

async function succeed(git: Git, args: readonly string[], more?: Parameters<Git>[1]): Promise<GitResult> {
  const result = await git(args, more);
  if (result.code === 0) return result;
  throw failure(`use the state (git ${args[0]})`, result);
}

function failure(doing: string, { code, complaint }: GitResult): StateError {
  return new StateError(
    "io",
    `Cannot ${doing}: ${complaint || `git ended with ${code}`}. Mend that, or use file:PATH.`,
  );
}
