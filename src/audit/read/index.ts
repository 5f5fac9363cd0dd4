export { type AuditRange, type ReadFailure, type ScopeSetAside, shiftDay } from "./audit-reader.ts";
export { type AuditInputs, type AuditReading, readAuditFacts } from "./read-audit-facts.ts";
