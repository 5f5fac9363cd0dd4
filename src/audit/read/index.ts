export type { AuditRange, ReadFailure, ScopeSetAside } from "./audit-reader.ts";
export { type AuditInputs, type AuditReading, readAuditFacts } from "./read-audit-facts.ts";
export { shiftDay } from "./shift-day.ts";
