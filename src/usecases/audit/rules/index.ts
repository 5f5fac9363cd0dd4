import {
  AUDIT_RULE_IDS,
  AUDIT_RULE_TABLE,
  type AuditRuleId,
  type AuditRuleRow,
} from "../../../schema/audit-rules/index.ts";
import { accountChecks } from "./accounts.ts";
import { billingChecks } from "./billing.ts";
import type { AuditFacts } from "./facts.ts";
import type { FoundCar, RuleChecks } from "./finding.ts";
import { fleetFileChecks } from "./fleet-file.ts";
import { listChecks } from "./lists.ts";
import { suspects } from "./records.ts";
import { RECORD_TITLES, type RecordRule, RULE_TITLES } from "./titles.ts";
import { userAndFleetChecks } from "./users-and-fleet.ts";

const CHECKS: Required<Omit<RuleChecks, RecordRule>> = {
  ...listChecks,
  ...fleetFileChecks,
  ...billingChecks,
  ...userAndFleetChecks,
  ...accountChecks,
};

/** Every rule, in the order of the table. */
export const AUDIT_RULES: readonly (AuditRuleRow & { readonly id: AuditRuleId; readonly title: string })[] =
  AUDIT_RULE_IDS.map((id) => ({
    id,
    title: RULE_TITLES[id],
    ...AUDIT_RULE_TABLE[id],
  }));

/** The cars, or accounts, that a rule reports. */
export function foundBy(rule: AuditRuleId, facts: AuditFacts): Iterable<FoundCar> {
  return isOfRecords(rule) ? suspects(rule, facts) : CHECKS[rule](facts);
}

function isOfRecords(rule: AuditRuleId): rule is RecordRule {
  return Object.hasOwn(RECORD_TITLES, rule);
}
