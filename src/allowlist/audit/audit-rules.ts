import type { Acceptance } from "../diagnostics/diagnostic.ts";
import { AUDIT_RULE_TABLE } from "./audit-rule-table.ts";
import type { AuditLimits, AuditRuleRow, AuditSeverity } from "./error-rules.ts";

/** The name of a rule of `audit`. */
export type AuditRuleId = keyof typeof AUDIT_RULE_TABLE;

function isAuditRuleId(key: string): key is AuditRuleId {
  return key in AUDIT_RULE_TABLE;
}

/** The names of all rules, in the order of the table. */
export const AUDIT_RULE_IDS: readonly AuditRuleId[] = Object.keys(AUDIT_RULE_TABLE).filter(isAuditRuleId);

/** Which rules `audit` applies, and how much each matters. */
export interface AuditPolicy {
  /** What the fleet file says; a rule that it does not name has the severity of the table. */
  readonly severities: Readonly<Partial<Record<AuditRuleId, AuditSeverity | "off">>>;
  /** `expires-soon` reports cars with at most this many days left. */
  readonly expiresSoonDays: number;
  readonly limits: AuditLimits;
  /** Findings that are known. */
  readonly accept: readonly Acceptance<AuditRuleId>[];
  /** Whether the rules of severity info run, too: who audits says so, never the fleet file. */
  readonly info?: boolean;
}

/** What applies where the fleet file says nothing. */
export const DEFAULT_AUDIT_POLICY: AuditPolicy = { severities: {}, expiresSoonDays: 30, limits: {}, accept: [] };

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
