import {
  type Choice,
  type DesiredScope,
  type DesiredState,
  isCause,
  isValidOn,
  type LiveEntry,
  type LiveScope,
  type LiveState,
  type PlateKey,
  plateKeyOf,
  type Scope,
} from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import { changeIdentity, changesByIdentity } from "../model/fingerprints.ts";
import type { Change, Exemption } from "../model/plan.ts";
import type { PlanInputs } from "../model/plan-inputs.ts";
import { activeAbsent, compareLists } from "./compare-list.ts";
import { type DepartureTest, departuresFrom, type ExemptionTest, exemptionFrom } from "./exempt.ts";
import { holdsOf } from "./held.ts";
import { causesOf, type ListDifference } from "./list-difference.ts";

/** The first step: compares desired with live, list by list, without what the run is not to do. Pure. */
export function differencesOf(inputs: PlanInputs): readonly ListDifference[] {
  const { desired, live } = inputs;
  const { base } = inputs.source;
  const chosen = new Set(inputs.scopes);
  const before = new Map(base?.scopes.map((one) => [one.scope, one]));
  const differences: ListDifference[] = [];
  for (const one of desired.scopes) {
    const there = chosen.has(one.scope) ? live.scopes.get(one.scope) : undefined;
    if (!there) continue;
    const difference = differenceOf(one, there, desired, inputs);
    const older = before.get(one.scope);
    if (base) differences.push({ ...difference, base: older ? differenceOf(older, there, base, inputs) : "none" });
    else differences.push(difference);
  }
  return keepChosen(differences, inputs);
}

function differenceOf(
  desired: DesiredScope,
  live: LiveScope,
  { policy, mode, interface: settings }: Pick<DesiredState, "policy" | "mode" | "interface">,
  inputs: PlanInputs,
): ListDifference {
  const { scope } = desired;
  const { day, reassert = false } = inputs;
  const { fleet } = inputs.live;
  const memory = inputs.live.memory.get(scope);
  const departure = departuresFrom(desired, memory, day);
  const exemption = exemptionIn(desired, { policy, mode, interface: settings }, departure, inputs);
  const held = holdsOf(desired, memory);
  const cars = compareLists(desired, live, { mode, day, exemption, departure, held, fleet, memory, reassert });
  return { scope, desired, live, memory, ...cars };
}

function exemptionIn(
  { scope }: DesiredScope,
  { policy, mode, interface: plates }: Pick<DesiredState, "policy" | "mode" | "interface">,
  departure: DepartureTest,
  { desired, live }: PlanInputs,
): ExemptionTest {
  const deletesOffered = mode === "billing-account" || plates.globalDelete !== false;
  const waiting = waitingForMove(desired, live);
  return exemptionFrom({ policy, plates, deletesOffered, memory: live.memory.get(scope), departure, waiting });
}

/** Says why a live car of a list stays that no file wants, as the plan of these inputs does; also for readings that come after it. */
export function exemptionsOf(inputs: PlanInputs): (scope: Scope, entry: LiveEntry) => Exemption | undefined {
  const { desired, live, day } = inputs;
  const lists = new Map(desired.scopes.map((one) => [one.scope, one]));
  const tests = new Map<Scope, ExemptionTest>();
  return (scope, entry) => {
    const list = lists.get(scope);
    if (!list) return undefined;
    const test = valueAt(tests, scope, () =>
      exemptionIn(list, desired, departuresFrom(list, live.memory.get(scope), day), inputs),
    );
    return test(entry, activeAbsent(list, entry.plateKey, day) !== undefined);
  };
}

/** The accounts that lose cars: the cars may be held by parking users. */
export function scopesWithDeletes(differences: readonly ListDifference[]): Scope[] {
  return differences.filter(({ deletes }) => deletes.length > 0).map(({ scope }) => scope);
}

/**
 * The lists outside this run that cars of its lists are to move to. Whether they list such a car decides whether it may
 * leave its old list.
 */
export function moveDestinations(desired: DesiredState, live: LiveState, day: string): readonly Scope[] {
  const { notLookedAt } = desired;
  if (!notLookedAt) return [];
  const destinations = new Set<Scope>();
  for (const { scope, entries } of desired.scopes) {
    for (const plateKey of live.scopes.get(scope)?.entries.keys() ?? []) {
      const wanted = entries.get(plateKey);
      const destination = wanted && isValidOn(wanted, day) ? undefined : notLookedAt.wanted.get(plateKey);
      if (destination !== undefined) destinations.add(destination);
    }
  }
  return [...destinations];
}

/** Why a car that moves to a list outside this run must stay; undefined when it does not move, or has arrived. */
export function waitingForMove(
  { notLookedAt }: DesiredState,
  { scopes, memory }: LiveState,
): (plateKey: PlateKey) => Exemption | undefined {
  if (!notLookedAt) return () => undefined;
  return (plateKey) => {
    const destination = notLookedAt.wanted.get(plateKey);
    if (destination === undefined) return undefined;
    const known: Pick<LiveScope, "entries"> | undefined = scopes.get(destination) ?? memory.get(destination);
    const there = known?.entries.get(plateKey);
    if (there && !there.uncertain) return undefined;
    return { rule: "waits-for-move", reason: `waits until it is on the list of ${destination}` };
  };
}

/**
 * The differences without what the run is not to do, which is then named. A car that is to move to another list stays on its old
 * one while its add is left out.
 */
export function keepChosen(differences: readonly ListDifference[], inputs: PlanInputs): readonly ListDifference[] {
  const { choice } = inputs;
  if (!choice) return differences;
  const skipped = new Set(skippedKeys(choice, inputs).map(({ plateKey }) => plateKey));
  const approved = changesByIdentity(inputs.source.plan?.scopes ?? []);
  const takers = differences.map((one) => {
    const isWanted = chooser(one, choice, approved, inputs.day);
    return (change: Change) => !skipped.has(change.plateKey) && isWanted(change);
  });
  const notAdded = new Set<PlateKey>();
  for (const [at, { adds }] of differences.entries())
    for (const add of adds) if (!takers[at]?.(add)) notAdded.add(add.plateKey);
  return differences.map((difference, at) =>
    split(difference, (change) => {
      const isHeld = change.action === "delete" && notAdded.has(change.plateKey);
      return !isHeld && takers[at]?.(change) === true;
    }),
  );
}

function split(difference: ListDifference, takes: (change: Change) => boolean): ListDifference {
  const leftOut: Change[] = [];
  const taken = (changes: readonly Change[]) => {
    const some: Change[] = [];
    for (const change of changes) (takes(change) ? some : leftOut).push(change);
    return some;
  };
  const adds = taken(difference.adds);
  const newAdds = adds.filter(({ plateKey }) => !difference.live.entries.has(plateKey)).length;
  const chosen = { adds, newAdds, updates: taken(difference.updates), deletes: taken(difference.deletes) };
  return leftOut.length === 0 ? difference : { ...difference, ...chosen, leftOut };
}

// Causes are known where a plan was made, and nowhere else.
function chooser(
  difference: ListDifference,
  { only }: Choice,
  approved: ReadonlyMap<string, unknown>,
  day: string,
): (change: Change) => boolean {
  if (!only) return () => true;
  const words = new Set<string>(only);
  if (!only.some(isCause)) return ({ action }) => words.has(action);
  const { scope } = difference;
  const causeOf = causesOf(difference, day);
  return (change) =>
    words.has(change.action) || (causeOf ? words.has(causeOf(change)) : approved.has(changeIdentity(scope, change)));
}

/** The plates that a choice skips, each as written, too. */
export function skippedKeys(
  { skip = [] }: Choice,
  { desired }: PlanInputs,
): readonly { readonly text: string; readonly plateKey: PlateKey }[] {
  return skip.flatMap((text) => {
    const plateKey = plateKeyOf(text, desired.interface);
    return plateKey === undefined ? [] : [{ text, plateKey }];
  });
}
