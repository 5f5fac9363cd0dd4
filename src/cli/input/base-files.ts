import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Git, StateError } from "../../state/index.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";

/** What to read from a commit, by paths from the top of the repository. */
export interface Wanted {
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
 * Writes the fleet files and lists of a commit below an empty folder, byte by byte as they were committed. Not by a
 * checkout: that would run the filters that committed attributes name, and read the whole index.
 * @throws CommandFailure (3) when they cannot be read or written.
 */
export async function writeFilesOf(commit: string, wanted: Wanted, git: Git, folder: string): Promise<void> {
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
    throw failure(
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
  if (code !== 0) throw failure(wanted, `cannot be listed (${complaint}). ${PARTIAL}`);
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
      throw failure(wanted, `cannot be read: ${path} is not in this clone (${complaint}). ${PARTIAL}`);
    }
    contents.push(stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}

function failure({ option }: Wanted, why: string): CommandFailure {
  return wrongInput(`${option}: the files of that revision ${why}`);
}
