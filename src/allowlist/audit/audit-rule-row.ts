/** How much a finding matters: money or fines now, likely trouble, worth knowing. */
export type AuditSeverity = "error" | "warning" | "info";

/** What an audit reads: a part of the server's data, or what the journal knows of lists. */
export type AuditSource = "lists" | "fleet" | "users" | "billing" | "accounts" | "state";

/** What is asked of the operator: the amount back, or a record whose amounts are right. */
export type ClaimKind = "refund" | "correction";

/** All that is said of a rule outside of its check. */
export interface AuditRuleRow {
  /** Where the fleet file (`policy.audit`) names no other one. */
  readonly severity: AuditSeverity | "off";
  /** What must have been read, of one list or account at least. */
  readonly needs: readonly AuditSource[];
  /** What is asked of the operator for each record that the rule objects to; nothing for most rules. */
  readonly claim?: ClaimKind;
  /** What a finding means. */
  readonly explanation: string;
  /** What to do about it. */
  readonly fix: string;
}
