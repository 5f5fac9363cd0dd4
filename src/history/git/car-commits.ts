import type { DesiredState, PlateKey } from "../../allowlist/index.ts";
import type { GitPlace } from "./git-source.ts";
import { eventsOf, type PlateEvent, readFleetLog } from "./plate-events.ts";

/** Rows of one part of the page, with what is missing from them if anything is, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly note?: string } | { readonly note: string };

/** A commit that wrote a plate into a file, took it out, moved its line or changed it; `at` has a time zone. */
export type FleetCommit = Pick<PlateEvent, "commit" | "at" | "author" | "subject" | "file" | "change">;

const SHALLOW = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
const CUT = "older versions were not read, as there are too many";

/** The commits that touched a plate, in any spelling, in the files of a fleet; oldest first. */
export async function carCommits(
  plateKey: PlateKey,
  desired: DesiredState,
  place: GitPlace,
): Promise<Part<FleetCommit>> {
  const log = await readFleetLog(desired, place);
  if ("note" in log) return { note: log.note };
  const events = eventsOf(log, new Set([plateKey]), desired.interface).get(plateKey) ?? [];
  const rows = events
    .filter(({ isEdge }) => !isEdge)
    .map(({ commit, writtenAt: at, author, subject, file, change }) => ({ commit, at, author, subject, file, change }));
  const notes = [...(log.isShallow ? [SHALLOW] : []), ...(log.isCut ? [CUT] : [])];
  return { rows: rows.toReversed(), ...(notes.length > 0 && { note: notes.join("; ") }) };
}
