export { buildPlan, type PlanInputs, scopesWithDeletes } from "./build-plan.ts";
export { correctionPairs } from "./correction.ts";
export { targetOf } from "./fingerprints.ts";
export { type Allowances, isDeleteGuard } from "./guard-verdict.ts";
export { moveDestinations } from "./half-moves.ts";
export * from "./plan.ts";
export { plateMask, protectingMask } from "./plate-mask.ts";
export { type ChangeHistory, settingsDigest, timesUndone, undoneBefore } from "./skips.ts";
export { type PlanToCompare, stalenessOf } from "./staleness.ts";
