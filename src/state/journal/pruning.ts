import type { Steps } from "../../runtime/steps.ts";
import { type FoldRules, snapshotSteps } from "./compaction.ts";
import type { JournalRecord } from "./record.ts";

/** What pruning leaves, and how many records it drops. */
export interface Pruning {
  readonly dropped: number;
  readonly kept: number;
  /** The records of the journal: a snapshot of the older ones, then the younger ones as they were. */
  readonly records: readonly JournalRecord[];
  /** The records that are left of each archive, in the order of the archives; undefined for one that stays as it is. */
  readonly archives: readonly (readonly JournalRecord[] | undefined)[];
}

/**
 * Drops what was written before an instant (ISO 8601, UTC). The fold of what is left is that of the whole, for every
 * target. A run that was under way at that instant stays whole: the outcomes of its writes belong to the run in which they began.
 */
export function* pruneSteps(
  records: readonly JournalRecord[],
  archives: readonly (readonly JournalRecord[])[],
  view: FoldRules,
  before: string,
): Steps<Pruning> {
  const cut = startOfRunAround(records, countBefore(records, before));
  const older = records.slice(0, cut);
  const younger = records.slice(cut);
  const pruned = archives.map((archive) => pruneArchive(archive, before));
  const isSnapshot = older.every(({ entries }) => entries.every(({ kind }) => kind === "snapshot"));
  const at = older.at(-1)?.at ?? before;
  return {
    dropped: pruned.reduce((sum, { dropped }) => sum + dropped, isSnapshot ? 0 : cut),
    kept: pruned.reduce((sum, { kept }) => sum + kept, younger.length),
    records: isSnapshot ? records : (yield* snapshotSteps(older, view, at)).concat(younger),
    archives: pruned.map(({ left }) => left),
  };
}

function pruneArchive(records: readonly JournalRecord[], before: string) {
  const dropped = countBefore(records, before);
  const younger = records.slice(dropped);
  return { dropped, kept: younger.length, left: dropped === 0 && younger.length > 0 ? undefined : younger };
}

function countBefore(records: readonly JournalRecord[], before: string): number {
  const first = records.findIndex(({ at }) => at >= before);
  return first < 0 ? records.length : first;
}

function startOfRunAround(records: readonly JournalRecord[], cut: number): number {
  // The end of the journal is the end of its last run; and where another run starts, the one before it was killed.
  if (records[cut]?.entries[0]?.kind === "run" || cut === records.length) return cut;
  let start = cut;
  for (const [at, { entries }] of records.slice(0, cut).entries()) {
    for (const { kind } of entries) {
      if (kind === "run") start = at;
      else if (kind === "end") start = cut;
    }
  }
  return start;
}
