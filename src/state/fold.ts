import { isDeepStrictEqual } from "node:util";
import type { LiveEntry, PlateKey, PlateRules, RepeatedChange, Scope } from "../allowlist/index.ts";
import { readPlate } from "../allowlist/index.ts";
import { grouped } from "../grouped.ts";
import type { CarToWrite, Memory, OutcomeKind, RememberedScope } from "../ports.ts";
import type { JournalRecord, StoredEntry } from "./record.ts";

/** Whose memory: a target's fingerprint, and how its plates are compared. */
export interface StateView {
  readonly target: string;
  readonly rules: PlateRules;
}

type Action = "add" | "delete";

/** What is known of one car on one list. */
interface CarState {
  readonly plateKey: PlateKey;
  /** What holds now; undefined when the car is not there, as far as we know. */
  now: LiveEntry | undefined;
  /** What held before the last intent; a write that did nothing leads back here. */
  before: LiveEntry | undefined;
  /** The features that the last add asked for; an outcome does not repeat them. */
  asked: readonly string[];
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
 * died left behind is the fold of what it had appended. What parking users hold is not remembered: it can always be read.
 */
export function foldJournal(records: Iterable<JournalRecord>, { target, rules }: StateView): Memory {
  const scopes = new Map<Scope, ScopeState>();
  for (const record of records) {
    if (record.target !== target) continue;
    for (const entry of record.entries) foldEntry(scopes, entry, rules);
  }
  return new Map([...scopes].map(([scope, state]) => [scope, remembered(state)]));
}

/** The records of each target, in the order of the targets' fingerprints. */
export function byTarget(records: readonly JournalRecord[]): readonly (readonly [string, readonly JournalRecord[]])[] {
  return [...grouped(records, ({ target }) => target)].sort(([left], [right]) => (left < right ? -1 : 1));
}

function foldEntry(scopes: Map<Scope, ScopeState>, entry: StoredEntry, rules: PlateRules): void {
  if (entry.kind === "run" || entry.kind === "end") return;
  const scope = scopes.get(entry.scope) ?? newScope();
  scopes.set(entry.scope, scope);
  switch (entry.kind) {
    case "intent":
      if (entry.action === "detach") return;
      for (const car of entry.cars) intend(carState(scope, car, rules), entry.action, car);
      return;
    case "outcome":
      if (entry.action === "detach") return;
      for (const car of entry.cars) {
        if (car.outcome !== "not-sent") scope.touched = true;
        settle(carState(scope, car, rules), entry.action, car);
      }
      return;
    case "adopted":
      scope.touched = true;
      for (const car of entry.cars) place(carState(scope, car, rules), car);
      return;
    case "snapshot":
      for (const car of entry.cars) place(carState(scope, car, rules), car);
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
      return;
    case "list-not-offered":
      scope.listNotOffered = true;
      return;
    default:
      entry satisfies never;
  }
}

function newScope(): ScopeState {
  return { cars: new Map(), lastCount: undefined, touched: false, listNotOffered: false, repeated: new Map() };
}

function intend(car: CarState | undefined, action: Action, sent: CarToWrite): void {
  if (!car) return;
  car.before = car.now;
  if (action === "add") car.asked = sent.features;
  car.now = unresolved(car, action, sent.licenseNumber);
}

function settle(car: CarState | undefined, action: Action, { licenseNumber, outcome }: SettledCar): void {
  if (!car) return;
  switch (outcome) {
    case "verified":
    case "acknowledged":
      car.now = action === "add" ? liveEntry(car.plateKey, licenseNumber, car.asked) : undefined;
      return;
    case "rejected":
    case "not-sent":
      car.now = car.before;
      return;
    case "unknown":
      car.now = unresolved(car, action, licenseNumber);
  }
}

/** The car while a write of it is under way or lost. Adding once more what is certainly there changes nothing. */
function unresolved({ plateKey, before, asked }: CarState, action: Action, licenseNumber: string): LiveEntry {
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

function keyed(changes: readonly RepeatedChange[], rules: PlateRules): ReadonlyMap<PlateKey, RepeatedChange> {
  return new Map(
    changes.flatMap((change) => {
      const reading = readPlate(change.licenseNumber, rules);
      return reading.kind === "plate" ? [[reading.plateKey, change] as const] : [];
    }),
  );
}

/** Undefined for a text that is no plate: we never write such, so nothing can be known of it. */
function carState(
  scope: ScopeState,
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
