import {
  AUDIT_RULE_IDS,
  AUDIT_RULE_TABLE,
  type AuditRuleId,
  type AuditRuleRow,
  type RecordRule,
} from "../../../schema/audit-rules/index.ts";
import { accountChecks } from "./accounts.ts";
import { billingChecks } from "./billing.ts";
import type { AuditFacts } from "./facts.ts";
import type { FoundCar, RuleChecks } from "./finding.ts";
import { fleetFileChecks } from "./fleet-file.ts";
import { listChecks } from "./lists.ts";
import { suspects } from "./records.ts";
import { userAndFleetChecks } from "./users-and-fleet.ts";

const CHECKS: Required<Omit<RuleChecks, RecordRule>> = {
  ...listChecks,
  ...fleetFileChecks,
  ...billingChecks,
  ...userAndFleetChecks,
  ...accountChecks,
};

/** Every rule, in the order of the table. */
export const AUDIT_RULES: readonly (AuditRuleRow & { readonly id: AuditRuleId })[] = AUDIT_RULE_IDS.map((id) => ({
  id,
  ...AUDIT_RULE_TABLE[id],
}));

/** The cars, or accounts, that a rule reports. */
export function foundBy(rule: AuditRuleId, facts: AuditFacts): Iterable<FoundCar> {
  return isOfRecords(rule) ? suspects(rule, facts) : CHECKS[rule](facts);
}

function isOfRecords(rule: AuditRuleId): rule is RecordRule {
  return "judges" in AUDIT_RULE_TABLE[rule];
}
