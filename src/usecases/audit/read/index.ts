export { type AuditReading, type ReadClaims, readAuditFacts } from "./read-audit-facts.ts";
export { type AuditRange, type DatedRecord, idOf, placeOf, rangeEdges, widened } from "./record-range.ts";
export { dayReader } from "./tallied-record.ts";
