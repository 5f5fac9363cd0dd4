export { askedBack, claimsByAddressee } from "./addressees.ts";
export { audit, isAtLeast, sourcesNeeded } from "./audit.ts";
export { markRepeatedAcross } from "./billing/across-accounts.ts";
export { billedOf, type SummedRecord } from "./billing/billed-sum.ts";
export type { AuditedUser, BillingRules, DayOnList, Joined, Left } from "./billing/billing-rules.ts";
export { type BilledAccount, BillingTally } from "./billing/billing-tally.ts";
export {
  type AccountClaims,
  type ClaimedRecord,
  claimsAfterwards,
  claimsDue,
  plateOf,
} from "./billing/claimed-before.ts";
export { type Amount, CurrencySums, sumOf } from "./billing/currency-sums.ts";
export {
  addDecimal,
  addSums,
  compareSums,
  type DecimalSum,
  decimalText,
  isAmount,
  subtract,
  totalOf,
  ZERO,
} from "./billing/decimal.ts";
export { type Area, isAboveZero, isCreditNote, type TalliedRecord } from "./billing/record.ts";
export { type DaysOfLeaving, type DepartedRecord, departuresOf, savedBy } from "./billing/saved.ts";
export type { Verdict } from "./billing/verdict.ts";
export { verdictsOf } from "./claim-judge.ts";
export {
  type AuditedAccount,
  type AuditedChange,
  type AuditedList,
  type AuditFacts,
  objectedTo,
  ownersByPlate,
  type UnmanagedAccount,
} from "./rules/facts.ts";
export type { Finding } from "./rules/finding.ts";
export { AUDIT_RULES } from "./rules/index.ts";
export { compareWithEarlier } from "./since.ts";
