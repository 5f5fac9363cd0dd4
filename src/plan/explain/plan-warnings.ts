import { type DesiredState, type Diagnostic, formatSource, type LiveState, type Scope } from "../../allowlist/index.ts";
import { editsWithoutEffect, releasedScopes } from "../difference/causes.ts";
import type { ChoiceInputs } from "../difference/choice.ts";
import { activeAbsent } from "../difference/compare-list.ts";
import { halfMoveWarnings } from "../difference/half-moves.ts";
import type { ScopeDifference } from "../difference/scope-difference.ts";
import type { Guard, PlanWarning, ScopePlan } from "../model/plan.ts";
import { acceptWarnings } from "./accept-warnings.ts";
import { choiceWarnings } from "./choice-warnings.ts";
import { listWarnings } from "./list-warnings.ts";
import { acknowledgementWarnings, firstPlanWarnings, liveWarnings, planWarning, undoneAgain } from "./live-warnings.ts";

/** What the warnings of a plan are about, besides what was planned. */
interface WarningInputs extends ChoiceInputs {
  readonly desired: DesiredState;
  readonly live: LiveState;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly scopes: readonly Scope[];
  readonly diagnostics: readonly Diagnostic[];
  readonly base?: DesiredState;
}

/** What was planned. */
interface Planned {
  readonly differences: readonly ScopeDifference[];
  readonly guards: readonly Guard[];
  readonly scopes: readonly ScopePlan[];
}

/** All that a reviewer of a plan is warned of, in the order in which it is shown. */
export function warningsOf(inputs: WarningInputs, { differences, guards, scopes }: Planned): PlanWarning[] {
  const { desired, day } = inputs;
  return acceptWarnings(inputs, [
    ...inputs.diagnostics.map(planWarning),
    ...differences.flatMap(liveWarnings),
    ...firstPlanWarnings(differences, guards),
    ...differences.flatMap((difference) => exemptAbsent(difference, day)),
    ...listWarnings(differences, day),
    ...halfMoveWarnings(scopes),
    ...choiceWarnings(differences, inputs),
    ...differences.flatMap(undoneAgain),
    ...(inputs.base ? releasedScopes(desired, inputs.base) : []),
    ...differences.flatMap(({ comparison }) => (comparison ? editsWithoutEffect(comparison) : [])),
    ...acknowledgementWarnings(desired, guards, { day, planned: new Set(inputs.scopes) }),
  ]);
}

function exemptAbsent({ scope, desired, diff }: ScopeDifference, day: string): PlanWarning[] {
  return diff.exempt.flatMap(({ plateKey, licenseNumber, reason }) => {
    const absent = activeAbsent(desired, plateKey, day);
    if (!absent) return [];
    const message = `${scope}: ${licenseNumber} is named in absent, but stays on the list (${reason})`;
    return { code: "absent-kept", message, source: formatSource(absent.source), licenseNumber, scope };
  });
}
