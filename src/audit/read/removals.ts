import { daysIn, type PlateKey, readPlate, type Scope } from "../../allowlist/index.ts";
import type { JournalRecord, StateView, StoredEntry } from "../../state/index.ts";

/** For each list, the cars that platectl took off last, with the day (YYYY-MM-DD in the file's time zone). */
export type Removals = ReadonlyMap<Scope, ReadonlyMap<PlateKey, string>>;

/** What the journal says of removals; a car that was added again is none. */
export function removalsIn(records: readonly JournalRecord[], view: StateView, timeZone: string): Removals {
  const removals = new Map<Scope, Map<PlateKey, string>>();
  const dayOf = daysIn(timeZone);
  for (const { at, target, entries } of records) {
    if (target !== view.target) continue;
    const day = dayOf(Date.parse(at));
    for (const entry of entries) {
      if (entry.kind === "outcome") note(removals, entry, day, view);
    }
  }
  return removals;
}

function note(
  removals: Map<Scope, Map<PlateKey, string>>,
  { scope, action, cars }: Extract<StoredEntry, { kind: "outcome" }>,
  day: string,
  { rules }: StateView,
): void {
  const removed = removals.get(scope) ?? new Map<PlateKey, string>();
  removals.set(scope, removed);
  for (const { licenseNumber, outcome } of cars) {
    if (outcome !== "verified" && outcome !== "acknowledged") continue;
    const reading = readPlate(licenseNumber, rules);
    if (reading.kind !== "plate") continue;
    if (action === "delete") removed.set(reading.plateKey, day);
    else removed.delete(reading.plateKey);
  }
}
