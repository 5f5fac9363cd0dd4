import type { Scope } from "../../allowlist/index.ts";
import type { Memory, RememberedScope } from "../../run/ports/index.ts";
import { byTarget, foldJournal, type StateView } from "./fold.ts";
import { listSnapshots } from "./list-files.ts";
import type { JournalRecord, SnapshotEntry } from "./record.ts";

/** Journals up to this many bytes are left alone: reading one of this size takes a fraction of a second. */
export const COMPACT_ABOVE_BYTES = 16 * 1024 * 1024;
/** Compaction must at least halve the journal, else it would soon come again. */
export const WORTHWHILE_SHARE = 0.5;
/** Cars in one snapshot entry, so that no line grows without bound. */
const CARS_PER_SNAPSHOT = 1000;

/** How the records of every target are folded. */
export type FoldRules = Pick<StateView, "rules" | "timeZone">;

/**
 * Records whose fold is that of the given ones, for every target, and stays so whatever is appended to both; when each car was
 * last written is forgotten, and which requests may have been too large. `known` is what the records are known to say of one target: that takes the time and the memory of a fold.
 */
export function snapshotOf(
  records: readonly JournalRecord[],
  { rules, timeZone }: FoldRules,
  at: string,
  known?: { readonly target: string; readonly memory: Memory },
): readonly JournalRecord[] {
  const snapshots: JournalRecord[] = [];
  for (const [target, own] of byTarget(records)) {
    const view = { target, rules, ...(timeZone !== undefined && { timeZone }) };
    const memory = known?.target === target ? known.memory : foldJournal(own, view);
    for (const [scope, remembered] of memory) {
      for (const entry of snapshotsOf(scope, remembered)) snapshots.push({ at, target, entries: [entry] });
    }
  }
  return snapshots;
}

function snapshotsOf(scope: Scope, known: RememberedScope): SnapshotEntry[] {
  const { lastCount, seen, touched, wasRead, baseline, openDeletes } = known;
  const cars = Array.from(known.entries.values(), ({ licenseNumber, features, uncertain, plateKey }) => {
    const deletedOn = openDeletes?.get(plateKey);
    return {
      licenseNumber,
      features,
      ...(uncertain && { uncertain }),
      ...(deletedOn !== undefined && { deletedOn }),
    };
  });
  const notListed = [...(known.notListed ?? [])];
  const shared = {
    kind: "snapshot",
    scope,
    ...(lastCount !== undefined && { lastCount }),
    ...(seen && { seen }),
    touched,
    wasRead,
    ...(baseline && { baseline }),
  } as const;
  const parts = Math.max(1, Math.ceil(Math.max(cars.length, notListed.length) / CARS_PER_SNAPSHOT));
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part * CARS_PER_SNAPSHOT, (part + 1) * CARS_PER_SNAPSHOT];
    return {
      ...shared,
      ...(part === 0 && onceOf(known)),
      cars: cars.slice(from, to),
      ...(from < notListed.length && { notListed: notListed.slice(from, to) }),
    };
  });
}

/** What the first part of a snapshot alone says. */
function onceOf({ recent, deletesAllowed, lists, unclear, withoutEffect }: RememberedScope): Partial<SnapshotEntry> {
  return {
    ...(recent && { recent }),
    ...(deletesAllowed && { deletesAllowed }),
    ...(lists && { lists: listSnapshots(lists) }),
    ...(unclear && { unclear }),
    ...(withoutEffect && { withoutEffect: [...withoutEffect.values()] }),
  };
}
