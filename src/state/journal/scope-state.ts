import {
  accountIdOf,
  byCodeUnit,
  type ChangeWithoutEffect,
  daysBetween,
  type LastWrite,
  type ListDay,
  type LiveEntry,
  LONGEST_WINDOW,
  type PlateKey,
  type RememberedUnclear,
  RUNS_IN_A_ROW,
  type Scope,
  type SeenList,
} from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import type { RememberedScope } from "../../run/ports/index.ts";
import type { CarOutcome, CarState } from "./car-state.ts";
import { type ListFiles, listMemories } from "./list-files.ts";

/** One list while a journal is folded. */
export interface ScopeState {
  readonly cars: Map<PlateKey, CarState>;
  /** The keys of plates that are not spelled as their keys: an intent and its outcome name a car alike. */
  readonly keys: Map<string, PlateKey>;
  /** The last run that wrote to it, and the one before, by their numbers. */
  run: number;
  runBefore: number;
  lastCount: number | undefined;
  /** A write was sent, or a human said what is on it. An intent alone shows in the cars that it put in doubt. */
  touched: boolean;
  /** The server showed it at least once. */
  wasRead: boolean;
  /** A human said what it holds. */
  baseline: boolean;
  /** What was deleted, and the most cars that were there, by day (YYYY-MM-DD). */
  readonly days: Map<string, { deletes: number; most: number }>;
  /** Deletes under way or unknown, with the day on which they are counted. */
  readonly openDeletes: Map<PlateKey, string>;
  /** A human allowed the deletes of the run that is being read: they are not counted. */
  deletesAllowed: boolean;
  /** The smallest request that may have been too large for the server, and the day on which that showed last. */
  tooLarge: { readonly cars: number; readonly day: string } | undefined;
  /** When the list was last counted with every change answered. */
  seen: SeenList | undefined;
  /** Changes that were confirmed without effect, and not seen done since. */
  readonly withoutEffect: Map<PlateKey, ChangeWithoutEffect>;
  readonly lists: ListFiles;
  unclear: readonly RememberedUnclear[];
}

/** A list of which nothing is known. */
export function newScope(): ScopeState {
  return {
    cars: new Map(),
    keys: new Map(),
    run: -1,
    runBefore: -1,
    lastCount: undefined,
    touched: false,
    wasRead: false,
    baseline: false,
    days: new Map(),
    openDeletes: new Map(),
    deletesAllowed: false,
    tooLarge: undefined,
    seen: undefined,
    withoutEffect: new Map(),
    lists: new Map(),
    unclear: [],
  };
}

/** What is left to know of a list once its journal is folded; `today` is the day of its last record. */
export function remembered(scope: Scope, state: ScopeState, today: string): RememberedScope {
  const entries = new Map<PlateKey, LiveEntry>();
  const notListed = new Set<PlateKey>();
  const lastWrites = new Map<PlateKey, LastWrite>();
  const changedAgain = new Set<PlateKey>();
  const notAdded = new Set<PlateKey>();
  for (const [plateKey, { now, last, run, madeBefore }] of state.cars) {
    if (last) lastWrites.set(plateKey, last);
    if (last && run === state.run) {
      if (last.isDone && madeBefore + 1 >= RUNS_IN_A_ROW) changedAgain.add(plateKey);
      if (!last.isDone && last.action === "add") notAdded.add(plateKey);
    }
    if (now === "not-listed") notListed.add(plateKey);
    else if (now) entries.set(plateKey, now);
  }
  const recent = recentDays(state, today);
  const lists = listMemories(state.lists);
  const tooLarge = stillTooLarge(state, today);
  return {
    entries,
    ...(recent.length > 0 && { recent }),
    ...(state.deletesAllowed && { deletesAllowed: true as const }),
    ...(state.openDeletes.size > 0 && { openDeletes: state.openDeletes }),
    // A list that can be read says itself what is not on it, and the global one can.
    ...(notListed.size > 0 && !state.wasRead && accountIdOf(scope) !== undefined && { notListed }),
    lastCount: state.lastCount,
    touched: state.touched || entries.size > 0,
    wasRead: state.wasRead,
    ...(state.baseline && { baseline: true as const }),
    ...(state.withoutEffect.size > 0 && { withoutEffect: state.withoutEffect }),
    ...(changedAgain.size > 0 && { changedAgain }),
    ...(notAdded.size > 0 && { notAdded }),
    ...(lists && { lists }),
    ...(state.unclear.length > 0 && { unclear: state.unclear }),
    ...(state.seen && { seen: state.seen }),
    ...(tooLarge !== undefined && { batchSize: Math.ceil(tooLarge / 2) }),
    ...(lastWrites.size > 0 && { lastWrites }),
  };
}

function recentDays({ days }: ScopeState, today: string): ListDay[] {
  return [...days]
    .filter(([day]) => daysBetween(day, today) < LONGEST_WINDOW)
    .map(([day, counts]) => ({ day, ...counts }))
    .sort((left, right) => byCodeUnit(left.day, right.day));
}

/** A server is given large requests again after this many days: it may have been down, or have changed. */
const DAYS_OF_SMALL_REQUESTS = 7;

function stillTooLarge({ tooLarge }: ScopeState, today: string): number | undefined {
  return tooLarge && daysBetween(tooLarge.day, today) < DAYS_OF_SMALL_REQUESTS ? tooLarge.cars : undefined;
}

/** Remembers that a request with that many cars may have been too large. */
export function rememberTooLarge(scope: ScopeState, cars: number, day: string): void {
  scope.tooLarge = { cars: Math.min(cars, stillTooLarge(scope, day) ?? cars), day };
}

/** Remembers a change that was confirmed without effect until it is seen done; refused and lost ones change nothing of that. */
export function rememberEffect(
  { withoutEffect }: ScopeState,
  plateKey: PlateKey,
  action: ChangeWithoutEffect["action"],
  { licenseNumber, outcome, noEffect, twin }: CarOutcome,
  at: string,
): void {
  const tried = Date.parse(at);
  if (noEffect) withoutEffect.set(plateKey, { licenseNumber, action, tried, ...(twin !== undefined && { twin }) });
  else if (outcome === "verified") withoutEffect.delete(plateKey);
}

/** Counts a delete that is about to leave, once however often it is sent. */
export function countDelete(scope: ScopeState, plateKey: PlateKey, day: string): void {
  if (scope.deletesAllowed || scope.openDeletes.has(plateKey)) return;
  scope.openDeletes.set(plateKey, day);
  dayOf(scope, day).deletes += 1;
}

/** Takes a delete off the count that is known not to have been done. */
export function uncountDelete(scope: ScopeState, plateKey: PlateKey): void {
  const day = scope.openDeletes.get(plateKey);
  if (day === undefined) return;
  scope.openDeletes.delete(plateKey);
  dayOf(scope, day).deletes -= 1;
}

/** The counts of one day, to add to. */
export function dayOf({ days }: ScopeState, day: string): { deletes: number; most: number } {
  return valueAt(days, day, () => ({ deletes: 0, most: 0 }));
}
