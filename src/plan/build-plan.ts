import { type DifferenceInputs, differencesOf } from "./difference/differences.ts";
import { type ExplainInputs, explain } from "./explain/explain.ts";
import { type JudgeInputs, judge } from "./judge/guards.ts";
import type { Plan } from "./model/plan.ts";

/** All that a plan is a function of. */
export type PlanInputs = DifferenceInputs & JudgeInputs & ExplainInputs;

/** The plan of a run: what differs, whether it may be applied, and why it is so. Pure; linear in the cars. */
export function buildPlan(inputs: PlanInputs, differences = differencesOf(inputs)): Plan {
  return explain(differences, judge(differences, inputs), inputs);
}
