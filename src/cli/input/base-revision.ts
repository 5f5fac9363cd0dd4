import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type DesiredState, type Diagnostic, formatSource } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { type FleetReading, loadFleet } from "../../schema/index.ts";
import { type Git, gitIn, repositoryAround } from "../../state/index.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { environment } from "../process/process-info.ts";
import { writeFilesOf } from "./base-files.ts";

/** The desired state at the base revision, with a warning when it cannot be compared. */
export interface BaseReading {
  readonly base: DesiredState;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Loads the fleet files as they were at a git revision. A revision without them, or where they were invalid or in another
 * mode, desired nothing: every change is an edit since then, with a warning.
 * @throws CommandFailure (3) as `loadCommitted`.
 */
export async function loadBase(
  reference: string,
  files: readonly string[],
  desired: DesiredState,
): Promise<BaseReading> {
  const reading = await loadCommitted(reference, files, "--base");
  const isComparable = reading.kind === "desired" && reading.desired.mode === desired.mode;
  if (isComparable) return { base: reading.desired, warnings: [] };
  return { base: { ...desired, scopes: [] }, warnings: [incomparable(reference, reading)] };
}

/**
 * Loads the fleet files and their lists as they were at a git revision. Does not change the repository.
 * @throws CommandFailure (3) in the name of `option`, without a repository, or when this clone lacks the revision.
 */
export async function loadCommitted(
  reference: string,
  files: readonly string[],
  option: string,
): Promise<FleetReading> {
  const cwd = process.cwd();
  const root = repositoryAround(cwd);
  if (root === undefined) {
    throw wrongInput(`${option} requires a git repository around ${cwd}.`);
  }
  const paths = files.map((file) => pathBelow(root, resolve(cwd, file), option));
  const git = gitIn(cwd, environment());
  const commit = await commitOf(reference, git, option);
  const folder = await mkdtemp(join(tmpdir(), "platectl-base-"));
  try {
    const here = relative(root, cwd);
    await writeFilesOf(commit, { folders: paths.map(folderOf), files: new Set(paths), option }, git, folder);
    const named = paths.map((path) => relative(here, path) || ".");
    return await loadFleet(named, { cwd: join(folder, here), boundary: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pathBelow(root: string, file: string, option: string): string {
  const path = relative(root, file);
  if (path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)) return path;
  throw wrongInput(`${option}: ${file} is not in the git repository ${root}, so it has no history there.`);
}

// Without the warning, the first valid file after a broken one would be blamed for all drift.
function incomparable(reference: string, reading: FleetReading): Diagnostic {
  const [first] = reading.kind === "invalid" ? reading.diagnostics : [];
  const why =
    reading.kind === "desired"
      ? `was in ${reading.desired.mode} mode`
      : `could not be read (${first?.source ? `${formatSource(first.source)}: ` : ""}${first?.message ?? "no reason given"})`;
  const message = `At ${reference} the fleet file ${why}, so edits and drift cannot be told apart: every change is shown as an edit.`;
  return { severity: "warning", code: "base-not-comparable", message };
}

async function commitOf(reference: string, git: Git, option: string): Promise<string> {
  const question = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${reference}^{commit}`];
  const { code, stdout, complaint } = await git(question);
  if (code === 0) return stdout.toString().trim();
  if (complaint !== "") throw wrongInput(`${option}: ${complaint}`);
  throw new CommandFailure(
    EXIT.input,
    `${option} ${JSON.stringify(reference)} is not in this clone; nothing was contacted. A shallow clone lacks it until it is fetched: ` +
      `git fetch --depth=1 origin BRANCH, and then ${option} FETCH_HEAD`,
  );
}

// The folder that holds a file and its lists, or the part of a folder or pattern before its first wildcard.
function folderOf(path: string): string {
  const fixed = path.slice(0, path.search(/[*?[\]{}()!+@]|$/));
  return dirname(/\.ya?ml$/i.test(fixed) ? fixed : `${fixed}x`);
}
