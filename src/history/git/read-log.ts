import { posix, relative, resolve } from "node:path";
import { type Git, type GitLimits, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { exactly, type FileChange, fleetPaths, type GitPlace, pathBelow, WITHOUT_WORKBOOKS } from "./git-source.ts";
import { type ChangedRow, changedRows } from "./workbook-rows.ts";

/** A commit that changed files. */
export interface LogCommit {
  readonly commit: string;
  /** UTC. */
  readonly at: string;
  /** The same with the time zone of who committed. */
  readonly writtenAt: string;
  readonly author: string;
  readonly subject: string;
  /** It has no parents. */
  readonly isRoot: boolean;
  readonly files: readonly FileChange[];
}

/** What commits did to the files of a fleet. */
export interface FleetLog {
  /** The top of the repository. */
  readonly root: string;
  /** Newest first. */
  readonly commits: readonly LogCommit[];
  /** Older ones, or other versions of a workbook, were not read. */
  readonly isCut: boolean;
  /** By commit, patches of its text files that have no context lines. */
  readonly patches: ReadonlyMap<string, string>;
  /** By commit, what it did to the rows of workbooks. */
  readonly rows: ReadonlyMap<string, readonly ChangedRow[]>;
  /** The names of what fleet files read cars from, or of what they read at some time: of files, without their folders, or patterns. */
  readonly lists: ReadonlySet<string>;
  /** Older commits are not here: the oldest ones, which have no parents, seem to have written every line. */
  readonly isShallow: boolean;
}

/** A commit that changed the fleet files. */
export interface CommittedVersion extends Pick<LogCommit, "commit" | "author" | "at"> {
  /** Where the files that were asked for stand in it, from the current folder; undefined where that is where they stand now. */
  readonly files?: readonly string[];
}

/** Which commits are read. */
interface LogWish {
  /** No more of them than this. */
  readonly most?: number;
  /** Patches of those with a line that matches this extended regular expression in any case; of workbooks all. */
  readonly search?: string;
  /** Of the commits, and of their patches. */
  readonly limits: GitLimits;
}

const FIELD = "\u001f";
/** Not `^` with the flag `m`: that is also what follows a lone carriage return in a line of a file. No line starts with NUL. */
const COMMIT_START = /(?:^|(?<=\n))\u0000/;
/** Neither programs that settings name, nor committed attributes, nor settings have a say in what is shown. */
const LOG = [
  ...["-c", "log.showRoot=true", "-c", "core.quotePath=false", "log"],
  `--format=%x00${["%H", "%ct", "%P", "%cI", "%an", "%s"].join("%x1f")}`,
  ...["--no-show-signature", "--no-color", "--no-relative", "--encoding=UTF-8", "-M", "-m", "--first-parent"],
];
const FILES = ["--raw", "--no-abbrev"];
const PATCHES = ["-p", "-U0", "--text", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"];
/** A list that a fleet file names in `carsFrom`. */
const LIST = /\bfile: *["']?([^"',}\n]+)/g;
/** The commits that stand on its input. */
const THESE = ["--no-walk=unsorted", "--stdin"];

/**
 * Reads what commits did to the files of a fleet and to lists beside them, text files and workbooks, also while they were
 * elsewhere in the repository; a sentence where git cannot say. Never rejects.
 */
export async function readFleetLog(
  files: readonly string[],
  { cwd, env }: GitPlace,
  { most, search, limits }: LogWish,
): Promise<FleetLog | string> {
  const root = repositoryAround(cwd);
  const paths = root === undefined ? [] : fleetPaths(files, root, cwd);
  if (root === undefined || paths.length === 0) return "there is no git repository here";
  const git = gitIn(cwd, env);
  try {
    const { paths: everywhere, ...log } = await readCommits(git, paths, { most, limits });
    const wanted = search === undefined ? [] : ["--extended-regexp", "-i", `-G${search}|file:`];
    const args = [...wanted, ...PATCHES, "--", ...everywhere, WITHOUT_WORKBOOKS];
    const [texts, books, shallow] = await Promise.all([
      logOf(git, args, { commits: log.commits, limits }),
      changedRows(git, log.commits, limits),
      // The oldest commit of a shallow clone is in every log that reaches back to it.
      log.commits.some(({ isRoot }) => isRoot) ? git(["rev-parse", "--is-shallow-repository"]) : undefined,
    ]);
    const named = texts.pieces.flatMap((piece) => Array.from(piece.matchAll(LIST), ([, name = ""]) => name));
    return {
      ...{ root, ...log, rows: books.rows, isCut: log.isCut || texts.isCut || books.isCut },
      patches: new Map(texts.pieces.map((piece) => [piece.slice(0, piece.indexOf(FIELD)), piece])),
      lists: new Set([...files, ...named].map((name) => posix.basename(name.trim()))),
      isShallow: shallow?.stdout.toString().startsWith("true") === true,
    };
  } catch (error) {
    if (error instanceof StateError) return `git cannot tell: ${error.message}`;
    throw error;
  }
}

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`, also while
 * the files stood elsewhere. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly CommittedVersion[]> {
  const root = repositoryAround(cwd);
  const paths = root === undefined ? [] : fleetPaths(files, root, cwd);
  if (root === undefined || paths.length === 0) return [];
  try {
    const { commits } = await readCommits(gitIn(cwd, env), paths, { most });
    let names: readonly string[] = [...new Set(files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []))];
    let wasMoved = false;
    return commits.map(({ commit, author, at, files: changed }) => {
      const there = wasMoved && { files: names.map((name) => relative(cwd, resolve(root, name))) };
      const before = new Map(changed.map(({ isNew, former, path }) => [path, isNew ? [] : [former]]));
      wasMoved ||= names.some((name) => before.get(name)?.some((former) => former !== name));
      names = names.flatMap((name) => before.get(name) ?? [name]);
      return { commit, author, at, ...there };
    });
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

/**
 * The commits that changed what pathspecs name, the branch's own where others were merged. A file that one moved there from
 * elsewhere seems to begin with it, until its former path is looked at, too.
 * @throws StateError where git cannot say
 */
async function readCommits(
  git: Git,
  paths: readonly string[],
  wish: { readonly most?: number | undefined; readonly limits?: GitLimits },
): Promise<Pick<FleetLog, "commits" | "isCut"> & { readonly paths: readonly string[] }> {
  const { most, limits } = wish;
  const newest = most === undefined ? [] : [`--max-count=${most}`];
  const { pieces, isCut } = await logOf(git, [...newest, ...FILES, "--", ...paths], { limits });
  const commits = pieces.map(commitOf);
  const births = commits.filter(({ isRoot, files }) => !isRoot && files.some(({ isNew }) => isNew));
  const born = new Set(births.flatMap(({ files }) => files.flatMap(({ isNew, path }) => (isNew ? path : []))));
  const moves = await logOf(git, [...FILES, "--diff-filter=R"], { commits: births, limits });
  const moved = moves.pieces.flatMap((piece) => commitOf(piece).files.filter(({ path }) => born.has(path)));
  const former = moved.map((file) => exactly(file.former)).filter((path) => !paths.includes(path));
  return former.length === 0 ? { commits, paths, isCut } : readCommits(git, [...paths, ...former], wish);
}

/** What git shows of commits: of those that are given, or as far back as it goes. One that was cut off is left out. */
async function logOf(
  git: Git,
  args: readonly string[],
  { commits, limits }: { readonly commits?: readonly LogCommit[]; readonly limits?: GitLimits | undefined },
): Promise<{ readonly pieces: readonly string[]; readonly isCut: boolean }> {
  if (commits?.length === 0) return { pieces: [], isCut: false };
  const input = commits && Buffer.from(commits.map(({ commit }) => `${commit}\n`).join(""));
  const more = { ...(input && { input }), ...(limits && { limits }) };
  const { code, stdout, complaint, isCut = false } = await git([...LOG, ...(input ? THESE : []), ...args], more);
  if (code !== 0) throw new StateError("io", complaint || `it ended with ${code}`);
  const pieces = stdout.toString("utf8").split(COMMIT_START);
  return { pieces: pieces.slice(1, isCut ? -1 : undefined), isCut };
}

const LONGEST_AUTHOR = 100;

// A header, and a row for each file: `:100644 100644 OLD NEW M<tab>path`, with both paths of a renamed one.
function commitOf(piece: string): LogCommit {
  const [header = "", ...rows] = piece.split("\n");
  const [commit = "", seconds = "", parents = "", writtenAt = "", author = "", ...subject] = header.split(FIELD);
  const at = new Date(Number(seconds) * 1000);
  return {
    commit,
    at: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
    writtenAt,
    author: author.slice(0, LONGEST_AUTHOR),
    subject: subject.join(" "),
    isRoot: parents === "",
    files: rows.flatMap((row) => {
      const [, before = "", after = "", kind, names] = /^:\d+ \d+ (\w+) (\w+) (\w)\d*\t(.*)$/.exec(row) ?? [];
      const [former = "", path = former] = names?.split("\t").map((name) => name.replace(/^"(.*)"$/, "$1")) ?? [];
      return names === undefined ? [] : [{ before, after, isNew: kind === "A", path, former }];
    }),
  };
}
