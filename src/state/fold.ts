import type { LiveEntry, PlateKey, PlateRules, Scope } from "../allowlist/index.ts";
import { readPlate } from "../allowlist/index.ts";
import type { CarToWrite, Memory, OutcomeKind, RememberedScope, RepeatedChange } from "../ports.ts";
import type { JournalRecord, StoredEntry } from "./record.ts";

/** Whose memory: a target's fingerprint, and how its plates are compared. */
export interface StateView {
  readonly target: string;
  readonly rules: PlateRules;
}

type Action = "add" | "delete";

/** What is known of one car on one list. */
interface CarState {
  /** What holds now; undefined when the car is not there, as far as we know. */
  now: LiveEntry | undefined;
  /** What held before the last intent; a write that did nothing leads back here. */
  before: LiveEntry | undefined;
  /** The features that the last add asked for; an outcome does not repeat them. */
  asked: readonly string[] | undefined;
}

type SettledCar = { readonly licenseNumber: string; readonly outcome: OutcomeKind };

interface ScopeState {
  readonly cars: Map<PlateKey, CarState>;
  lastCount: number | undefined;
  /** A write was sent, or cars were adopted. An intent alone shows in the cars that it made uncertain. */
  touched: boolean;
  listNotOffered: boolean;
  repeated: ReadonlyMap<PlateKey, RepeatedChange>;
}

/**
 * What the journal tells of one target. A function of the records in their order and nothing else: what a run that
 * died left behind is the fold of what it had appended.
 */
export function foldJournal(records: Iterable<JournalRecord>, { target, rules }: StateView): Memory {
  const scopes = new Map<Scope, ScopeState>();
  for (const record of records) {
    if (record.target !== target) continue;
    for (const entry of record.entries) foldEntry(scopes, entry, rules);
  }
  return new Map([...scopes].map(([scope, state]) => [scope, remembered(state)]));
}

function foldEntry(scopes: Map<Scope, ScopeState>, entry: StoredEntry, rules: PlateRules): void {
  if (entry.kind === "run" || entry.kind === "end") return;
  const scope = scopes.get(entry.scope) ?? newScope();
  scopes.set(entry.scope, scope);
  switch (entry.kind) {
    case "intent":
      for (const car of entry.cars) intend(carState(scope, car.licenseNumber, rules), entry.action, car, rules);
      return;
    case "outcome":
      for (const car of entry.cars) {
        if (car.outcome !== "not-sent") scope.touched = true;
        settle(carState(scope, car.licenseNumber, rules), entry.action, car, rules);
      }
      return;
    case "adopted":
      scope.touched = true;
      for (const car of entry.cars) place(scope, car, rules);
      return;
    case "snapshot":
      for (const car of entry.cars) place(scope, car, rules);
      scope.lastCount = entry.lastCount;
      scope.touched = entry.touched;
      scope.listNotOffered = entry.listNotOffered;
      if (entry.repeated) scope.repeated = keyed(entry.repeated, rules);
      return;
    case "repeated":
      scope.repeated = keyed(entry.cars, rules);
      return;
    case "seen":
      scope.lastCount = entry.count;
      scope.listNotOffered = false;
      return;
    case "list-not-offered":
      scope.listNotOffered = true;
  }
}

function newScope(): ScopeState {
  return { cars: new Map(), lastCount: undefined, touched: false, listNotOffered: false, repeated: new Map() };
}

function intend(car: CarState | undefined, action: Action, sent: CarToWrite, rules: PlateRules): void {
  if (!car) return;
  car.before = car.now;
  if (action === "add") car.asked = sent.features;
  car.now = unresolved(car, action, sent.licenseNumber, rules);
}

function settle(car: CarState | undefined, action: Action, settled: SettledCar, rules: PlateRules): void {
  const { licenseNumber, outcome } = settled;
  if (!car) return;
  switch (outcome) {
    case "verified":
    case "acknowledged":
      car.now = action === "add" ? liveEntry({ licenseNumber, features: car.asked ?? [] }, rules) : undefined;
      return;
    case "rejected":
    case "not-sent":
      car.now = car.before;
      return;
    case "unknown":
      car.now = unresolved(car, action, licenseNumber, rules);
  }
}

/** The car while a write of it is under way or lost. Adding once more what is certainly there changes nothing. */
function unresolved(car: CarState, action: Action, licenseNumber: string, rules: PlateRules): LiveEntry | undefined {
  const { before } = car;
  if (action === "delete") {
    const entry = before ?? liveEntry({ licenseNumber, features: [] }, rules);
    return entry && { ...entry, uncertain: true };
  }
  const features = car.asked ?? [];
  if (before && !before.uncertain && sameFeatures(before.features, features)) return before;
  const entry = liveEntry({ licenseNumber, features }, rules);
  return entry && { ...entry, uncertain: true };
}

function place(scope: ScopeState, car: CarToWrite & { readonly uncertain?: true }, rules: PlateRules): void {
  const state = carState(scope, car.licenseNumber, rules);
  const entry = liveEntry(car, rules);
  if (!state || !entry) return;
  state.now = car.uncertain ? { ...entry, uncertain: true } : entry;
  state.before = state.now;
}

function keyed(changes: readonly RepeatedChange[], rules: PlateRules): ReadonlyMap<PlateKey, RepeatedChange> {
  return new Map(
    changes.flatMap((change) => {
      const reading = readPlate(change.licenseNumber, rules);
      return reading.kind === "plate" ? [[reading.plateKey, change] as const] : [];
    }),
  );
}

/** Undefined for a text that is no plate: we never write such, so nothing can be known of it. */
function carState(scope: ScopeState, licenseNumber: string, rules: PlateRules): CarState | undefined {
  const reading = readPlate(licenseNumber, rules);
  if (reading.kind !== "plate") return undefined;
  const known = scope.cars.get(reading.plateKey);
  if (known) return known;
  const fresh: CarState = { now: undefined, before: undefined, asked: undefined };
  scope.cars.set(reading.plateKey, fresh);
  return fresh;
}

function liveEntry({ licenseNumber, features }: CarToWrite, rules: PlateRules): LiveEntry | undefined {
  const reading = readPlate(licenseNumber, rules);
  if (reading.kind !== "plate") return undefined;
  const sorted = [...new Set(features)].sort();
  return { licenseNumber, plateKey: reading.plateKey, features: sorted, addedByCustomerCare: false };
}

function sameFeatures(left: readonly string[], right: readonly string[]): boolean {
  const wanted = new Set(right);
  return left.length === wanted.size && left.every((feature) => wanted.has(feature));
}

function remembered(state: ScopeState): RememberedScope {
  const entries = new Map<PlateKey, LiveEntry>();
  for (const [plateKey, { now }] of state.cars) if (now) entries.set(plateKey, now);
  return {
    entries,
    lastCount: state.lastCount,
    touched: state.touched || entries.size > 0,
    listNotOffered: state.listNotOffered,
    ...(state.repeated.size > 0 && { repeated: state.repeated }),
  };
}
