import { firstOf, quoted } from "../allowlist/index.ts";
import { changeIdentity, changesByIdentity, isSameAddress } from "./model/fingerprints.ts";
import type { Plan, WholePlan } from "./model/plan.ts";

/** What a run compares itself with: a plan that was made earlier and read from its document. */
export interface PlanToCompare extends Pick<Plan, "mode" | "target">, Pick<WholePlan, "scopes"> {
  readonly desired: Pick<Plan["desired"], "digest">;
}

/** How many changes outside the approved ones a message names. */
const MOST_NAMED = 5;

/** Why an approved plan is not for the target of a run, or does not show that target's address; undefined when it is and does. */
export function targetProblem(
  approved: Pick<Plan, "mode" | "target">,
  { mode, target }: Pick<Plan, "mode" | "target">,
) {
  if (approved.target.fingerprint !== target.fingerprint || approved.mode !== mode)
    return `the plan is for ${approved.target.baseUrl} in ${approved.mode} mode, this run is for ${target.baseUrl} in ${mode} mode`;
  // The seal is for accidents: a person who edits a plan can seal it again, and the address is what its readers see.
  if (isSameAddress(approved.target.baseUrl, target.baseUrl)) return undefined;
  return `the plan names ${approved.target.baseUrl}, but its fingerprint is that of ${target.baseUrl}: it was edited`;
}

/**
 * Why an approved plan no longer covers what there is to do now, as sentences; none when it does. The approved plan may
 * hold more than the current one: what was done meanwhile needs no second approval.
 */
export function stalenessOf(approved: PlanToCompare, current: Plan): string[] {
  const elsewhere = targetProblem(approved, current);
  if (elsewhere !== undefined) return [elsewhere];
  if (approved.desired.digest !== current.desired.digest)
    return ["the fleet files have changed since the plan was made"];
  const approvedChanges = changesByIdentity(approved.scopes);
  const outside = current.scopes.flatMap(({ scope, changes }) =>
    changes
      .filter((change) => !approvedChanges.has(changeIdentity(scope, change)))
      .map(({ action, licenseNumber, parkingUser }) => {
        const user = parkingUser === undefined ? "" : `, parking user ${parkingUser}`;
        return `${action} ${quoted(licenseNumber)} (${scope}${user})`;
      }),
  );
  if (outside.length === 0) return [];
  return [`the live list has changed: the plan does not approve ${firstOf(outside, MOST_NAMED)}`];
}
