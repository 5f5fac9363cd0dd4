export { buildPlan } from "./build-plan.ts";
export { haveSameFeatures } from "./difference/compare-list.ts";
export { differencesOf, exemptionsOf, moveDestinations, scopesWithDeletes } from "./difference/differences.ts";
export { protectingMask } from "./difference/exempt.ts";
export { unclearNews } from "./difference/held.ts";
export { allChanges, type ListDifference } from "./difference/list-difference.ts";
export { accountWarnings } from "./explain/account-warnings.ts";
export { correctionPairs, correctionTwins, looksOf } from "./explain/correction.ts";
export { changesShownLate } from "./explain/live-warnings.ts";
export {
  ACKNOWLEDGED_DAYS,
  acknowledgementsFor,
  isDeleteGuard,
  type NeededAcknowledgement,
} from "./judge/guard-verdict.ts";
export { targetOf } from "./model/fingerprints.ts";
export * from "./model/plan.ts";
export * from "./model/plan-inputs.ts";
export { type PlanToCompare, stalenessOf, targetProblem } from "./staleness.ts";
