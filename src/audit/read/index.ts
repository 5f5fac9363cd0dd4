export { amountFlaw } from "./amount-flaw.ts";
export type { AuditRange, ReadFailure, ScopeSetAside } from "./audit-reader.ts";
export { type AuditInputs, type AuditReading, type ReadClaims, readAuditFacts } from "./read-audit-facts.ts";
export { placeOf, widened } from "./record-range.ts";
export { dayReader } from "./record-times.ts";
export { shiftDay } from "./shift-day.ts";
