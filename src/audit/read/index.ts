export { type AuditReading, type ReadClaims, readAuditFacts } from "./read-audit-facts.ts";
export { type AuditRange, placeOf, widened } from "./record-range.ts";
export { amountFlaw, dayReader } from "./tallied-record.ts";
