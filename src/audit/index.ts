export { audit, isAtLeast, sourcesNeeded } from "./audit.ts";
export type { AuditedUser } from "./audited-user.ts";
export { addRecord, type BilledSum, type TalliedRecord } from "./billed-sum.ts";
export type { BillingRules, JudgedUser, Left, Standing } from "./billing-rules.ts";
export {
  type BilledAccount,
  BillingTally,
} from "./billing-tally.ts";
export { type ClaimGrounds, claimJudge } from "./claim-judge.ts";
export { addDecimal, addSums, compareSums, type DecimalSum, decimalText, isAmount, ZERO } from "./decimal.ts";
export type { AuditedAccount, AuditedList, AuditFacts, ListChange, ScopedEntry, UnmanagedAccount } from "./facts.ts";
export { ownersByPlate } from "./facts.ts";
export type { Finding } from "./finding.ts";
export { claimsByOperator, type OperatorClaims, type RuleClaims, refundsInAll } from "./operator-claims.ts";
export { AUDIT_RULES } from "./rules/index.ts";
export { type RowsSetAside, setAside } from "./set-aside.ts";
export { compareWithEarlier } from "./since.ts";
