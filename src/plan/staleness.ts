import { quoted, withCommas } from "../allowlist/index.ts";
import { changeIdentity, changesByIdentity, isSameAddress } from "./model/fingerprints.ts";
import type { Plan, WholePlan } from "./model/plan.ts";

/** What a run compares itself with: a plan that was made earlier and read from its document. */
export interface PlanToCompare extends Pick<Plan, "mode" | "target">, Pick<WholePlan, "scopes"> {
  readonly desired: Pick<Plan["desired"], "digest">;
}

/** How many changes outside the approved ones a message names. */
const MOST_NAMED = 5;

/**
 * Why an approved plan no longer covers what there is to do now, as sentences; none when it does. The approved plan may
 * hold more than the current one: what was done meanwhile needs no second approval.
 */
export function stalenessOf(approved: PlanToCompare, current: Plan): string[] {
  if (approved.target.fingerprint !== current.target.fingerprint || approved.mode !== current.mode) {
    return [
      `the plan is for ${approved.target.baseUrl} in ${approved.mode} mode, this run is for ${current.target.baseUrl} in ${current.mode} mode`,
    ];
  }
  // The seal is for accidents: whoever edits a plan can seal it again, and the address is what its readers see.
  if (!isSameAddress(approved.target.baseUrl, current.target.baseUrl))
    return [
      `the plan names ${approved.target.baseUrl}, but its fingerprint is that of ${current.target.baseUrl}: it was edited`,
    ];
  if (approved.desired.digest !== current.desired.digest)
    return ["the fleet files have changed since the plan was made"];
  const approvedChanges = changesByIdentity(approved.scopes);
  const outside = current.scopes.flatMap(({ scope, changes }) =>
    changes
      .filter((change) => !approvedChanges.has(changeIdentity(scope, change)))
      .map(({ action, licenseNumber, parkingUser }) => {
        const holder = parkingUser === undefined ? "" : `, parking user ${parkingUser}`;
        return `${action} ${quoted(licenseNumber)} (${scope}${holder})`;
      }),
  );
  if (outside.length === 0) return [];
  const more = outside.length > MOST_NAMED ? ` and ${withCommas(outside.length - MOST_NAMED)} more` : "";
  return [`the live list has changed: the plan does not approve ${outside.slice(0, MOST_NAMED).join(", ")}${more}`];
}
