import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { DesiredState, PlateKey } from "../../../allowlist/index.ts";
import type { EditOrigin, EditOrigins, FileHistory } from "../../../plan/index.ts";
import { editedFiles } from "./committed-files.ts";
import { type GitPlace, inRepository, isFleetFile, pathBelow } from "./git-source.ts";
import { eventsOf, type FleetLog, type PlateEvent, readFleetLog } from "./plate-events.ts";

/**
 * What is read of the history: this many commits that touch fleet files or lists, fewer for large files, as git compares this
 * many bytes; this many bytes of patches; for this time. 25 commits of a file with 10,000 cars.
 */
const COMMITS = { most: 500, fewest: 20, bytes: 3 * 1024 * 1024 } as const;
const LIMITS = { bytes: 32 * 1024 * 1024, milliseconds: 1_000 } as const;

/** What git said, once. */
interface Known extends FleetLog {
  readonly cwd: string;
  /** What is said of edits that are older than the log. */
  readonly older: EditOrigin;
  /** Files, from the top of the repository, that are not as the newest commit has them. */
  readonly edited: ReadonlySet<string>;
}

/** Of how many commits files are looked at: fewer of large files, as this many bytes are looked at in all. */
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
  const { cwd } = place;
  const files = desired.files.map(({ path }) => path);
  const most = await commitsToRead(
    files.map((path) => resolve(cwd, path)),
    COMMITS,
  );
  const [log, edited] = await Promise.all([
    readFleetLog(desired, place, { most, limits: LIMITS }),
    inRepository(files, place, editedFiles),
  ]);
  if ("why" in log) return log.why;
  if ("why" in edited) return edited.why;
  const known: Known = {
    ...{ ...log, isCut: log.isCut || log.commits.length >= most, cwd, edited: new Set(edited) },
    older: { kind: "unknown", why: log.isShallow ? "shallow" : "not-read" },
  };
  const originsOf = (plates: ReadonlySet<PlateKey>): EditOrigins => {
    const events = eventsOf(known, plates, desired.interface);
    // What only moved was neither written nor taken away.
    const eventsAbout = (plateKey: PlateKey) => (events.get(plateKey) ?? []).filter(({ change }) => change !== "moved");
    return {
      wrote: (plateKey, file) => wroteOrigin(eventsAbout(plateKey), file, known),
      removed: (plateKey) => removedOrigin(eventsAbout(plateKey), known),
    };
  };
  return { commits: new Map(known.commits.map(({ commit }, at) => [commit, at])), originsOf };
}

function wroteOrigin(events: readonly PlateEvent[], file: string, known: Known): EditOrigin {
  const path = pathBelow(known.root, resolve(known.cwd, file));
  if (path === undefined) return { kind: "unknown", why: "no-repository" };
  const newest = events.find(({ fileNow }) => fileNow === path);
  if (newest && newest.change !== "lost") return newest.isEdge ? known.older : committed(newest);
  const isKnown = newest !== undefined || !known.isCut;
  if (isKnown && known.edited.has(path)) return { kind: "uncommitted", isRow: !isFleetFile(path) };
  return known.older;
}

function removedOrigin(events: readonly PlateEvent[], known: Known): EditOrigin {
  const [newest] = events;
  if (!newest) return known.isCut || known.isShallow ? known.older : { kind: "never" };
  const isRow = !isFleetFile(newest.fileNow);
  if (newest.change !== "lost" && known.edited.has(newest.fileNow))
    return { kind: "uncommitted", isRow, source: fromHere(newest.fileNow, known) };
  const removed = events.find(({ removedLine }) => removedLine !== undefined);
  if (!removed || removed.isEdge) return known.older;
  return { ...committed(removed), source: `${fromHere(removed.file, known)}:${removed.removedLine}` };
}

/** A path from the top of the repository as one from the working folder, like those of fleet files. */
function fromHere(path: string, { root, cwd }: Known): string {
  return relative(cwd, resolve(root, path)).split(/[/\\]/).join("/");
}

function committed({ commit, author, at, file }: PlateEvent): EditOrigin & { readonly kind: "committed" } {
  return { kind: "committed", commit, author, at, isRow: !isFleetFile(file) };
}
