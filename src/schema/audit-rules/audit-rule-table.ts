import type { AuditPolicy, AuditSeverity } from "../../allowlist/index.ts";
import { type AuditRuleRow, ERROR_RULES } from "./error-rules.ts";
import { INFO_RULES } from "./info-rules.ts";
import { WARNING_RULES } from "./warning-rules.ts";

/**
 * Every rule of `audit`, in the order in which findings of one severity are shown. The keys of `policy.audit`, its JSON Schema, the
 * documents and the order of findings follow from this table; the check of each rule is in `src/usecases/audit/rules`.
 */
export const AUDIT_RULE_TABLE = {
  ...ERROR_RULES,
  ...WARNING_RULES,
  ...INFO_RULES,
} as const satisfies Record<string, AuditRuleRow>;

/** The name of a rule of `audit`. */
export type AuditRuleId = keyof typeof AUDIT_RULE_TABLE;

/** A rule that objects to single records, and has no check of its own. */
export type RecordRule = {
  [Rule in AuditRuleId]: (typeof AUDIT_RULE_TABLE)[Rule] extends { readonly judges: string } ? Rule : never;
}[AuditRuleId];

/** The names of all rules, in the order of the table. */
export const AUDIT_RULE_IDS: readonly AuditRuleId[] = Object.keys(AUDIT_RULE_TABLE).filter(
  (key): key is AuditRuleId => key in AUDIT_RULE_TABLE,
);

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
