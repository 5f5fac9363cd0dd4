import { resolve } from "node:path";
import { type Git, type GitLimits, StateError } from "../../../state/index.ts";
import { exactly, fleetPaths, type GitPlace, inRepository, type Repository } from "./git-source.ts";

/** What a commit did to a file. Paths start at the top of the repository. */
export interface FileChange {
  /** The ids of its content; of zeros for none. */
  readonly before: string;
  readonly after: string;
  readonly path: string;
  /** The path before; the same where it was not renamed, and undefined for a new file. */
  readonly former: string | undefined;
}

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
  readonly changes: readonly FileChange[];
  /** Where newer commits moved files of the fleet: what the files are called now, by their paths in this one. */
  readonly names?: ReadonlyMap<string, string>;
  /** Then where the files are in it, too. */
  readonly files?: readonly string[];
}

/** The commits that changed what pathspecs name. */
export interface ReadCommits {
  readonly paths: readonly string[];
  /** Newest first. */
  readonly commits: readonly LogCommit[];
  /** Older ones, or other versions of a workbook, were not read. */
  readonly isCut: boolean;
}

/** Which commits are read: no more than `most`; `limits` are of what git says of them, and of their patches. */
export interface LogWish {
  readonly most?: number;
  readonly limits: GitLimits;
}

/** The limits where all commits are wanted. */
export const ALL_COMMITS = { bytes: 256 * 1024 * 1024, milliseconds: 60_000 } as const;
/** Separates the fields of a commit, of which the first one is its name. */
export const FIELD = "\u001f";
/** Not `^` with the flag `m`: that is also what follows a lone carriage return in a line of a file. No line starts with NUL. */
const COMMIT_START = /(?:^|(?<=\n))\u0000/;
/** Neither programs that settings name, nor committed attributes, nor settings have a say in what is shown. */
const LOG = [
  ...["-c", "log.showRoot=true", "-c", "core.quotePath=false", "log"],
  `--format=%x00${["%H", "%ct", "%P", "%cI", "%an", "%s"].join("%x1f")}`,
  ...["--no-show-signature", "--no-color", "--no-relative", "--encoding=UTF-8", "-M", "-m", "--first-parent"],
];
const FILES = ["--raw", "--no-abbrev"];
/** The commits that are on its input. */
const THESE = ["--no-walk=unsorted", "--stdin"];

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`, also while
 * the files stood elsewhere. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  place: GitPlace,
): Promise<readonly LogCommit[]> {
  const wish = { most, limits: ALL_COMMITS };
  const log = await inRepository(files, place, (repository) => readCommits(repository, wish));
  return "why" in log ? [] : log.commits;
}

/**
 * The commits that changed what pathspecs name, the branch's own where others were merged. A file that one moved there from
 * elsewhere seems to begin with it, until its former path is looked at, too.
 */
export async function readCommits(
  repository: Repository,
  wish: LogWish,
  paths = fleetPaths(repository.files),
): Promise<ReadCommits> {
  const { git } = repository;
  const { most, limits } = wish;
  const newest = most === undefined ? [] : [`--max-count=${most}`];
  const { pieces, isCut } = await logOf(git, [...newest, ...FILES, "--", ...paths], limits);
  const commits = pieces.map(commitOf);
  const isNew = ({ former }: FileChange) => former === undefined;
  const births = commits.filter(({ isRoot, changes }) => !isRoot && changes.some(isNew));
  const born = new Set(births.flatMap(({ changes }) => changes.filter(isNew).map(({ path }) => path)));
  const moves = await logOf(git, [...FILES, "--diff-filter=R"], limits, births);
  const moved = moves.pieces.flatMap((piece) => commitOf(piece).changes.filter(({ path }) => born.has(path)));
  const former = moved.map((file) => exactly(file.former ?? "")).filter((path) => !paths.includes(path));
  if (former.length > 0) return readCommits(repository, wish, [...paths, ...former]);
  return { commits: withNames(commits, repository), paths, isCut };
}

function withNames(commits: readonly LogCommit[], { root, files }: Repository): readonly LogCommit[] {
  let names: ReadonlyMap<string, string> = new Map(files.map((file) => [file, file]));
  let moved: Pick<LogCommit, "names" | "files"> = {};
  return commits.map((commit) => {
    const named = { ...commit, ...moved };
    const others = commit.changes.filter(({ path, former }) => former !== path && names.has(path));
    if (others.length === 0) return named;
    const formers = new Map(others.map(({ path, former }) => [path, former]));
    const before = [...names].flatMap(([path, now]) => {
      const former = formers.has(path) ? formers.get(path) : path;
      return former === undefined ? [] : [[former, now] as const];
    });
    names = new Map(before);
    if (moved.names || others.some(({ former }) => former !== undefined))
      moved = { names, files: Array.from(names.keys(), (path) => resolve(root, path)) };
    return named;
  });
}

/** What git shows of commits: of those that are given, or as far back as it goes. One that was cut off is left out. */
export async function logOf(
  git: Git,
  args: readonly string[],
  limits: GitLimits,
  commits?: readonly LogCommit[],
): Promise<{ readonly pieces: readonly string[]; readonly isCut: boolean }> {
  if (commits?.length === 0) return { pieces: [], isCut: false };
  const input = commits && Buffer.from(commits.map(({ commit }) => `${commit}\n`).join(""));
  const all = [...LOG, ...(input ? THESE : []), ...args];
  const { code, stdout, complaint, isCut = false } = await git(all, { limits, ...(input && { input }) });
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
    changes: rows.flatMap((row) => {
      const [, before = "", after = "", kind, names] = /^:\d+ \d+ (\w+) (\w+) (\w)\d*\t(.*)$/.exec(row) ?? [];
      const [former = "", path = former] = names?.split("\t").map((name) => name.replace(/^"(.*)"$/, "$1")) ?? [];
      return names === undefined ? [] : [{ before, after, path, former: kind === "A" ? undefined : former }];
    }),
  };
}
