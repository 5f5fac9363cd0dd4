export { type AuditInputs, type Gathered, readAuditFacts } from "./gather.ts";
export type { ReadFailure } from "./gathering.ts";
export { type AuditRange, shiftDay } from "./range.ts";
