export { buildPlan } from "./build-plan.ts";
export { correctionPairs } from "./correction.ts";
export { withDetaches } from "./detaches.ts";
export { type Allowances, isDeleteGuard } from "./guard-verdict.ts";
export * from "./plan.ts";
export { plateMask, protectingMask } from "./plate-mask.ts";
export { type ChangeHistory, settingsDigest, timesUndone, undoneBefore } from "./skips.ts";
export { stalenessOf } from "./staleness.ts";
export { targetOf } from "./target.ts";
