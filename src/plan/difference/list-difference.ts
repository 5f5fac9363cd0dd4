import {
  type DesiredScope,
  isValidOn,
  type LiveEntry,
  type LiveScope,
  type PlateKey,
  type Scope,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import type { Change, ExemptCar, LeftOut } from "../model/plan.ts";

/** What the comparison of a list finds, car by car, unordered. Changes have no reason but what the files themselves say. */
export interface CarDifferences {
  readonly adds: readonly Change[];
  /** Those of them that were never sent before, as far as is known. */
  readonly newAdds: number;
  readonly updates: readonly Change[];
  /** The first day, YYYY-MM-DD, of those to add for which the files name one. */
  readonly firstDays: ReadonlyMap<PlateKey, string>;
  readonly deletes: readonly Change[];
  readonly exempt: readonly ExemptCar[];
  /** Live cars that are on the list under several spellings. */
  readonly respelled: readonly LiveEntry[];
  readonly unchanged: number;
  /** How many cars are wanted on that day. */
  readonly wanted: number;
}

/** One list on both sides, and what differs. */
export interface ListDifference extends CarDifferences {
  readonly scope: Scope;
  readonly desired: DesiredScope;
  readonly live: LiveScope;
  readonly memory: ScopeMemory | undefined;
  /** Changes that the run is not to do, which the others do not hold; absent for none. */
  readonly leftOut?: readonly Change[];
  /** The same list compared with the files of the base revision, when one was given; `none` where these did not have it. */
  readonly base?: ListDifference | "none";
}

/**
 * What brought each change about: what the base revision would have done as well is drift of the list or a date that
 * came, everything else is an edit since then. Undefined without a base revision. `day`: YYYY-MM-DD.
 */
export function causesOf(
  { desired, memory, base }: ListDifference,
  day: string,
): ((change: Change) => NonNullable<Change["cause"]>) | undefined {
  if (!base) return undefined;
  const anyway = new Set(base === "none" ? [] : allChanges(base).map(identityOf));
  return (change) => {
    if (!anyway.has(identityOf(change))) return "edit";
    const entry = desired.entries.get(change.plateKey);
    if (change.action === "delete") return entry && !isValidOn(entry, day) ? "date" : "drift";
    const isNew = entry?.validFrom !== undefined && !memory?.entries.has(change.plateKey);
    return isNew && change.action === "add" ? "date" : "drift";
  };
}

/** The changes of a list, whatever their action. */
export function allChanges({ adds, updates, deletes }: CarDifferences): Change[] {
  return [...adds, ...updates, ...deletes];
}

/** Most cars of one list that a plan names of those that it leaves out. */
const MOST_NAMED = 20;

/** What a plan leaves out of one list, as the plan shows it. */
export function leftOutOf({ leftOut }: ListDifference): { readonly leftOut?: LeftOut } {
  if (!leftOut) return {};
  const count = (action: LeftOut["cars"][number]["action"]) => leftOut.filter((one) => one.action === action).length;
  const cars = leftOut.slice(0, MOST_NAMED).map(({ action, licenseNumber }) => ({ action, licenseNumber }));
  return { leftOut: { add: count("add"), update: count("update"), delete: count("delete"), cars } };
}

function identityOf({ plateKey, action, features }: Change): string {
  return JSON.stringify([plateKey, action, features?.to]);
}
