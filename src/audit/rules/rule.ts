import type { AuditLimits, AuditRuleId, AuditRuleRow } from "../../allowlist/index.ts";
import type { AuditFacts } from "./facts.ts";
import type { FoundCar } from "./finding.ts";

/** How a rule is checked. */
export interface RuleCheck {
  /** Whether the policy sets what the rule compares with; it is not checked otherwise. */
  readonly isSet?: (limits: AuditLimits) => boolean;
  /** Why the facts, though they were read, are not enough; undefined when they are. */
  readonly lacks?: (facts: AuditFacts) => string | undefined;
  /** The cars, or accounts, that the rule reports. Looks only at what was read. */
  readonly find: (facts: AuditFacts) => Iterable<FoundCar>;
}

/** The checks of some rules, by the rules' names. */
export type RuleChecks = Readonly<Partial<Record<AuditRuleId, RuleCheck>>>;

/** One rule of the audit: its row of the table, and its check. */
export interface AuditRule extends AuditRuleRow, RuleCheck {
  readonly id: AuditRuleId;
}
