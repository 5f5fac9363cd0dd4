export { amountFlaw } from "./amount-flaw.ts";
export { type AuditReading, type ReadClaims, readAuditFacts } from "./read-audit-facts.ts";
export { type AuditRange, placeOf, widened } from "./record-range.ts";
export { dayReader } from "./record-times.ts";
