import { daysIn, type PlateKey, readPlate, type Scope } from "../../allowlist/index.ts";
import type { JournalRecord, StateView, StoredEntry } from "../../state/index.ts";

/** A car that platectl put on a list, took off it, or found there. */
export interface JournalChange {
  readonly action: "add" | "delete" | "listed";
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** When the journal wrote it, UTC. */
  readonly at: string;
  /** The run that did it; absent in journals that do not say. */
  readonly run?: string;
  /** When the journal noted, in the same run, that the list was read back so, UTC. */
  readonly readBackAt?: string;
}

/** For each list, what was done to each car, oldest first. */
export type JournalChanges = ReadonlyMap<Scope, ReadonlyMap<PlateKey, readonly JournalChange[]>>;

type Outcome = Extract<StoredEntry, { kind: "outcome" }>;
type Cars = Map<PlateKey, JournalChange[]>;

/** What the journal says of cars that were put on lists and taken off them: confirmed changes alone. */
export function journalChanges(records: readonly JournalRecord[], view: StateView, timeZone: string): JournalChanges {
  const lists = new Map<Scope, Cars>();
  const dayOf = daysIn(timeZone);
  let run: string | undefined;
  // Cars of the run whose changes were confirmed, and not read back yet.
  let open = new Map<Scope, Set<PlateKey>>();
  for (const { at, target, entries } of records) {
    if (target !== view.target) continue;
    const day = dayOf(Date.parse(at));
    for (const entry of entries) {
      if (entry.kind === "run") {
        run = entry.run;
        open = new Map();
      }
      if (entry.kind === "adopted" || entry.kind === "snapshot") noteListed(lists, entry, { day, at }, view);
      if (entry.kind === "outcome") note(lists, open, entry, { day, at, ...(run !== undefined && { run }) }, view);
    }
    // A list that was not as the server had said would have given the car another outcome, in this record or before.
    for (const entry of entries) if (entry.kind === "seen") readBack(lists, open, entry.scope, at);
  }
  return lists;
}

function noteListed(
  lists: Map<Scope, Cars>,
  { scope, cars }: Pick<Extract<StoredEntry, { kind: "adopted" | "snapshot" }>, "scope" | "cars">,
  when: Omit<JournalChange, "action">,
  { rules }: StateView,
): void {
  const list = lists.get(scope) ?? new Map<PlateKey, JournalChange[]>();
  lists.set(scope, list);
  for (const car of cars) {
    const reading = readPlate(car.licenseNumber, rules);
    if (reading.kind !== "plate" || ("deletedOn" in car && car.deletedOn !== undefined)) continue;
    list.set(reading.plateKey, [...(list.get(reading.plateKey) ?? []), { action: "listed", ...when }]);
  }
}

function note(
  lists: Map<Scope, Cars>,
  open: Map<Scope, Set<PlateKey>>,
  { scope, action, cars, parkingUser }: Outcome,
  when: Omit<JournalChange, "action">,
  { rules }: StateView,
): void {
  if ((action !== "add" && action !== "delete") || parkingUser !== undefined) return;
  const list = lists.get(scope) ?? new Map<PlateKey, JournalChange[]>();
  lists.set(scope, list);
  const unread = open.get(scope) ?? new Set<PlateKey>();
  open.set(scope, unread);
  for (const { licenseNumber, outcome } of cars) {
    const reading = readPlate(licenseNumber, rules);
    if (reading.kind !== "plate") continue;
    const { plateKey } = reading;
    unread.delete(plateKey);
    if (outcome !== "verified" && outcome !== "acknowledged") continue;
    const isVerified = outcome === "verified";
    const own = list.get(plateKey) ?? [];
    list.set(plateKey, own);
    own.push({ action, ...(isVerified && { readBackAt: when.at }), ...when });
    if (!isVerified) unread.add(plateKey);
  }
}

function readBack(lists: Map<Scope, Cars>, open: Map<Scope, Set<PlateKey>>, scope: Scope, at: string): void {
  const list = lists.get(scope);
  for (const plateKey of open.get(scope) ?? []) {
    const own = list?.get(plateKey) ?? [];
    const last = own.at(-1);
    if (last) own[own.length - 1] = { readBackAt: at, ...last };
  }
  open.delete(scope);
}
