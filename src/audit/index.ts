export { audit, isAtLeast, sourcesNeeded } from "./audit.ts";
export {
  addRecord,
  type BilledPlate,
  type BilledSum,
  type BillingRules,
  type Left,
  type Standing,
  type TalliedRecord,
  tallyRecord,
} from "./billing-tally.ts";
export { addDecimal, type DecimalSum, decimalText, isAmount, ZERO } from "./decimal.ts";
export type { AuditedAccount, AuditedList, AuditedUser, AuditFacts, ListChange, UnmanagedAccount } from "./facts.ts";
export { ownersByPlate } from "./facts.ts";
export type { Finding } from "./finding.ts";
export type { ScopedEntry } from "./owner-table.ts";
export { AUDIT_RULES } from "./rules/index.ts";
export { type RowSetAside, type RowsSetAside, setAside, setAsideInWords } from "./set-aside.ts";
