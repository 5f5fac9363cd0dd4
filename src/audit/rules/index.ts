import { AUDIT_RULE_IDS, AUDIT_RULE_TABLE, type AuditRuleId } from "../../allowlist/index.ts";
import { accountChecks } from "./accounts.ts";
import { billingChecks } from "./billing.ts";
import type { AuditRule, RuleCheck } from "./finding.ts";
import { fleetFileChecks } from "./fleet-file.ts";
import { listChecks } from "./lists.ts";
import { recordChecks } from "./records.ts";
import { userAndFleetChecks } from "./users-and-fleet.ts";

// A rule of the table without a check is an error of the compiler.
const CHECKS: Readonly<Record<AuditRuleId, RuleCheck>> = {
  ...listChecks,
  ...fleetFileChecks,
  ...billingChecks,
  ...userAndFleetChecks,
  ...accountChecks,
  ...recordChecks,
};

/** Every rule with its check, in the order of the table. */
export const AUDIT_RULES: readonly AuditRule[] = AUDIT_RULE_IDS.map((id) => ({
  id,
  ...AUDIT_RULE_TABLE[id],
  ...CHECKS[id],
}));
