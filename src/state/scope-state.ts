import { accountIdOf, type LiveEntry, type PlateKey, type Scope, type UndoneChange } from "../allowlist/index.ts";
import type { RememberedScope } from "../ports.ts";

/** One list while a journal is folded. */
export interface ScopeState<Car> {
  readonly cars: Map<PlateKey, Car>;
  lastCount: number | undefined;
  /** A write was sent, or a human said what is on it. An intent alone shows in the cars that it put in doubt. */
  touched: boolean;
  /** The server showed it at least once. */
  wasRead: boolean;
  /** A human said what it holds. */
  baseline: boolean;
  undone: { readonly settings: string; readonly cars: Map<PlateKey, UndoneChange> } | undefined;
}

/** A list of which nothing is known. */
export function newScope<Car>(): ScopeState<Car> {
  return {
    cars: new Map(),
    lastCount: undefined,
    touched: false,
    wasRead: false,
    baseline: false,
    undone: undefined,
  };
}

/** What is left to know of a list once its journal is folded. */
export function remembered(
  scope: Scope,
  state: ScopeState<{ readonly now: LiveEntry | "not-listed" | undefined }>,
): RememberedScope {
  const entries = new Map<PlateKey, LiveEntry>();
  const notListed = new Set<PlateKey>();
  for (const [plateKey, { now }] of state.cars) {
    if (now === "not-listed") notListed.add(plateKey);
    else if (now) entries.set(plateKey, now);
  }
  return {
    entries,
    // A list that can be read says itself what is not on it, and the global one can.
    ...(notListed.size > 0 && !state.wasRead && accountIdOf(scope) !== undefined && { notListed }),
    lastCount: state.lastCount,
    touched: state.touched || entries.size > 0,
    wasRead: state.wasRead,
    ...(state.baseline && { baseline: true as const }),
    ...(state.undone && state.undone.cars.size > 0 && { undone: state.undone }),
  };
}
