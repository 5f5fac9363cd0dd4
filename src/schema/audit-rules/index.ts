/** The rules of `audit`: what the fleet file may say of them, and what is said of them. Their checks are in `usecases/audit`. */
export * from "./audit-rule-table.ts";
export type { AuditRuleRow, AuditSource, ClaimKind } from "./error-rules.ts";
