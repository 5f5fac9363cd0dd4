import { AUDIT_RULE_IDS, AUDIT_RULE_TABLE, type AuditRuleId, type AuditRuleRow } from "../../../allowlist/index.ts";
import { accountChecks } from "./accounts.ts";
import { billingChecks } from "./billing.ts";
import type { AuditFacts } from "./facts.ts";
import type { FoundCar, RuleChecks } from "./finding.ts";
import { fleetFileChecks } from "./fleet-file.ts";
import { listChecks } from "./lists.ts";
import { recordChecks, suspects } from "./records.ts";
import { userAndFleetChecks } from "./users-and-fleet.ts";

// A rule of the table without a check is an error of the compiler.
const CHECKS: Required<RuleChecks> = {
  ...listChecks,
  ...fleetFileChecks,
  ...billingChecks,
  ...userAndFleetChecks,
  ...accountChecks,
  ...recordChecks,
};

/** Every rule, in the order of the table. */
export const AUDIT_RULES: readonly (AuditRuleRow & { readonly id: AuditRuleId })[] = AUDIT_RULE_IDS.map((id) => ({
  id,
  ...AUDIT_RULE_TABLE[id],
}));

/** The cars, or accounts, that a rule reports. */
export function foundBy(rule: AuditRuleId, facts: AuditFacts): Iterable<FoundCar> {
  const check = CHECKS[rule];
  return typeof check === "string" ? suspects(rule, check, facts) : check(facts);
}
