import type { LiveEntry } from "../../allowlist/index.ts";
import {
  allChanges,
  type Change,
  differencesOf,
  haveSameFeatures,
  type ListDifference,
  type Plan,
  type PlanInputs,
} from "../../plan/index.ts";
import { groupBy } from "../../run/collections.ts";
import type { OutcomeKind } from "../../run/ports/index.ts";
import type { ApplyResult, ChangedCar, ChangeResult, ScopeReport } from "../run/tracked-change.ts";

/** What a run planned, and what that rests on. */
interface Planned {
  readonly plan: Plan;
  readonly inputs: PlanInputs;
}

/**
 * The same with the cars of which the last reading of a list shows something else than the fleet file wants, and that
 * neither the plan, an exemption nor the outcome of a change explains: somebody else changed the list meanwhile (reliability V19).
 */
export function withChangedMeanwhile(result: ApplyResult, { plan, inputs }: Planned): ApplyResult {
  const gained = new Set(
    result.scopes.filter((report) => hasOnlyGained(report, result, inputs)).map(({ scope }) => scope),
  );
  const readBack = [...result.lastLive.values()].filter(
    (live) => live.source === "list" && live !== inputs.live.scopes.get(live.scope) && !gained.has(live.scope),
  );
  const scopes = readBack.map(({ scope }) => scope);
  const { choice: _, live, ...others } = inputs;
  const rest: Omit<PlanInputs, "live"> = { ...others, source: { kind: "own" } };
  const now = { ...live, scopes: new Map([...live.scopes, ...result.lastLive]) };
  const differ = differencesOf({ ...rest, live: now, scopes }).filter((one) => allChanges(one).length > 0);
  const after = new Map(differ.map((one) => [one.scope, one]));
  const planned = differencesOf({ ...rest, live, scopes: [...after.keys()] });
  const before = new Map(planned.map((one) => [one.scope, one]));
  const reports = result.scopes.map((report, at): ScopeReport => {
    const difference = after.get(report.scope);
    const known = { report, changes: plan.scopes[at]?.changes ?? [], before: before.get(report.scope) };
    const cars = difference ? unexplained(difference, known) : [];
    return cars.length === 0 ? report : { ...report, changedMeanwhile: cars };
  });
  return { ...result, scopes: reports };
}

/** Whether a list shows what it showed before, and the cars that were added: most lists, and to compare them takes long. */
function hasOnlyGained(
  { scope, results, counts }: ScopeReport,
  { lastLive }: ApplyResult,
  { live }: PlanInputs,
): boolean {
  const [before, after] = [live.scopes.get(scope), lastLive.get(scope)];
  const isAdded = counts.verified === results.length && results.every(({ action }) => action === "add");
  if (!before || !after || !isAdded || after.entries.size !== before.entries.size + results.length) return false;
  for (const row of before.entries.values()) if (!isSameRow(row, after.entries.get(row.plateKey))) return false;
  return true;
}

function isSameRow(before: LiveEntry, now: LiveEntry | undefined): boolean {
  const isOneRow = !before.otherSpellings && now?.licenseNumber === before.licenseNumber && !now.otherSpellings;
  return (
    isOneRow &&
    now.addedByCustomerCare === before.addedByCustomerCare &&
    haveSameFeatures(now.features, before.features)
  );
}

/** What may explain that a list differs from the fleet file. */
interface Explanations {
  readonly report: ScopeReport;
  readonly changes: readonly Change[];
  /** What differed when the plan was made; the plan may leave some of it to another run. */
  readonly before: ListDifference | undefined;
}

const DONE: ReadonlySet<OutcomeKind> = new Set(["verified", "acknowledged"]);
const DRIFT = { add: "missing", update: "features", delete: "extra" } as const;

function unexplained(difference: ListDifference, { report, changes, before }: Explanations): readonly ChangedCar[] {
  const planned = groupBy(changes, ({ plateKey }) => plateKey);
  const done = new Set(report.results.filter(({ outcome }) => DONE.has(outcome)).map(identity));
  const twins = new Set(report.twins);
  const older = new Set((before ? [...allChanges(before), ...before.exempt] : []).map(({ plateKey }) => plateKey));
  return allChanges(difference).flatMap(({ action, plateKey, licenseNumber }): ChangedCar[] => {
    if (action === "detach" || twins.has(licenseNumber)) return [];
    const own = planned.get(plateKey);
    // What was done and is so no more has changed; what was not done is named by its own outcome.
    const isExplained = own ? !own.every((change) => done.has(identity(change))) : older.has(plateKey);
    const isTaken = action === "add" && report.taken.has(plateKey);
    return isExplained ? [] : [{ licenseNumber, drift: isTaken ? "taken" : DRIFT[action] }];
  });
}

function identity({ action, licenseNumber, parkingUser = "" }: Change | ChangeResult): string {
  return `${action} ${parkingUser} ${licenseNumber}`;
}
