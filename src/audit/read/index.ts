export { type AuditRange, type ReadFailure, shiftDay } from "./audit-reader.ts";
export { type AuditInputs, type AuditReading, readAuditFacts } from "./read-audit-facts.ts";
