import type { CommitGap } from "../../allowlist/index.ts";
import { type Git, type GitLimits, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { exactly, type FleetPaths, fleetPaths, type GitPlace } from "./git-source.ts";
import { workbookPatches } from "./workbook-patches.ts";

/** What commits did to the files of a fleet. */
export interface FleetLog {
  /** The top of the repository. */
  readonly root: string;
  /** The log with patches that have no context lines, newest first. */
  readonly text: string;
  /** Older commits, or other versions of a workbook, were not read. */
  readonly isCut: boolean;
  /** Older commits are not here: the oldest ones, which have no parents, seem to have written every line. */
  readonly isShallow: boolean;
}

/** Why there is no log. */
export interface NoLog {
  readonly gap: Extract<CommitGap, "no-repository" | "git-failed">;
  readonly note: string;
}

/** Which commits are read. */
export interface LogWish {
  /** No more of them than this. */
  readonly most?: number;
  /** Those with a line that matches this extended regular expression in any case; of workbooks all. */
  readonly search?: string;
  readonly limits: GitLimits;
}

const NUL = "\u0000";
const FIELD = "\u001f";
/** Not `^` with the flag `m`: that is also what follows a lone carriage return in a line of a file. */
const COMMIT_START = /(?:^|(?<=\n))\u0000/;
/** How `git log` is asked to print a commit. A line of a file never starts with NUL. */
const FORMAT = `--format=%x00${["%H", "%ct", "%P", "%cI", "%an", "%s"].join("%x1f")}`;
const LOG = ["-c", "log.showRoot=true", "-c", "core.quotePath=false", "log", FORMAT];
/** Neither programs that settings name, nor committed attributes, nor settings have a say in what is shown. */
const PLAIN = [
  ...["--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color", "--text", "--no-relative"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--encoding=UTF-8", "-M", "-m", "--first-parent", "--summary"],
];
const RENAMES = [
  ...["log", "--no-walk=unsorted", "--format=", "--no-show-signature", "--diff-filter=R", "-M"],
  ...["--name-status", "-z", "-m", "--first-parent"],
];

/**
 * Reads what commits did to the files of a fleet and to lists beside them, text files and workbooks, also while they were
 * elsewhere in the repository. Never rejects.
 */
export async function readFleetLog(
  files: readonly string[],
  { cwd, env }: GitPlace,
  wish: LogWish,
): Promise<FleetLog | NoLog> {
  const root = repositoryAround(cwd);
  const paths = root === undefined ? undefined : fleetPaths(files, root, cwd);
  if (root === undefined || !paths?.texts.length)
    return { gap: "no-repository", note: "there is no git repository here" };
  const git = gitIn(cwd, env);
  try {
    const read = await readWithFormerPaths(git, paths, wish);
    // The oldest commit of a shallow clone is in every log that reaches back to it, but for those that look for a plate.
    const mayBeShallow = wish.search !== undefined || commitsIn(read.text).some(({ isRoot }) => isRoot);
    const shallow = mayBeShallow ? (await git(["rev-parse", "--is-shallow-repository"])).stdout.toString() : "";
    return { root, ...read, isShallow: shallow.startsWith("true") };
  } catch (error) {
    if (error instanceof StateError) return { gap: "git-failed", note: `git cannot tell: ${error.message}` };
    throw error;
  }
}

/** A commit of the log. */
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
}

const LONGEST_AUTHOR = 100;

/** The commits of a log, newest first. */
export function commitsIn(text: string): LogCommit[] {
  const pieces = text.split(COMMIT_START).slice(1);
  return pieces.map((piece) => commitOf(piece.slice(0, piece.indexOf("\n"))));
}

/** The commit of a line that begins with NUL, without it. */
export function commitOf(header: string): LogCommit {
  const [commit = "", seconds = "", parents = "", writtenAt = "", author = "", ...subject] = header.split(FIELD);
  const at = new Date(Number(seconds) * 1000);
  return {
    commit,
    at: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
    writtenAt,
    author: author.slice(0, LONGEST_AUTHOR),
    subject: subject.join(" "),
    isRoot: parents === "",
  };
}

type Read = Pick<FleetLog, "text" | "isCut">;

// A file that a commit moved there from elsewhere seems to begin with it, until its former path is looked at, too.
async function readWithFormerPaths(git: Git, paths: FleetPaths, wish: LogWish): Promise<Read> {
  const { came, ...read } = await readOnce(git, paths, wish);
  const former = await formerPaths(git, came, wish.limits);
  const isKnown = (path: string) => paths.texts.includes(path) || paths.workbooks.includes(path);
  const added = former.filter((path) => !isKnown(path));
  if (added.length === 0) return read;
  const isWorkbook = (path: string) => /\.xlsx$/i.test(path);
  const all = {
    texts: [...paths.texts, ...added.filter((path) => !isWorkbook(path))],
    workbooks: [...paths.workbooks, ...added.filter(isWorkbook)],
  };
  return readWithFormerPaths(git, all, wish);
}

/** How `--summary` names a file that came with a commit. */
const CAME = /(?<=\n) create mode \d+ "?(.*?)"?(?=\n|$)/g;
/** So many commits with new files are looked at, the newest: they are arguments of one command. */
const MOST_BIRTHS = 10_000;

/** Where files that come with commits of the log were before those moved them there. */
async function formerPaths(git: Git, text: string, limits: GitLimits): Promise<readonly string[]> {
  const commits = new Set<string>();
  const born = new Set<string>();
  for (const piece of text.split(COMMIT_START).slice(1)) {
    const { commit, isRoot } = commitOf(piece.slice(0, piece.indexOf("\n")));
    if (isRoot) continue;
    for (const [, file = ""] of piece.matchAll(CAME)) {
      commits.add(commit);
      born.add(file);
    }
  }
  if (commits.size === 0) return [];
  const renames = await renamesOf(git, [...commits].slice(0, MOST_BIRTHS), limits);
  return renames.flatMap(({ from, to }) => (born.has(to) ? [exactly(from)] : []));
}

/** The files that commits moved, by their paths from the top of the repository, wherever they were. */
export async function renamesOf(
  git: Git,
  commits: readonly string[],
  limits?: GitLimits,
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  const { stdout } = await git([...RENAMES, ...commits, "--"], limits && { limits });
  const words = stdout.toString("utf8").split(NUL);
  return words.flatMap((word, at) => {
    const [from, to = ""] = words.slice(at + 1, at + 3);
    return /^\s*R[0-9]{1,3}$/.test(word) && from !== undefined ? [{ from, to }] : [];
  });
}

interface ReadOnce extends Read {
  /** The log, or one that has the commits with new files at least. */
  readonly came: string;
}

async function readOnce(
  git: Git,
  { texts, workbooks }: FleetPaths,
  { most, search, limits }: LogWish,
): Promise<ReadOnce> {
  const log = [...LOG, ...(most === undefined ? [] : [`--max-count=${most}`])];
  const patches = [...PLAIN, "-p", "-U0", "--", ...texts];
  const [text, books, added] = await Promise.all([
    git(search === undefined ? [...log, ...patches] : [...log, "--extended-regexp", "-i", `-G${search}`, ...patches], {
      limits,
    }),
    workbookPatches(git, log, workbooks, limits),
    search === undefined ? undefined : git([...log, "--diff-filter=A", ...PLAIN, "--", ...texts], { limits }),
  ]);
  if (text.code !== 0) throw new StateError("io", text.complaint || `it ended with ${text.code}`);
  const isCut = text.isCut === true || books.isCut;
  const read = withWorkbooks(text.stdout.toString("utf8"), books.byCommit);
  return { text: read, isCut, came: added ? `${read}\n${added.stdout.toString("utf8")}` : read };
}

// Both parts come newest first; commits that changed workbooks alone are put in by their times.
function withWorkbooks(log: string, books: Awaited<ReturnType<typeof workbookPatches>>["byCommit"]): string {
  if (books.size === 0) return log;
  const waiting = new Map(books);
  const pieces: string[] = [];
  const secondsOf = (header: string) => Number(header.split(FIELD)[1]);
  for (const piece of log.split(COMMIT_START).slice(1)) {
    const commit = piece.slice(0, piece.indexOf(FIELD));
    const own = waiting.get(commit);
    waiting.delete(commit);
    for (const [other, { header, patch }] of waiting) {
      if (secondsOf(header) <= secondsOf(piece.slice(0, piece.indexOf("\n")))) break;
      pieces.push(`${header}\n${patch}`);
      waiting.delete(other);
    }
    pieces.push(own ? `${piece}${piece.endsWith("\n") ? "" : "\n"}${own.patch}` : piece);
  }
  for (const { header, patch } of waiting.values()) pieces.push(`${header}\n${patch}`);
  return pieces.map((piece) => `${NUL}${piece}`).join("");
}
