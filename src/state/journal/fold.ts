import { isDeepStrictEqual } from "node:util";
import { type LiveEntry, type PlateKey, type PlateRules, readPlate, type Scope } from "../../allowlist/index.ts";
import type { CarToWrite, Memory, OutcomeKind } from "../../ports/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { JournalRecord, SnapshotEntry, StoredEntry } from "./record.ts";
import {
  countDelete,
  dayOf,
  newScope,
  releaseUndone,
  remembered,
  type ScopeState,
  uncountDelete,
  undoneOf,
} from "./scope-state.ts";

/** Whose memory: a target's fingerprint, and how its plates are compared. */
export interface StateView {
  readonly target: string;
  readonly rules: PlateRules;
}

type Action = "add" | "delete";

/** What is known of one car on one list; undefined when nothing is. */
type Known = LiveEntry | "not-listed" | undefined;

interface CarState {
  readonly plateKey: PlateKey;
  /** What holds now: listed, in doubt (`uncertain`), or not listed. */
  now: Known;
  /** What held before the last intent; a write that did nothing leads back here. */
  before: Known;
  /** The features that the last add asked for; an outcome does not repeat them. */
  asked: readonly string[];
}

type CarOutcome = { readonly licenseNumber: string; readonly outcome: OutcomeKind; readonly inDoubt?: true };

/**
 * What the journal says about one target. A function of the records in their order and nothing else: what a run that
 * died left behind is the fold of what it had appended. What parking users hold is not remembered: it can always be read.
 */
export function foldJournal(records: Iterable<JournalRecord>, { target, rules }: StateView): Memory {
  const scopes = new Map<Scope, ScopeState<CarState>>();
  let day = "";
  for (const record of records) {
    if (record.target !== target) continue;
    // A clock that was set back must not bring back what is past.
    const own = record.at.slice(0, "YYYY-MM-DD".length);
    if (own > day) day = own;
    for (const entry of record.entries) foldEntry(scopes, entry, { rules, day });
  }
  return new Map([...scopes].map(([scope, state]) => [scope, remembered(scope, state, day)]));
}

/** The records of each target, in the order of the targets' fingerprints. */
export function byTarget(records: readonly JournalRecord[]): readonly (readonly [string, readonly JournalRecord[]])[] {
  return [...groupBy(records, ({ target }) => target)].sort(([left], [right]) => (left < right ? -1 : 1));
}

interface Folding {
  readonly rules: PlateRules;
  /** Day of the record, UTC, YYYY-MM-DD. */
  readonly day: string;
}

function foldEntry(scopes: Map<Scope, ScopeState<CarState>>, entry: StoredEntry, folding: Folding): void {
  const { rules } = folding;
  if (entry.kind === "run" || entry.kind === "end") return;
  const scope = scopes.get(entry.scope) ?? newScope<CarState>();
  scopes.set(entry.scope, scope);
  switch (entry.kind) {
    case "intent":
    case "outcome":
      foldWrite(scope, entry, folding);
      return;
    case "deletes-planned":
      scope.deletesAllowed = entry.allowed ?? false;
      countCars(scope, entry.count, folding);
      return;
    case "adopted":
    case "forgotten":
      foldSaid(scope, entry, rules);
      return;
    case "snapshot":
      restore(scope, entry, rules);
      return;
    case "undone":
      scope.undone = undoneOf(entry, rules);
      return;
    case "released":
      for (const { licenseNumber } of entry.cars) releaseUndone(scope, licenseNumber, rules);
      return;
    case "seen":
      scope.lastCount = entry.count;
      return;
    case "list-read":
      scope.wasRead = true;
      return;
    case "list-not-offered":
    case "repeated":
      return;
    default:
      entry satisfies never;
  }
}

/** What a human says of cars. */
type SaidEntry = Extract<StoredEntry, { kind: "adopted" | "forgotten" }>;

function foldSaid(scope: ScopeState<CarState>, entry: SaidEntry, rules: PlateRules): void {
  scope.touched = true;
  if (entry.kind === "forgotten") for (const car of entry.cars) forget(carState(scope, car, rules));
  else {
    for (const car of entry.cars) place(carState(scope, car, rules), car);
    if (entry.whole) adoptWhole(scope);
  }
}

type WriteEntry = Extract<StoredEntry, { kind: "intent" | "outcome" }>;

function countCars(scope: ScopeState<CarState>, count: number, { day }: Folding): void {
  const counts = dayOf(scope, day);
  counts.most = Math.max(counts.most, count);
}

function foldWrite(scope: ScopeState<CarState>, entry: WriteEntry, { rules, day }: Folding): void {
  const { action } = entry;
  if (action === "detach") return;
  if (entry.kind === "intent") {
    for (const sent of entry.cars) {
      const car = carState(scope, sent, rules);
      if (car && action === "delete") countDelete(scope, car.plateKey, day);
      intend(car, action, sent);
    }
    return;
  }
  for (const car of entry.cars) {
    if (car.outcome !== "not-sent") scope.touched = true;
    if (car.outcome === "verified") scope.wasRead = true;
    const known = carState(scope, car, rules);
    if (known && action === "delete") closeDelete(scope, known.plateKey, car);
    applyOutcome(known, action, car);
  }
}

function intend(car: CarState | undefined, action: Action, sent: CarToWrite): void {
  if (!car) return;
  car.before = car.now;
  if (action === "add") car.asked = sent.features;
  car.now = unresolved(car, action, sent.licenseNumber);
}

function closeDelete(scope: ScopeState<CarState>, plateKey: PlateKey, { outcome, inDoubt }: CarOutcome): void {
  if (outcome === "not-sent" || (outcome === "rejected" && !inDoubt)) uncountDelete(scope, plateKey);
  else if (outcome !== "unknown") scope.openDeletes.delete(plateKey);
}

function applyOutcome(
  car: CarState | undefined,
  action: Action,
  { licenseNumber, outcome, inDoubt }: CarOutcome,
): void {
  if (!car) return;
  switch (outcome) {
    case "verified":
      // The list itself says so: nothing need be remembered.
      car.now = action === "add" ? liveEntry(car.plateKey, licenseNumber, car.asked) : undefined;
      return;
    case "acknowledged":
      car.now = action === "add" ? liveEntry(car.plateKey, licenseNumber, car.asked) : "not-listed";
      return;
    case "rejected":
      car.now = inDoubt ? { ...unresolved(car, action, licenseNumber), uncertain: true } : car.before;
      return;
    case "not-sent":
      car.now = car.before;
      return;
    case "unknown":
      car.now = unresolved(car, action, licenseNumber);
  }
}

/** The car while a write of it is under way or lost. Adding once more what is certainly there changes nothing. */
function unresolved({ plateKey, before: known, asked }: CarState, action: Action, licenseNumber: string): LiveEntry {
  const before = known === "not-listed" ? undefined : known;
  if (action === "delete") return { ...(before ?? liveEntry(plateKey, licenseNumber, [])), uncertain: true };
  const entry = liveEntry(plateKey, licenseNumber, asked);
  const isThere = before && !before.uncertain && isDeepStrictEqual(before.features, entry.features);
  return isThere ? before : { ...entry, uncertain: true };
}

function place(car: CarState | undefined, known: CarToWrite & { readonly uncertain?: true }): void {
  if (!car) return;
  const entry = liveEntry(car.plateKey, known.licenseNumber, known.features);
  car.now = known.uncertain ? { ...entry, uncertain: true } : entry;
  car.before = car.now;
}

function forget(car: CarState | undefined): void {
  if (!car) return;
  car.now = "not-listed";
  car.before = car.now;
}

// What a human says that a list holds is what it held when last seen. Nothing to hold it against is left by an empty one.
function adoptWhole(scope: ScopeState<CarState>): void {
  scope.baseline = true;
  const listed = [...scope.cars.values()].filter(({ now }) => typeof now === "object" && !now.uncertain).length;
  scope.lastCount = listed > 0 ? listed : undefined;
}

function restore(scope: ScopeState<CarState>, entry: SnapshotEntry, rules: PlateRules): void {
  for (const car of entry.cars) {
    const known = carState(scope, car, rules);
    place(known, car);
    if (known && car.deletedOn !== undefined) scope.openDeletes.set(known.plateKey, car.deletedOn);
  }
  for (const { day, ...counts } of entry.recent ?? []) scope.days.set(day, counts);
  if (entry.deletesAllowed) scope.deletesAllowed = true;
  for (const licenseNumber of entry.notListed ?? []) forget(carState(scope, { licenseNumber }, rules));
  scope.lastCount = entry.lastCount;
  scope.touched = entry.touched;
  scope.wasRead = entry.wasRead ?? (entry.listNotOffered === false && entry.lastCount !== undefined);
  scope.baseline = entry.baseline ?? false;
  if (entry.undone) scope.undone = undoneOf(entry.undone, rules);
}

/** Undefined for a text that is not a plate: we never write one, so nothing can be known of it. */
function carState(
  scope: ScopeState<CarState>,
  { licenseNumber }: { readonly licenseNumber: string },
  rules: PlateRules,
): CarState | undefined {
  const reading = readPlate(licenseNumber, rules);
  if (reading.kind !== "plate") return undefined;
  const { plateKey } = reading;
  const known = scope.cars.get(plateKey);
  if (known) return known;
  const fresh: CarState = { plateKey, now: undefined, before: undefined, asked: [] };
  scope.cars.set(plateKey, fresh);
  return fresh;
}

function liveEntry(plateKey: PlateKey, licenseNumber: string, features: readonly string[]): LiveEntry {
  const sorted = features.length < 2 ? features : [...new Set(features)].sort();
  return { licenseNumber, plateKey, features: sorted, addedByCustomerCare: false };
}
