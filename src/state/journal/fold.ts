import {
  byCodeUnit,
  daysIn,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type Scope,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import { groupBy, valueAt } from "../../run/collections.ts";
import type { Memory, RememberedScope } from "../../run/ports/index.ts";
import {
  applyOutcome,
  type CarOutcome,
  type CarState,
  forget,
  forgetListed,
  intend,
  newCar,
  place,
  rememberAnswer,
} from "./car-state.ts";
import { foldListFile } from "./list-files.ts";
import type { JournalRecord, SnapshotEntry, StoredEntry } from "./record.ts";
import {
  countDelete,
  dayOf,
  newScope,
  rememberEffect,
  remembered,
  rememberTooLarge,
  type ScopeState,
  uncountDelete,
} from "./scope-state.ts";

/** Whose memory: a target's fingerprint, and how its plates are compared. */
export interface StateView {
  readonly target: string;
  readonly rules: PlateRules;
  /** Where the days are counted on which cars were deleted; UTC when absent. */
  readonly timeZone?: string;
  /** The lists that are written, where each has a lock of its own; all lists when absent. */
  readonly scopes?: readonly Scope[];
  /** The lists that are asked about, where a store can read some alone; all lists when absent. */
  readonly reads?: readonly Scope[];
  /** With `reads`: without the runs that wrote to none of those lists. */
  readonly ownRuns?: true;
}

/** The lists that a view asks about; undefined for all. */
export function listsOf({ target, reads, ownRuns }: StateView) {
  return reads && { target, scopes: reads, ...(ownRuns && { ownRuns }) };
}

/**
 * What the journal says about one target. A function of the records in their order and nothing else: what a run that
 * died left behind is the fold of what it had appended. What parking users hold is not remembered: it can always be read.
 */
export function foldJournal(records: Iterable<JournalRecord>, { target, rules, timeZone = "UTC" }: StateView): Memory {
  const dayAt = daysIn(timeZone);
  const scopes = new Map<Scope, ScopeState>();
  let day = "";
  let run: Pick<ScopeMemory, "desiredDigest"> = {};
  let last = run;
  let runs = 0;
  for (const record of records) {
    if (record.target !== target) continue;
    // A clock that was set back must not bring back what is past.
    const own = dayAt(Date.parse(record.at));
    if (own > day) day = own;
    for (const entry of record.entries) {
      if (entry.kind === "run") {
        run = { desiredDigest: entry.planDigest };
        runs += 1;
      } else if (entry.kind === "end" && entry.exitCode === 0 && !entry.inPart) last = run;
      foldEntry(scopes, entry, { rules, day, at: record.at, run: runs });
    }
  }
  const memory = new Map<Scope, RememberedScope>();
  for (const [scope, state] of scopes) memory.set(scope, { ...remembered(scope, state, day), ...last });
  return memory;
}

/** The records of each target, in the order of the targets' fingerprints. */
export function byTarget(records: readonly JournalRecord[]): readonly (readonly [string, readonly JournalRecord[]])[] {
  return [...groupBy(records, ({ target }) => target)].sort(([left], [right]) => byCodeUnit(left, right));
}

interface Folding {
  readonly rules: PlateRules;
  /** Day of the record in the time zone of the view, YYYY-MM-DD. */
  readonly day: string;
  /** The record's time, UTC. */
  readonly at: string;
  /** How many runs the journal has told of so far. */
  readonly run: number;
}

function foldEntry(scopes: Map<Scope, ScopeState>, entry: StoredEntry, folding: Folding): void {
  const { rules } = folding;
  if (entry.kind === "run" || entry.kind === "end") return;
  const scope = valueAt(scopes, entry.scope, newScope);
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
      foldDeclaration(scope, entry, rules);
      return;
    case "snapshot":
      restore(scope, entry, rules);
      return;
    case "list-file":
      foldListFile(scope.lists, entry, rules);
      return;
    case "unclear-rows":
      scope.unclear = entry.rows;
      return;
    case "seen":
      foldSeen(scope, entry, folding);
      return;
    case "list-read":
      scope.wasRead = true;
      return;
    default:
      entry satisfies never;
  }
}

function foldSeen(
  scope: ScopeState,
  { count, digest, commit, inPart }: Extract<StoredEntry, { kind: "seen" }>,
  { at }: Folding,
): void {
  scope.lastCount = count;
  if (!inPart) scope.seen = { at, digest, ...(commit !== undefined && { commit }) };
  if (count === 0) forgetListed(scope.cars.values());
}

/** What a human says of cars. */
type DeclaredEntry = Extract<StoredEntry, { kind: "adopted" | "forgotten" }>;

function foldDeclaration(scope: ScopeState, entry: DeclaredEntry, rules: PlateRules): void {
  scope.touched = true;
  if (entry.kind === "forgotten") for (const [known] of knownCars(scope, entry.cars, rules)) forget(known);
  else {
    for (const [known, car] of knownCars(scope, entry.cars, rules)) place(known, car);
    if (entry.whole) adoptWhole(scope);
  }
}

type WriteEntry = Extract<StoredEntry, { kind: "intent" | "outcome" }>;

function countCars(scope: ScopeState, count: number, { day }: Folding): void {
  const counts = dayOf(scope, day);
  counts.most = Math.max(counts.most, count);
}

function foldWrite(scope: ScopeState, entry: WriteEntry, { rules, day, at, run }: Folding): void {
  const { action } = entry;
  if (action === "detach") return;
  if (entry.kind === "intent") {
    if (scope.run !== run) [scope.runBefore, scope.run] = [scope.run, run];
    for (const sent of entry.cars) {
      const car = carState(scope, sent, rules);
      if (!car) continue;
      if (action === "delete") countDelete(scope, car.plateKey, day);
      intend(car, action, sent, scope);
    }
    return;
  }
  if (entry.mayBeTooLarge) rememberTooLarge(scope, entry.cars.length, day);
  for (const car of entry.cars) {
    if (car.outcome !== "not-sent") scope.touched = true;
    // Of a request without an answer, the list shows that it was done.
    if (car.outcome === "verified") [scope.wasRead, scope.tooLarge] = [true, undefined];
    const known = carState(scope, car, rules);
    if (!known) continue;
    if (action === "delete") closeDelete(scope, known.plateKey, car);
    applyOutcome(known, action, car);
    rememberAnswer(known, action, car, at);
    rememberEffect(scope, known.plateKey, action, car, at);
  }
}

function closeDelete(scope: ScopeState, plateKey: PlateKey, { outcome, inDoubt }: CarOutcome): void {
  if (outcome === "not-sent" || (outcome === "rejected" && !inDoubt)) uncountDelete(scope, plateKey);
  else if (outcome !== "unknown") scope.openDeletes.delete(plateKey);
}

// What a human says that a list holds is what it held when last seen. Nothing to hold it against is left by an empty one.
function adoptWhole(scope: ScopeState): void {
  scope.baseline = true;
  const listed = [...scope.cars.values()].filter(({ now }) => typeof now === "object" && !now.uncertain).length;
  scope.lastCount = listed > 0 ? listed : undefined;
}

function restore(scope: ScopeState, entry: SnapshotEntry, rules: PlateRules): void {
  for (const [known, car] of knownCars(scope, entry.cars, rules)) {
    place(known, car);
    if (car.deletedOn !== undefined) scope.openDeletes.set(known.plateKey, car.deletedOn);
  }
  for (const { day, ...counts } of entry.recent ?? []) scope.days.set(day, counts);
  if (entry.deletesAllowed) scope.deletesAllowed = true;
  const notListed = (entry.notListed ?? []).map((licenseNumber) => ({ licenseNumber }));
  for (const [known] of knownCars(scope, notListed, rules)) forget(known);
  for (const [{ plateKey }, one] of knownCars(scope, entry.withoutEffect ?? [], rules))
    scope.withoutEffect.set(plateKey, one);
  scope.lastCount = entry.lastCount;
  scope.seen = entry.seen;
  scope.touched = entry.touched;
  scope.wasRead = entry.wasRead;
  scope.baseline = entry.baseline ?? false;
  scope.unclear = entry.unclear ?? scope.unclear;
  for (const list of entry.lists ?? []) foldListFile(scope.lists, list, rules);
}

interface Named {
  readonly licenseNumber: string;
}

function knownCars<Car extends Named>(scope: ScopeState, cars: readonly Car[], rules: PlateRules) {
  return cars.flatMap((car): (readonly [CarState, Car])[] => {
    const known = carState(scope, car, rules);
    return known ? [[known, car]] : [];
  });
}

/** Undefined for a text that is not a plate: we never write one, so nothing can be known of it. */
function carState(scope: ScopeState, { licenseNumber }: Named, rules: PlateRules): CarState | undefined {
  const plateKey = scope.keys.get(licenseNumber) ?? newKey(scope, licenseNumber, rules);
  return plateKey && valueAt(scope.cars, plateKey, () => newCar(plateKey));
}

function newKey({ keys }: ScopeState, licenseNumber: string, rules: PlateRules): PlateKey | undefined {
  const plateKey = plateKeyOf(licenseNumber, rules);
  if (plateKey !== undefined && plateKey !== licenseNumber) keys.set(licenseNumber, plateKey);
  return plateKey;
}
