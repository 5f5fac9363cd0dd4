import { requireReadableSize, StateError } from "../state-error.ts";
import type { Git, GitResult } from "./git-command.ts";

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
  /** Rejects with a `StateError`, before it is read, when it is larger than a journal may be. */
  readFile(id: string): Promise<Buffer>;
  /** Stores content and gives its object id. */
  storeFile(content: Buffer): Promise<string>;
  /** Puts a commit on top of a tip unless another move came first. Resolves once the move is durable. */
  advance(tip: BranchTip, files: ReadonlyMap<string, string>, message: string): Promise<Advance>;
}

/** The result of an attempt to move the branch. */
export type Advance =
  | { readonly kind: "moved"; readonly tip: BranchTip }
  /** `lockFile`: the file by which another git, which may be long gone, kept this one from moving the branch. */
  | { readonly kind: "lost"; readonly lockFile: string | undefined };

/** What git says when two moves meet, before either is made. */
const CONTENTION = /stale info|cannot lock ref|failed to lock|incorrect old value|fetch first/i;
const LOCK_FILE = /Unable to create '([^'\n]+\.lock)': File exists/;
const UNKNOWN_HOST = /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/;
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
      const files = remote === undefined ? undefined : await filesHere(git, commit);
      if (remote !== undefined && !files) await fetchCommit(git, remote, ref, commit);
      return { commit, files: files ?? (await filesOf(git, commit)) };
    },
    async readFile(id) {
      const size = (await succeed(git, ["cat-file", "-s", id])).stdout.toString("latin1");
      requireReadableSize(`on the branch ${branch}`, Number(size));
      return (await succeed(git, ["cat-file", "blob", id])).stdout;
    },
    storeFile: async (content) => idOf(await succeed(git, ["hash-object", "-w", "--stdin"], { input: content })),
    async advance(tip, files, message) {
      const commit = await makeCommit(git, tip.commit, files, message);
      const from = tip.commit ?? "";
      const moved = await (remote === undefined
        ? git(["update-ref", ref, commit, from])
        : push(git, remote, `${commit}:${ref}`, `${ref}:${from}`));
      if (moved.code === 0) return { kind: "moved", tip: { commit, files } };
      // The move may have been made although its confirmation was lost, or another may have come first.
      const now = await head().catch(() => tip.commit);
      if (now === commit) return { kind: "moved", tip: { commit, files } };
      const lockFile = LOCK_FILE.exec(moved.complaint)?.[1];
      if (now !== tip.commit || lockFile !== undefined || CONTENTION.test(moved.complaint)) {
        return { kind: "lost", lockFile };
      }
      throw failure(remote === undefined ? "move the state branch" : `push the state to ${remote}`, moved);
    },
  };
}

function push(git: Git, remote: string, move: string, lease: string): Promise<GitResult> {
  const options = ["--quiet", "--no-verify", "--recurse-submodules=no", `--force-with-lease=${lease}`];
  return git(["push", ...options, remote, move]);
}

async function localHead(git: Git, ref: string): Promise<string | undefined> {
  const { stdout } = await succeed(git, ["for-each-ref", "--format=%(objectname) %(refname)", ref]);
  return idBefore(` ${ref}`, stdout);
}

async function remoteHead(git: Git, remote: string, ref: string): Promise<string | undefined> {
  await requireRemote(git, remote);
  const { stdout } = await succeed(git, ["ls-remote", "--quiet", remote, ref]);
  return idBefore(`\t${ref}`, stdout);
}

// For a remote that is not configured, git would take a folder of that name, which anyone can commit, and run its hooks.
async function requireRemote(git: Git, remote: string): Promise<void> {
  if ((await git(["config", "--get-all", `remote.${remote}.url`])).stdout.length > 1) return;
  throw new StateError(
    "io",
    `There is no remote ${JSON.stringify(remote)} in this clone. Add it with git remote add, or name another state.`,
  );
}

function idBefore(ending: string, listing: Buffer): string | undefined {
  const line = listing
    .toString("utf8")
    .split("\n")
    .find((one) => one.endsWith(ending) && OBJECT_ID.test(one.slice(0, -ending.length)));
  return line?.slice(0, -ending.length);
}

async function fetchCommit(git: Git, remote: string, ref: string, commit: string): Promise<void> {
  const kept = `+${ref}:${keptRef(remote, ref)}`;
  const fetched = await git([
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    ...(await wholeFetch(git, remote)),
    "--refmap=",
    remote,
    kept,
  ]);
  // Another run in this clone may have fetched at the same time, and won.
  if (!(await filesHere(git, commit))) throw failure(`fetch the state from ${remote}`, fetched);
}

// A partial clone has commits without their files, tells the server that it has them, and fetches none by itself here.
async function wholeFetch(git: Git, remote: string): Promise<readonly string[]> {
  const isPartial = (await git(["config", "--type=bool", "--get", `remote.${remote}.promisor`])).code === 0;
  return isPartial ? ["--refetch", "--no-filter"] : [];
}

/** The files of a commit, if it is here with all of them. */
async function filesHere(git: Git, commit: string): Promise<ReadonlyMap<string, string> | undefined> {
  if ((await git(["cat-file", "-e", `${commit}^{commit}`])).code !== 0) return undefined;
  const files = await filesOf(git, commit);
  const input = Buffer.from([...files.values()].map((id) => `${id}\n`).join(""));
  const { code, stdout } = await git(["cat-file", "--batch-check"], { input });
  return code === 0 && !stdout.includes(" missing\n") ? files : undefined;
}

function keptRef(remote: string, ref: string): string {
  return ref.replace("refs/heads/", `refs/platectl/${remote}/`);
}

async function filesOf(git: Git, commit: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await succeed(git, ["ls-tree", "-z", "--full-tree", commit]);
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
  throw new StateError("io", "The state is in git, and git answered something other than an object id.");
}

async function succeed(git: Git, args: readonly string[], more?: Parameters<Git>[1]): Promise<GitResult> {
  const result = await git(args, more);
  if (result.code === 0) return result;
  throw failure(`use the state (git ${args[0]})`, result);
}

function failure(doing: string, { code, complaint }: GitResult): StateError {
  const advice = UNKNOWN_HOST.test(complaint)
    ? "ssh does not know the key of that host: compare the key with what the host's owner publishes, and add it to known_hosts"
    : "Fix that";
  return new StateError(
    "io",
    `Cannot ${doing}: ${complaint || `git ended with ${code}`}. ${advice}, or use file:PATH.`,
  );
}
