import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative } from "node:path";
import { type DesiredState, type Diagnostic, formatSource } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { type FleetReading, loadFleet } from "../schema/index.ts";
import { type Git, gitIn } from "../state/git-command.ts";
import { CommandFailure } from "./failure.ts";

/** What the files desired at the base revision, and what to warn of when that cannot be told. */
export interface BaseReading {
  readonly base: DesiredState;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Loads the fleet files as they were at a git revision. A revision without them, or where they were invalid or in another
 * mode, desired nothing: everything is an edit since then, and a warning says so. Leaves the repository as it is.
 * @throws CommandFailure (3) without a repository, or when this clone lacks the revision.
 */
export async function loadBase(
  reference: string,
  files: readonly string[],
  desired: DesiredState,
): Promise<BaseReading> {
  const cwd = process.cwd();
  const root = await repositoryRoot(gitIn(cwd, process.env));
  const git = gitIn(root, process.env);
  const commit = await commitOf(reference, git);
  const folder = await mkdtemp(join(tmpdir(), "platectl-base-"));
  try {
    const here = relative(root, cwd);
    // A path from the root would name the file of today.
    const named = files.map((file) => (isAbsolute(file) ? relative(cwd, file) : file));
    await checkOut(commit, folder, git, folders(named, here));
    const reading = await loadFleet(named, { cwd: join(folder, here), boundary: folder });
    const isComparable = reading.kind === "desired" && reading.desired.mode === desired.mode;
    if (isComparable) return { base: reading.desired, warnings: [] };
    return { base: { ...desired, scopes: [] }, warnings: [incomparable(reference, reading)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Without it, whoever writes the first good file after a broken one would be blamed for the drift of years.
function incomparable(reference: string, reading: FleetReading): Diagnostic {
  const [first] = reading.kind === "invalid" ? reading.diagnostics : [];
  const why =
    reading.kind === "desired"
      ? `was in ${reading.desired.mode} mode`
      : `could not be read (${first?.source ? `${formatSource(first.source)}: ` : ""}${first?.message ?? "no reason given"})`;
  const message = `At ${reference} the fleet file ${why}, so drift cannot be told from edits: every change counts as this change.`;
  return { severity: "warning", code: "base-not-comparable", message };
}

async function repositoryRoot(git: Git): Promise<string> {
  const { code, stdout } = await git(["rev-parse", "--show-toplevel"]).catch(() => ({ code: 1, stdout: "" }));
  if (code === 0) return stdout.toString().trim();
  throw new CommandFailure(
    EXIT.input,
    "--base needs git and a repository around the fleet file; nothing was contacted",
  );
}

async function commitOf(reference: string, git: Git): Promise<string> {
  const { code, stdout } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${reference}^{commit}`]);
  if (code === 0) return stdout.toString().trim();
  throw new CommandFailure(
    EXIT.input,
    `--base ${JSON.stringify(reference)} is not in this clone; nothing was contacted. A shallow clone lacks it until it is fetched: ` +
      "git fetch --depth=1 origin BRANCH, and then --base FETCH_HEAD",
  );
}

// The folders that may hold the files and their lists: everything before the first wildcard.
function folders(files: readonly string[], here: string): string[] {
  return files.map((file) => {
    const fixed = file.includes("*") ? file.slice(0, file.indexOf("*")) : file;
    return join(here, /\.ya?ml$/i.test(fixed) ? dirname(fixed) : dirname(`${fixed}x`)) || ".";
  });
}

// Into a folder and an index of its own: neither the work tree nor the index of the repository is touched. Folders that were
// not there yet leave nothing behind: everything in them is an edit.
async function checkOut(commit: string, folder: string, git: Git, paths: readonly string[]): Promise<void> {
  const env = { GIT_INDEX_FILE: join(folder, ".index") };
  await git([`--work-tree=${folder}`, "checkout", commit, "--", ...paths], { env });
}
