import type { DesiredScope, LiveEntry, LiveScope, Scope, ScopeMemory } from "../../allowlist/index.ts";
import type { Change, ExemptCar } from "../model/plan.ts";

/** What the comparison of a list finds, car by car, unordered. Changes have no reason but what the files themselves say. */
export interface CarDifferences {
  readonly adds: readonly Change[];
  /** Those of them that were never sent before, as far as is known. */
  readonly newAdds: number;
  readonly updates: readonly Change[];
  readonly deletes: readonly Change[];
  readonly exempt: readonly ExemptCar[];
  /** Live cars that stand on the list under several spellings. */
  readonly respelled: readonly LiveEntry[];
  readonly unchanged: number;
  /** How many cars are wanted on that day. */
  readonly wanted: number;
  /** Whether one of them has a first day. */
  readonly hasFirstDays: boolean;
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
