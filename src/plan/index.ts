export { buildPlan, type PlanInputs } from "./build-plan.ts";
export { type DifferenceInputs, differencesOf, moveDestinations, scopesWithDeletes } from "./difference/differences.ts";
export { plateMask, protectingMask } from "./difference/exempt.ts";
export { allChanges, type ListDifference } from "./difference/list-difference.ts";
export { accountWarnings } from "./explain/account-warnings.ts";
export type { EditOrigin, EditOrigins, FileHistory } from "./explain/background.ts";
export { correctionPairs, correctionTwins } from "./explain/correction.ts";
export {
  type Allowances,
  acknowledgementsFor,
  isDeleteGuard,
  type NeededAcknowledgement,
} from "./judge/guard-verdict.ts";
export { targetOf } from "./model/fingerprints.ts";
export * from "./model/plan.ts";
export { type PlanToCompare, stalenessOf } from "./staleness.ts";
