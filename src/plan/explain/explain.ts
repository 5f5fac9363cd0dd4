import { carsAside, type DesiredState, type Scope } from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import { byCodeUnit, desiredDigest } from "../model/fingerprints.ts";
import type { Guard, Plan, ScopePlan, Target, WholePlan } from "../model/plan.ts";
import { type FileHistory, movesAmong, originsOf, withChanges } from "./background.ts";
import { approvedChanges, detachesFor, explainedChanges, type HeldCars } from "./changes.ts";
import { scopePlan, totalCounts } from "./scope-plan.ts";
import { graceNotes, type WarningInputs, warningsOf } from "./warnings.ts";

/** What differences are explained by. */
export interface ExplainInputs extends WarningInputs {
  readonly desired: DesiredState;
  readonly target: Target;
  /** Who holds cars in the accounts that lose some (`policy.onRemove: detach`): deleted cars are taken from them. */
  readonly holders?: readonly HeldCars[];
  /** What the history of the files says of the cars of the plan. */
  readonly origins?: FileHistory;
  /** The approved plan that is applied: its changes keep the reasons that its readers saw. */
  readonly whole?: WholePlan;
}

/** The third step: the plan of the judged differences, with reasons, hints and warnings for its reviewers. Pure. */
export function explain(differences: readonly ListDifference[], guards: readonly Guard[], inputs: ExplainInputs): Plan {
  const { desired, day, target, choice } = inputs;
  const digest = desiredDigest(desired);
  const lists = new Map(differences.map((one) => [one.scope, one.desired]));
  const background = {
    moves: movesAmong(differences),
    lists,
    digest,
    origins: originsOf(differences, inputs.origins),
    day,
    approved: approvedChanges(inputs.whole),
  };
  const holders = groupBy(inputs.holders ?? [], ({ scope }): Scope => scope);
  const scopes: ScopePlan[] = [];
  for (const difference of differences) {
    const changes = explainedChanges(difference, background);
    const detaches = detachesFor(changes, holders.get(difference.scope) ?? []);
    scopes.push(scopePlan(difference, [...changes, ...detaches]));
  }
  return {
    mode: desired.mode,
    target,
    desired: {
      digest,
      files: [...desired.files].sort((left, right) => byCodeUnit(left.path, right.path)),
      ...carsAside(desired, lists.values(), day),
    },
    ...(choice && { choice }),
    scopes,
    counts: totalCounts(scopes),
    guards: withChanges(guards, { differences, scopes }),
    warnings: warningsOf(inputs, { differences, guards, scopes }),
    ...graceNotes(differences),
  };
}
