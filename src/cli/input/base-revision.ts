import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { type DesiredState, type Diagnostic, formatSource } from "../../allowlist/index.ts";
import { isWithin } from "../../process/repository.ts";
import { EXIT } from "../../run/exit-code.ts";
import { type FleetReading, loadFleet } from "../../schema/index.ts";
import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { environment } from "../process/process-info.ts";

/**
 * The fleet files at a git revision. Where they cannot be compared, they wanted nothing, with a warning.
 * Throws a `CommandFailure` (3) as `loadCommitted`.
 */
export async function loadBase(
  reference: string,
  files: readonly string[],
  desired: DesiredState,
): Promise<{ readonly base: DesiredState; readonly warnings: readonly Diagnostic[] }> {
  const reading = await loadCommitted(reference, files, "--base");
  const isComparable = reading.kind === "desired" && reading.desired.mode === desired.mode;
  if (isComparable) return { base: reading.desired, warnings: [] };
  return { base: { ...desired, scopes: [] }, warnings: [incomparable(reference, reading)] };
}

/**
 * Loads fleet files and lists as of a git revision; the repository stays as it is.
 * Throws a `CommandFailure` (3) in the name of `option` without a repository or this revision.
 */
export async function loadCommitted(
  reference: string,
  files: readonly string[],
  option: string,
): Promise<FleetReading> {
  const cwd = process.cwd();
  const [first = "."] = files;
  const root = repositoryAround(resolve(cwd, first));
  if (root === undefined) throw wrongInput(`${option} requires a git repository around ${first}.`);
  const paths = files.map((file) => pathBelow(root, resolve(cwd, file), option));
  const git = gitIn(root, environment());
  const commit = await commitOf(reference, git, option);
  const folder = await mkdtemp(join(tmpdir(), "platectl-base-"));
  try {
    const here = isWithin(cwd, root) ? relative(root, cwd) : "";
    await writeFilesOf(commit, { folders: paths.map(folderOf), files: new Set(paths), option }, git, folder);
    const named = paths.map((path) => relative(here, path) || ".");
    return await loadFleet(named, { cwd: join(folder, here), boundary: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the fleet files wanted at a commit; undefined where they cannot be read there, or were wrong. */
export async function desiredAt(commit: string, files: readonly string[]): Promise<DesiredState | undefined> {
  try {
    const reading = await loadCommitted(commit, files, "git");
    return reading.kind === "desired" ? reading.desired : undefined;
  } catch (error) {
    if (error instanceof CommandFailure || error instanceof StateError) return undefined;
    throw error;
  }
}

function pathBelow(root: string, file: string, option: string): string {
  if (isWithin(file, root)) return relative(root, file);
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

/** What to read from a commit, by paths from the top of the repository. */
interface Wanted {
  /** `.` for all. */
  readonly folders: readonly string[];
  /** Files to read whatever their names. */
  readonly files: ReadonlySet<string>;
  /** The option that asked for them, for messages. */
  readonly option: string;
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
  /** Bytes of the content. */
  readonly size: number;
}

/** How many bytes of files are read at once, unless one alone is larger. */
const MOST_BYTES = 64 * 1024 * 1024;
const LINK = "120000";
const SUBMODULE = "160000";
const FLEET_FILE_OR_LIST = /\.(?:ya?ml|csv|txt|xlsx)$/i;
const PARTIAL = "A clone made with --filter lacks files of other revisions: clone without it";
const PRIVATE_FILE = 0o600;

/**
 * Writes the fleet files and lists of a commit into a folder. Not by a checkout, which runs committed filters.
 * Throws a `CommandFailure` (3) when they cannot be read or written.
 */
async function writeFilesOf(commit: string, wanted: Wanted, git: Git, folder: string): Promise<void> {
  const entries = await entriesOf(commit, wanted, git);
  const write = async ({ path, mode }: TreeEntry, content: Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (mode === LINK) await symlink(content.toString("utf8"), join(folder, path));
    else await writeFile(join(folder, path), content, { mode: PRIVATE_FILE });
  };
  try {
    for (const some of portionsOf(entries)) {
      const contents = await contentsOf(some, git, wanted);
      for (const [at, entry] of some.entries()) await write(entry, contents[at] ?? Buffer.alloc(0));
    }
  } catch (error) {
    if (error instanceof CommandFailure || error instanceof StateError) throw error;
    throw unreadable(
      wanted,
      `cannot be written below ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

// Links come last: no file is written through one.
async function entriesOf(commit: string, wanted: Wanted, git: Git): Promise<readonly TreeEntry[]> {
  const { folders, files } = wanted;
  const paths = folders.includes(".") ? [] : folders;
  const { code, stdout, complaint } = await git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", ...paths]);
  if (code !== 0) throw unreadable(wanted, `cannot be listed (${complaint}). ${PARTIAL}`);
  const entries = stdout
    .toString("utf8")
    .split("\0")
    .filter(Boolean)
    .map((row) => {
      const tab = row.indexOf("\t");
      const [mode = "", , id = "", size] = row.slice(0, tab).split(/ +/);
      return { mode, id, path: row.slice(tab + 1), size: Number(size) };
    })
    .filter(({ mode, path }) => mode !== SUBMODULE && isInside(path))
    .filter(({ mode, path }) => mode === LINK || FLEET_FILE_OR_LIST.test(path) || files.has(path));
  const isLink = ({ mode }: TreeEntry) => Number(mode === LINK);
  return entries.sort((left, right) => isLink(left) - isLink(right));
}

// Git refuses to check out such names, but not to receive them.
function isInside(path: string): boolean {
  return path.split(/[/\\]/).every((part) => part !== "" && part !== "." && part !== "..");
}

function portionsOf(entries: readonly TreeEntry[]): readonly (readonly TreeEntry[])[] {
  const portions: TreeEntry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    bytes += entry.size;
    if (bytes <= MOST_BYTES) portions.at(-1)?.push(entry);
    else {
      portions.push([entry]);
      bytes = entry.size;
    }
  }
  return portions;
}

async function contentsOf(entries: readonly TreeEntry[], git: Git, wanted: Wanted): Promise<readonly Buffer[]> {
  const input = Buffer.from(entries.map(({ id }) => `${id}\n`).join(""));
  const { code, stdout, complaint } = await git(["cat-file", "--batch"], { input });
  const contents: Buffer[] = [];
  let at = 0;
  for (const { id, path } of entries) {
    const end = stdout.indexOf("\n", at);
    const size = new RegExp(`^${id} blob (\\d+)$`).exec(stdout.toString("latin1", at, end))?.[1];
    if (code !== 0 || size === undefined) {
      throw unreadable(wanted, `cannot be read: ${path} is not in this clone (${complaint}). ${PARTIAL}`);
    }
    contents.push(stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}

function unreadable({ option }: Wanted, why: string): CommandFailure {
  return wrongInput(`${option}: the files of that revision ${why}`);
}
