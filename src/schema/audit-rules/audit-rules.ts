import type { AuditPolicy, AuditSeverity } from "../../allowlist/index.ts";
import { AUDIT_RULE_TABLE } from "./audit-rule-table.ts";
import type { AuditRuleRow } from "./error-rules.ts";

/** The name of a rule of `audit`. */
export type AuditRuleId = keyof typeof AUDIT_RULE_TABLE;

function isAuditRuleId(key: string): key is AuditRuleId {
  return key in AUDIT_RULE_TABLE;
}

/** The names of all rules, in the order of the table. */
export const AUDIT_RULE_IDS: readonly AuditRuleId[] = Object.keys(AUDIT_RULE_TABLE).filter(isAuditRuleId);

/** The severity of a rule under a policy; off where the limit that it compares with is not set. */
export function severityOf(rule: AuditRuleId, { severities, limits }: AuditPolicy): AuditSeverity | "off" {
  const { limit, severity }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  // Weekends are limited by `false`.
  if (limit && (limits[limit] ?? true) === true) return "off";
  return severities[rule] ?? severity;
}

/** Whether an audit under a policy runs a rule: one of severity info only when asked for. */
export function runsRule(rule: AuditRuleId, policy: AuditPolicy): boolean {
  const severity = severityOf(rule, policy);
  return severity !== "off" && (severity !== "info" || policy.info === true);
}
