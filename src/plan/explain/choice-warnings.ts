import { type Choice, counted, type PlateKey, quoted, type Scope, SIGN, withCommas } from "../../allowlist/index.ts";
import { type ChoiceInputs, skippedKeys } from "../difference/choice.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { LeftOut, PlanWarning } from "../model/plan.ts";
import { correctionPairs } from "./correction.ts";
import { leftOutOf } from "./scope-plan.ts";

/** Most cars that a warning names of those that a plan leaves out of one list. */
const MOST_IN_WORDS = 5;

/** Names what a plan leaves out, list by list, and the cars to skip that it does not change at all. */
export function choiceWarnings(differences: readonly ListDifference[], inputs: ChoiceInputs): PlanWarning[] {
  const { choice } = inputs;
  if (!choice) return [];
  return [
    ...differences.flatMap((one): PlanWarning[] => {
      const { leftOut } = leftOutOf(one);
      return leftOut
        ? [{ code: "left-out", scope: one.scope, message: leftOutInWords(one.scope, leftOut, choice) }]
        : [];
    }),
    ...(inputs.whole ? [] : unusedSkips(differences, inputs, choice)),
  ];
}

function leftOutInWords(scope: Scope, { cars, ...counts }: LeftOut, choice: Choice): string {
  const total = counts.add + counts.update + counts.delete;
  const parts = (["add", "update", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => counted(counts[action], action));
  const named = cars
    .slice(0, MOST_IN_WORDS)
    .map(({ action, licenseNumber }) => `${SIGN[action]} ${quoted(licenseNumber)}`);
  const more = total > named.length ? ` and ${withCommas(total - named.length)} more` : "";
  return `${scope}: ${parts.join(", ")} left out by ${optionsOf(choice)}, and still to be done: ${named.join(", ")}${more}`;
}

// A plate is named where it is left out, and any number of them can be skipped.
function optionsOf({ only = [], skip }: Choice): string {
  return [...only.map((word) => `--only ${word}`), ...(skip ? ["--skip"] : [])].join(" ");
}

function unusedSkips(differences: readonly ListDifference[], inputs: ChoiceInputs, choice: Choice): PlanWarning[] {
  const spellings = new Map<PlateKey, string>();
  for (const { adds, updates, deletes, leftOut = [] } of differences) {
    for (const { plateKey, licenseNumber } of [...leftOut, ...adds, ...updates, ...deletes])
      spellings.set(plateKey, licenseNumber);
  }
  return skippedKeys(choice, inputs)
    .filter(({ plateKey }) => !spellings.has(plateKey))
    .map(({ text, plateKey }): PlanWarning => {
      const near = spellings.get(correctionPairs([plateKey], [...spellings.keys()]).get(plateKey) ?? plateKey);
      const ask = near === undefined ? "" : `; did you mean ${quoted(near)}?`;
      return {
        code: "skip-unused",
        licenseNumber: text,
        message: `--skip ${quoted(text)}: the plan has no change of this car${ask}`,
      };
    });
}
