import type { DesiredState, PlateKey } from "../../allowlist/index.ts";
import type { GitPlace } from "./git-source.ts";
import { eventsOf, type PlateEvent } from "./plate-events.ts";
import { readFleetLog } from "./read-log.ts";

/** Rows of one part of the page, with what is missing from them if anything is, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly note?: string } | { readonly note: string };

/** A commit that wrote a plate into a file, took it out, moved its line or changed it; `at` has a time zone. */
export type FleetCommit = Pick<PlateEvent, "commit" | "at" | "author" | "subject" | "file" | "change">;

const SHALLOW = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
const CUT = "older versions of workbooks were not read, as there are too many";
/** What is read at most of the versions of workbooks, and of patches of one plate. */
const LIMITS = { bytes: 128 * 1024 * 1024, milliseconds: 30_000 } as const;
const SEPARATORS = "[ .·-]*";

/** The commits that touched a plate, in any spelling, in the files of a fleet; oldest first. */
export async function carCommits(
  plateKey: PlateKey,
  { files, interface: rules }: DesiredState,
  place: GitPlace,
): Promise<Part<FleetCommit>> {
  const paths = files.map(({ path }) => path);
  const log = await readFleetLog(paths, place, { search: anySpelling(plateKey), limits: LIMITS });
  if (typeof log === "string") return { note: log };
  const events = eventsOf(log, new Set([plateKey]), rules).get(plateKey) ?? [];
  const rows = events
    .filter(({ isEdge }) => !isEdge)
    .map(({ commit, writtenAt: at, author, subject, file, change }) => ({ commit, at, author, subject, file, change }));
  const notes = [...(log.isShallow ? [SHALLOW] : []), ...(log.isCut ? [CUT] : [])];
  return { rows: rows.toReversed(), ...(notes.length > 0 && { note: notes.join("; ") }) };
}

function anySpelling(plateKey: string): string {
  return [...plateKey]
    .map((letter) => (/[0-9A-Z]/.test(letter) ? letter : `(${letter}|${letter.toLowerCase()})`))
    .join(SEPARATORS);
}
