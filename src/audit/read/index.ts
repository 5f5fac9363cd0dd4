export type { AuditRange, ReadFailure, ScopeSetAside } from "./audit-reader.ts";
export { type AuditInputs, type AuditReading, type ReadClaims, readAuditFacts } from "./read-audit-facts.ts";
export { shiftDay } from "./shift-day.ts";
