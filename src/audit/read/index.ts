export type { ReadFailure } from "./audit-reader.ts";
export { type AuditRange, shiftDay } from "./range.ts";
export { type AuditInputs, type AuditReading, readAuditFacts } from "./read-audit-facts.ts";
