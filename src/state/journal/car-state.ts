import type { LastWrite, LiveEntry, PlateKey } from "../../allowlist/index.ts";
import type { CarToWrite, JournalEntry } from "../../run/ports/index.ts";

type Action = "add" | "delete";

/** What is known of one car on one list; undefined when nothing is. */
type Known = LiveEntry | "not-listed" | undefined;

/** One car of a list while a journal is folded. */
export interface CarState {
  readonly plateKey: PlateKey;
  /** What holds now: listed, in doubt (`uncertain`), or not listed. */
  now: Known;
  /** What held before the last intent; a write that did nothing leads back here. */
  before: Known;
  /** The features that the last add asked for; an outcome does not repeat them. */
  asked: readonly string[];
  /** The last answer to a write. */
  last: LastWrite | undefined;
  /** The run that wrote it last, by its number; undefined when it did not send what it was about to send. */
  run: number | undefined;
  /** How many runs in a row before that one, of those that changed the list, made the change that it is to make again. */
  madeBefore: number;
}

/** Which run writes to a list, and which one did before, by their numbers. */
interface WritingRuns {
  readonly run: number;
  readonly runBefore: number;
}

/** The outcome of one car of a write. */
export type CarOutcome = Extract<JournalEntry, { kind: "outcome" }>["cars"][number];

/** A car that nothing is known of. */
export function newCar(plateKey: PlateKey): CarState {
  return { plateKey, now: undefined, before: undefined, asked: [], last: undefined, run: undefined, madeBefore: 0 };
}

/** A write of the car is about to leave. */
export function intend(car: CarState, action: Action, sent: CarToWrite, runs: WritingRuns): void {
  if (car.run !== runs.run) {
    car.madeBefore = car.run === runs.runBefore && wasMade(car, action, sent) ? car.madeBefore + 1 : 0;
    car.run = runs.run;
  }
  car.before = car.now;
  if (action === "add") car.asked = sent.features;
  car.now = unresolved(car, action, sent.licenseNumber);
}

/** Remembers the answer to the last write of the car; `at`: when it was recorded, UTC. */
export function rememberAnswer(car: CarState, action: Action, { outcome }: CarOutcome, at: string): void {
  if (outcome === "not-sent") {
    car.run = undefined;
    return;
  }
  const isDone = outcome === "verified" || outcome === "acknowledged";
  const features = action === "add" && car.asked.length > 0 ? { features: car.asked } : {};
  car.last = { action, at, isDone, ...features };
}

function wasMade({ last }: CarState, action: Action, { features }: CarToWrite): boolean {
  return (
    last?.isDone === true && last.action === action && (action === "delete" || isSame(last.features ?? [], features))
  );
}

/** Takes over the outcome of the last write of the car. */
export function applyOutcome(car: CarState, action: Action, { licenseNumber, outcome, inDoubt }: CarOutcome): void {
  switch (outcome) {
    case "verified":
      // The list itself says so: nothing need be remembered.
      car.now = action === "add" ? liveEntry(car.plateKey, licenseNumber, car.asked) : undefined;
      return;
    case "acknowledged":
      car.now = action === "add" ? liveEntry(car.plateKey, licenseNumber, car.asked) : "not-listed";
      return;
    case "rejected":
      car.now = inDoubt ? { uncertain: true, ...unresolved(car, action, licenseNumber) } : car.before;
      return;
    case "not-sent":
      car.now = car.before;
      return;
    case "unknown":
      car.now = unresolved(car, action, licenseNumber);
  }
}

// A new key comes before a spread: behind it, V8 gives every single object a hidden class of its own.
/** The car while a write of it is under way or lost. Adding once more what is certainly there changes nothing. */
function unresolved({ plateKey, before: known, asked }: CarState, action: Action, licenseNumber: string): LiveEntry {
  const before = known === "not-listed" ? undefined : known;
  if (action === "delete") return { uncertain: true, ...(before ?? liveEntry(plateKey, licenseNumber, [])) };
  const entry = liveEntry(plateKey, licenseNumber, asked);
  const isThere = before && !before.uncertain && isSame(before.features, entry.features);
  return isThere ? before : { uncertain: true, ...entry };
}

// Both are sorted and free of duplicates.
function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one, at) => one === right[at]);
}

/** The car is listed, or in doubt, whatever was known. */
export function place(car: CarState, known: CarToWrite & { readonly uncertain?: true }): void {
  const entry = liveEntry(car.plateKey, known.licenseNumber, known.features);
  car.now = known.uncertain ? { uncertain: true, ...entry } : entry;
  car.before = car.now;
}

/** The car is not listed, whatever was known. */
export function forget(car: CarState): void {
  car.now = "not-listed";
  car.before = car.now;
}

/** The list of these cars was empty: those that were listed are not. One in doubt may still come. */
export function forgetListed(cars: Iterable<CarState>): void {
  for (const car of cars) if (typeof car.now === "object" && !car.now.uncertain) forget(car);
}

function liveEntry(plateKey: PlateKey, licenseNumber: string, features: readonly string[]): LiveEntry {
  const sorted = features.length < 2 ? features : [...new Set(features)].sort();
  return { licenseNumber, plateKey, features: sorted, addedByCustomerCare: false };
}
