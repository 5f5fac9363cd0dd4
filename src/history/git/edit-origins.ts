import { stat } from "node:fs/promises";
import { posix, relative, resolve, sep } from "node:path";
import type { CommitGap, DesiredState, PlateKey, PlateRules } from "../../allowlist/index.ts";
import type { EditOrigin, EditOrigins, FileHistory } from "../../plan/index.ts";
import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { editedFiles } from "./committed-files.ts";
import { commitsIn, eventsOf, type LogWish, type PlateEvent, readFleetLog } from "./fleet-log.ts";
import { type GitPlace, WORKBOOK_KINDS } from "./git-source.ts";

/**
 * What is read of the history: so many commits that touch fleet files or lists, fewer for large files, as git compares so
 * many bytes; so many bytes of patches; so long. 25 commits of a file with 10,000 cars.
 */
const MOST_COMMITS = 500;
const FEWEST_COMMITS = 20;
const MOST_COMPARED_BYTES = 3 * 1024 * 1024;
const LIMITS = { bytes: 32 * 1024 * 1024, milliseconds: 2_000 } as const;

const WORKBOOK = /\.xlsx$/i;
const FLEET_FILE = /\.ya?ml$/i;

/** What git said, once. */
interface Reading {
  readonly root: string;
  readonly log: string;
  /** Why older edits are not in the log; undefined when it is the whole history. */
  readonly gap: CommitGap | undefined;
  readonly isShallow: boolean;
  /** When the oldest commit in it was made, UTC. */
  readonly oldest: string | undefined;
  /** Files, from the top of the repository, that are not as the newest commit has them. */
  readonly edited: ReadonlySet<string>;
}

/** Reads the history of the fleet files and their lists, within limits. Never rejects: what is not known is said of each edit. */
export async function readEditOrigins(desired: DesiredState, place: GitPlace): Promise<FileHistory> {
  const reading = await readHistory(desired, place).catch((error: unknown): CommitGap => {
    if (error instanceof StateError) return "git-failed";
    throw error;
  });
  if (typeof reading === "string") return reading;
  const known = { ...reading, cwd: place.cwd };
  return (plates) => originsFrom(known, plates, desired.interface);
}

async function readHistory({ files }: DesiredState, { cwd, env }: GitPlace): Promise<Reading | CommitGap> {
  const root = repositoryAround(cwd);
  if (root === undefined) return "no-repository";
  const git = gitIn(cwd, env);
  const paths = files.map(({ path }) => pathBelow(root, resolve(cwd, path))).filter((path) => path !== undefined);
  if (paths.length === 0) return "no-repository";
  const most = await commitsToRead(paths, root);
  const [{ log, complaint, isCut }, edited] = await Promise.all([
    readFleetLog(git, { ...pathspecs(paths), commits: [`--max-count=${most}`], limits: LIMITS }),
    editedFiles(paths, root, git),
  ]);
  const commits = commitsIn(log);
  const isRooted = commits.some(({ isRoot }) => isRoot);
  const isShallow = isRooted && (await git(["rev-parse", "--is-shallow-repository"])).stdout.toString().startsWith("t");
  const gap = complaint !== undefined ? "git-failed" : isCut || commits.length >= most ? "not-read" : undefined;
  return { root, log, gap, isShallow, oldest: commits.at(-1)?.at, edited: new Set(edited) };
}

async function commitsToRead(paths: readonly string[], root: string): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(resolve(root, path)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 1);
  return Math.min(MOST_COMMITS, Math.max(FEWEST_COMMITS, Math.floor(MOST_COMPARED_BYTES / bytes)));
}

/** The files themselves, and what else is or was beside them: a list, or a part of the fleet, may be named no more. */
function pathspecs(paths: readonly string[]): Pick<LogWish, "texts" | "workbooks"> {
  const folders = [...new Set(paths.filter((path) => FLEET_FILE.test(path)).map((path) => posix.dirname(path)))];
  const named = (isMeant: (path: string) => boolean) => paths.filter(isMeant).map((path) => `:(top,literal)${path}`);
  const beside = (folder: string, kinds: readonly string[]) =>
    kinds.map((kind) => `:(top,glob)${posix.join(folder, `*.${kind}`)}`);
  return {
    texts: [
      ...named((path) => !WORKBOOK.test(path)),
      ...folders.flatMap((folder) => [
        ...beside(folder, ["yaml", "yml"]),
        ...beside(posix.join(folder, "**"), ["csv", "txt"]),
      ]),
    ],
    workbooks: [
      ...named((path) => WORKBOOK.test(path)),
      ...folders.flatMap((folder) => beside(posix.join(folder, "**"), WORKBOOK_KINDS)),
    ],
  };
}

function pathBelow(root: string, file: string): string | undefined {
  const path = relative(root, file).split(sep).join("/");
  return path.startsWith("../") || path.startsWith("/") || /^[A-Za-z]:/.test(path) ? undefined : path;
}

interface Known extends Reading {
  readonly cwd: string;
}

function originsFrom(known: Known, plates: ReadonlySet<PlateKey>, rules: PlateRules): EditOrigins {
  const events = eventsOf(known.log, plates, rules);
  // What only moved was neither written nor taken away.
  const eventsAbout = (plateKey: PlateKey) => (events.get(plateKey) ?? []).filter(({ change }) => change !== "moved");
  return {
    wrote(plateKey, file) {
      const path = pathBelow(known.root, resolve(known.cwd, file));
      if (path === undefined) return { kind: "unknown", why: "no-repository" };
      const own = eventsAbout(plateKey).filter((event) => event.file === path);
      return wroteOrigin(own, path, known);
    },
    removed: (plateKey) => removedOrigin(eventsAbout(plateKey), known),
  };
}

function wroteOrigin([newest]: readonly PlateEvent[], path: string, known: Known): EditOrigin {
  if (newest && newest.change !== "lost") return originOf(newest, known);
  const isKnown = newest !== undefined || known.gap === undefined;
  if (isKnown && known.edited.has(path)) return { kind: "uncommitted", isRow: isRow(path) };
  return unknownFrom(known);
}

function removedOrigin(events: readonly PlateEvent[], known: Known): EditOrigin {
  const [newest] = events;
  if (!newest) return known.gap || known.isShallow ? unknownFrom(known) : { kind: "never" };
  const isThere = newest.change !== "lost";
  if (isThere && known.edited.has(newest.file))
    return { kind: "uncommitted", isRow: isRow(newest.file), source: fromHere(newest.file, known) };
  const removed = events.find(({ removedLine }) => removedLine !== undefined);
  if (!removed) return { ...unknownFrom(known), wasNamed: true };
  const origin = originOf(removed, known);
  return origin.kind === "committed"
    ? { ...origin, source: `${fromHere(removed.file, known)}:${removed.removedLine}` }
    : origin;
}

/** A path from the top of the repository as one from the working folder, like those of fleet files. */
function fromHere(path: string, { root, cwd }: Known): string {
  return relative(cwd, resolve(root, path)).split(sep).join("/");
}

function unknownFrom({ gap, isShallow, oldest }: Known): Extract<EditOrigin, { kind: "unknown" }> {
  const why = isShallow ? "shallow" : (gap ?? "not-read");
  return { kind: "unknown", why, ...(oldest !== undefined && { before: oldest }) };
}

function originOf({ commit, author, at, isRoot, file }: PlateEvent, known: Known): EditOrigin {
  if (isRoot && known.isShallow) return { ...unknownFrom(known), wasNamed: true };
  return { kind: "committed", commit, author, at, isRow: isRow(file) };
}

function isRow(file: string): boolean {
  return !FLEET_FILE.test(file);
}
