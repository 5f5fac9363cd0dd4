export { buildPlan, type PlanInputs } from "./build-plan.ts";
export { correctionPairs } from "./correction.ts";
export { diffScope } from "./diff-scope.ts";
export type { Allowances } from "./guards.ts";
export * from "./plan.ts";
export { plateMask } from "./plate-mask.ts";
export { stalenessOf } from "./staleness.ts";
export { targetOf } from "./target.ts";
