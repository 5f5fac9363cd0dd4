import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { DesiredState, PlateKey } from "../../allowlist/index.ts";
import type { EditOrigin, EditOrigins, FileHistory } from "../../plan/index.ts";
import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { editedFiles } from "./committed-files.ts";
import { type GitPlace, isFleetFile, pathBelow } from "./git-source.ts";
import { eventsOf, type PlateEvent } from "./plate-events.ts";
import { type FleetLog, readFleetLog } from "./read-log.ts";

/**
 * What is read of the history: so many commits that touch fleet files or lists, fewer for large files, as git compares so
 * many bytes; so many bytes of patches; so long. 25 commits of a file with 10,000 cars.
 */
const COMMITS = { most: 500, fewest: 20, bytes: 3 * 1024 * 1024 } as const;
const LIMITS = { bytes: 32 * 1024 * 1024, milliseconds: 1_000 } as const;

/** What git said, once. */
interface Known extends FleetLog {
  readonly cwd: string;
  /** What is said of edits that are older than the log. */
  readonly older: Extract<EditOrigin, { kind: "unknown" }>;
  /** Files, from the top of the repository, that are not as the newest commit has them. */
  readonly edited: ReadonlySet<string>;
}

/** Of how many commits files are looked at: fewer of large files, as so many bytes are looked at in all. */
export async function commitsToRead(
  files: readonly string[],
  { most, fewest, bytes }: { readonly most: number; readonly fewest: number; readonly bytes: number },
): Promise<number> {
  const found = await Promise.allSettled(files.map((path) => stat(path)));
  const each = found.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value.size : 0), 1);
  return Math.min(most, Math.max(fewest, Math.floor(bytes / each)));
}

/** Reads the history of the fleet files and their lists, within limits. Never rejects: what is not known is said of each edit. */
export async function readEditOrigins(desired: DesiredState, place: GitPlace): Promise<FileHistory> {
  const { cwd, env } = place;
  const files = desired.files.map(({ path }) => path);
  const most = await commitsToRead(
    files.map((path) => resolve(cwd, path)),
    COMMITS,
  );
  const root = repositoryAround(cwd);
  const paths = root === undefined ? [] : files.flatMap((path) => pathBelow(root, resolve(cwd, path)) ?? []);
  if (root === undefined || paths.length === 0) return "no-repository";
  try {
    const reading = readFleetLog(files, place, { most, limits: LIMITS });
    const [log, edited] = await Promise.all([reading, editedFiles(paths, root, gitIn(cwd, env))]);
    if (typeof log === "string") return "git-failed";
    const { commits, isShallow } = log;
    const before = commits.at(-1)?.at;
    const why = isShallow ? "shallow" : "not-read";
    const known: Known = {
      ...{ ...log, isCut: log.isCut || commits.length >= most, cwd, edited: new Set(edited) },
      older: { kind: "unknown", why, ...(before !== undefined && { before }) },
    };
    const originsOf = (plates: ReadonlySet<PlateKey>): EditOrigins => {
      const events = eventsOf(log, plates, desired.interface);
      // What only moved was neither written nor taken away.
      const eventsAbout = (plateKey: PlateKey) =>
        (events.get(plateKey) ?? []).filter(({ change }) => change !== "moved");
      return {
        wrote: (plateKey, file) => wroteOrigin(eventsAbout(plateKey), file, known),
        removed: (plateKey) => removedOrigin(eventsAbout(plateKey), known),
      };
    };
    return { commits: new Map(commits.map(({ commit }, at) => [commit, at])), originsOf };
  } catch (error) {
    if (error instanceof StateError) return "git-failed";
    throw error;
  }
}

function wroteOrigin(events: readonly PlateEvent[], file: string, known: Known): EditOrigin {
  const path = pathBelow(known.root, resolve(known.cwd, file));
  if (path === undefined) return { kind: "unknown", why: "no-repository" };
  const newest = events.find(({ fileNow }) => fileNow === path);
  if (newest && newest.change !== "lost") return originOf(newest, known);
  const isKnown = newest !== undefined || !known.isCut;
  if (isKnown && known.edited.has(path)) return { kind: "uncommitted", isRow: !isFleetFile(path) };
  return known.older;
}

function removedOrigin(events: readonly PlateEvent[], known: Known): EditOrigin {
  const [newest] = events;
  if (!newest) return known.isCut || known.isShallow ? known.older : { kind: "never" };
  const isThere = newest.change !== "lost";
  if (isThere && known.edited.has(newest.fileNow))
    return { kind: "uncommitted", isRow: !isFleetFile(newest.fileNow), source: fromHere(newest.fileNow, known) };
  const removed = events.find(({ removedLine }) => removedLine !== undefined);
  if (!removed) return { ...known.older, wasNamed: true };
  const origin = originOf(removed, known);
  return origin.kind === "committed"
    ? { ...origin, source: `${fromHere(removed.file, known)}:${removed.removedLine}` }
    : origin;
}

/** A path from the top of the repository as one from the working folder, like those of fleet files. */
function fromHere(path: string, { root, cwd }: Known): string {
  return relative(cwd, resolve(root, path)).split(/[/\\]/).join("/");
}

function originOf({ commit, author, at, isEdge, file }: PlateEvent, known: Known): EditOrigin {
  if (isEdge) return { ...known.older, wasNamed: true };
  return { kind: "committed", commit, author, at, isRow: !isFleetFile(file) };
}
