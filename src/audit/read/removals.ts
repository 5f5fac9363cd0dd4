import { daysIn, type PlateKey, readPlate, type Scope } from "../../allowlist/index.ts";
import type { JournalRecord, StateView, StoredEntry } from "../../state/index.ts";

/** A car that platectl took off a list. */
export interface Removal {
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** When the journal wrote it, UTC. */
  readonly at: string;
  /** The run that did it; absent in journals that do not say. */
  readonly run?: string;
  /** When the journal noted, in the same run, that the list was read back without the car, UTC. */
  readonly readBackAt?: string;
}

/** For each list, the cars that platectl took off last. */
export type Removals = ReadonlyMap<Scope, ReadonlyMap<PlateKey, Removal>>;

type Outcome = Extract<StoredEntry, { kind: "outcome" }>;

/** What the journal says of removals; a car that was added again is none. */
export function removalsIn(records: readonly JournalRecord[], view: StateView, timeZone: string): Removals {
  const removals = new Map<Scope, Map<PlateKey, Removal>>();
  const dayOf = daysIn(timeZone);
  let run: string | undefined;
  // Deletes of the run that were confirmed, and not read back yet.
  let open = new Map<Scope, Set<PlateKey>>();
  for (const { at, target, entries } of records) {
    if (target !== view.target) continue;
    const day = dayOf(Date.parse(at));
    for (const entry of entries) {
      if (entry.kind === "run") {
        run = entry.run;
        open = new Map();
      }
      if (entry.kind === "outcome") note(removals, open, entry, { day, at, ...(run !== undefined && { run }) }, view);
    }
    // A list that still showed one of the cars would have given it another outcome, in this record or before.
    for (const entry of entries) if (entry.kind === "seen") readBack(removals, open, entry.scope, at);
  }
  return removals;
}

function note(
  removals: Map<Scope, Map<PlateKey, Removal>>,
  open: Map<Scope, Set<PlateKey>>,
  { scope, action, cars }: Outcome,
  when: Removal,
  { rules }: StateView,
): void {
  const removed = removals.get(scope) ?? new Map<PlateKey, Removal>();
  removals.set(scope, removed);
  const unread = open.get(scope) ?? new Set<PlateKey>();
  open.set(scope, unread);
  for (const { licenseNumber, outcome } of cars) {
    const reading = readPlate(licenseNumber, rules);
    if (reading.kind !== "plate") continue;
    const { plateKey } = reading;
    unread.delete(plateKey);
    if (outcome !== "verified" && outcome !== "acknowledged") continue;
    if (action === "add") removed.delete(plateKey);
    if (action !== "delete") continue;
    removed.set(plateKey, outcome === "verified" ? { readBackAt: when.at, ...when } : when);
    if (outcome === "acknowledged") unread.add(plateKey);
  }
}

function readBack(
  removals: Map<Scope, Map<PlateKey, Removal>>,
  open: Map<Scope, Set<PlateKey>>,
  scope: Scope,
  at: string,
): void {
  const removed = removals.get(scope);
  for (const plateKey of open.get(scope) ?? []) {
    const removal = removed?.get(plateKey);
    if (removal) removed?.set(plateKey, { readBackAt: at, ...removal });
  }
  open.delete(scope);
}
