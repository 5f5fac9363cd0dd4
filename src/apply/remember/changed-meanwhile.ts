import type { LiveState, PlateKey, Scope } from "../../allowlist/index.ts";
import {
  allChanges,
  type Change,
  type DifferenceInputs,
  differencesOf,
  type ListDifference,
  type Plan,
} from "../../plan/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { ApplyResult, ChangedCar, ChangeResult, ScopeReport } from "../run/tracked-change.ts";

/** What a run planned, and what that rests on. */
interface Planned {
  readonly plan: Plan;
  readonly inputs: DifferenceInputs;
}

/**
 * The same with the cars of which the last reading of a list shows something else than the fleet file wants, and that
 * neither the plan, an exemption nor the outcome of a change explains: somebody else changed the list meanwhile (reliability V19).
 */
export function withChangedMeanwhile(result: ApplyResult, { plan, inputs }: Planned): ApplyResult {
  const readBack = [...result.lastLive.values()].filter(
    (live) => live.source === "list" && live !== inputs.live.scopes.get(live.scope),
  );
  const scopes = readBack.map(({ scope }) => scope);
  const differ = differencesIn(result.lastLive, scopes, inputs).filter(hasAny);
  if (differ.length === 0) return result;
  const after = byScope(differ);
  const before = byScope(differencesIn(inputs.live.scopes, [...after.keys()], inputs));
  const reports: ScopeReport[] = [];
  for (const [at, report] of result.scopes.entries()) {
    const difference = after.get(report.scope);
    const known = { report, changes: plan.scopes[at]?.changes ?? [], before: before.get(report.scope) };
    const cars = difference ? unexplained(difference, known) : [];
    reports.push(cars.length === 0 ? report : { ...report, changedMeanwhile: cars });
  }
  return { ...result, scopes: reports };
}

function byScope(differences: readonly ListDifference[]): ReadonlyMap<Scope, ListDifference> {
  return new Map(differences.map((one) => [one.scope, one]));
}

function differencesIn(
  scopes: LiveState["scopes"],
  chosen: readonly Scope[],
  { base: _, choice: __, live, ...inputs }: DifferenceInputs,
): readonly ListDifference[] {
  const now = { ...live, scopes: new Map([...live.scopes, ...scopes]) };
  return differencesOf({ ...inputs, live: now, scopes: chosen });
}

function hasAny(difference: ListDifference): boolean {
  return allChanges(difference).length > 0;
}

/** What may explain that a list differs from the fleet file. */
interface Explanations {
  readonly report: ScopeReport;
  readonly changes: readonly Change[];
  /** What differed when the plan was made; the plan may leave some of it to another run. */
  readonly before: ListDifference | undefined;
}

const DRIFT = { add: "missing", update: "features", delete: "extra" } as const;

function unexplained(difference: ListDifference, { report, changes, before }: Explanations): readonly ChangedCar[] {
  const now = allChanges(difference);
  const asked = new Set(now.map(({ plateKey }) => plateKey));
  const planned = outcomesOf(asked, changes, report.results);
  const twins = new Set(report.twins);
  const older = new Set<PlateKey>();
  for (const { plateKey } of before ? [...allChanges(before), ...before.exempt] : []) {
    if (asked.has(plateKey)) older.add(plateKey);
  }
  return now.flatMap(({ action, plateKey, licenseNumber }) => {
    if (action === "detach" || twins.has(licenseNumber)) return [];
    const outcomes = planned.get(plateKey);
    // What was done and is so no more has changed; what was not done is named by its own outcome.
    const isExplained = outcomes ? !outcomes.every(isDone) : older.has(plateKey);
    return isExplained ? [] : [{ licenseNumber, drift: DRIFT[action] }];
  });
}

function isDone({ outcome }: ChangeResult): boolean {
  return outcome === "verified" || outcome === "acknowledged";
}

/** What became of the changes of some cars, which are few of many. */
function outcomesOf(
  asked: ReadonlySet<PlateKey>,
  changes: readonly Change[],
  results: readonly ChangeResult[],
): ReadonlyMap<PlateKey, readonly ChangeResult[]> {
  const keys = new Map<string, PlateKey>();
  for (const change of changes) {
    if (asked.has(change.plateKey)) keys.set(identity(change), change.plateKey);
  }
  const found: { readonly plateKey: PlateKey; readonly result: ChangeResult }[] = [];
  for (const result of keys.size > 0 ? results : []) {
    const plateKey = keys.get(identity(result));
    if (plateKey !== undefined) found.push({ plateKey, result });
  }
  const byCar = groupBy(found, ({ plateKey }) => plateKey);
  return new Map([...byCar].map(([plateKey, some]) => [plateKey, some.map(({ result }) => result)]));
}

function identity({ action, licenseNumber, parkingUser = "" }: Change | ChangeResult): string {
  return `${action} ${parkingUser} ${licenseNumber}`;
}
