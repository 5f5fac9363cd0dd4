import type { AuditPolicy, AuditSeverity } from "../../allowlist/index.ts";
import { type AuditRuleRow, ERROR_RULES } from "./error-rules.ts";
import { INFO_RULES } from "./info-rules.ts";

/**
 * Every rule of `audit`, in the order in which findings of one severity are shown. The keys of `policy.audit`, its JSON Schema, the
 * documents and the order of findings follow from this table; the check of each rule is in `src/usecases/audit/rules`.
 */
export const AUDIT_RULE_TABLE = {
  ...ERROR_RULES,
  "drift-features": {
    severity: "warning",
    needs: ["lists"],
    explanation: "The car is on the list with other features than the fleet file gives it.",
    fix: "Run plan, then apply; if the list is right, correct the fleet file.",
  },
  "fleet-not-allowed": {
    severity: "warning",
    needs: ["lists", "fleet"],
    needsAll: "lists",
    explanation: "The car is among the fleet cars, and no list holds it: someone means to park with it, and cannot.",
    fix: "Add it to the fleet file, or tell its driver that it does not belong to the fleet.",
  },
  "user-car-not-allowed": {
    severity: "warning",
    needs: ["users"],
    explanation: "A parking user holds a car that the fleet file neither wants on the account's list nor protects.",
    fix: "Remove the car from the user (users remove-car), or add it to the fleet file.",
  },
  "inactive-user-holds-car": {
    severity: "warning",
    needs: ["users"],
    explanation: "A parking user who is INACTIVE or CLOSED still holds a car.",
    fix: "Remove the car from the user (users remove-car), so that its next driver can take it over.",
  },
  "duplicate-across-accounts": {
    severity: "warning",
    needs: [],
    explanation: "The fleet file wants the plate on several lists: which account pays depends on the driver.",
    fix: "Leave it on one account only, unless it is shared on purpose.",
  },
  "look-alike": {
    severity: "warning",
    needs: [],
    explanation: "Two plates of one list differ in one character that is easily misread (O/0, I/1, B/8).",
    fix: "Check the cars' registration documents; one of the two is likely a typing error. Remove it from the fleet file.",
  },
  "unmanaged-account": {
    severity: "warning",
    needs: ["accounts"],
    explanation: "The server knows the billing account, and no fleet file declares it: its list is not watched.",
    fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  },
  "billed-look-alike": {
    severity: "warning",
    needs: ["billing"],
    explanation:
      "A billing record names a plate that is not wanted, and that looks like one that is: O for 0, I for 1, B for 8, a letter without its accent, one of another alphabet, or a country before or behind it.",
    fix: "Correct the spelling in the parking app, and have the operator correct the record. If the billed spelling is right, correct the fleet file.",
  },
  "billed-while-listed": {
    severity: "warning",
    needs: ["billing"],
    explanation: "A car parked after the files wanted it no more, while the list had it still: apply had not run.",
    fix: "Nothing to claim: the operator's list had the car. Have apply run every day.",
  },
  "billed-overlap": {
    severity: "warning",
    needs: ["billing"],
    explanation: "One car was billed for two parkings at the same time; charging counts apart from parking.",
    fix: "Ask the driver which of the two is right: a parking was not ended, or was started for the wrong plate.",
  },
  "billed-sum-rounded": {
    severity: "warning",
    needs: ["billing"],
    explanation:
      "The amount of a record is off by more than rounding, and by less than half a whole unit, or by what rounding to coins makes of it (SEK, NOK, CZK, HUF).",
    fix: "Ask the operator how amounts are rounded, where it is often so. Nothing is claimed.",
  },
  "billed-without-plate": {
    severity: "warning",
    needs: ["billing"],
    explanation: "A parking names no plate: which car it is of, and whether that was allowed to park, is not known.",
    fix: "Ask the operator, or the parking user of the record, which car it was.",
  },
  "impossible-journey": {
    severity: "warning",
    needs: ["billing"],
    explanation: "A car parked in one country, and within 20 minutes in another that is not beside it.",
    fix: "Ask the driver which of the two is right: the other car may have the same plate, or another one was typed.",
  },
  "billed-vat-rate": {
    severity: "warning",
    needs: ["billing"],
    explanation:
      "A record has a higher rate of VAT than the account's records of the country have otherwise (at least 20, of which four in five have one rate). Where all have it from a day on, the first one stands for them.",
    fix: "Ask the operator which rate is right, and for a corrected record.",
  },
  "billed-currency": {
    severity: "warning",
    needs: ["billing"],
    explanation:
      "A record is in a currency that neither the account nor the country is billed in otherwise (at least 20 records, four in five of them in one currency). Where all are in it from a day on, the first one stands for them.",
    fix: "Ask the operator in which currency the parking is to be paid.",
  },
  "billed-late": {
    severity: "warning",
    needs: ["billing"],
    explanation:
      "A billing record is of a day before the days that were asked for: it was billed late, and earlier audits did not see it.",
    fix: "Check whether it is right; all other rules look at it, too.",
  },
  "billed-inactive-user": {
    severity: "warning",
    needs: ["billing", "users"],
    explanation: "A billing record names a parking user who is INACTIVE or CLOSED now.",
    fix: "Find out who parked: the user may have been closed after that day.",
  },
  "billed-unknown-user": {
    severity: "warning",
    needs: ["billing", "users"],
    explanation: "A billing record names a parking user whom the account does not have.",
    fix: "Ask the operator whose record it is.",
  },
  "billed-user-without-car": {
    severity: "off",
    needs: ["billing", "users"],
    explanation: "A billing record names a user who does not hold the car now, as is common for shared cars.",
    fix: "Find out who drove the car; if it is theirs, have them add it in the app.",
  },
  "cost-center-missing": {
    severity: "warning",
    needs: ["billing", "users"],
    explanation:
      "A parking cannot be charged to a cost centre: its record names neither a parking user nor a cost centre, or none though its user has one.",
    fix: "Have the cost centre set at the operator, and charge the record by hand.",
  },
  "cost-center-other": {
    severity: "warning",
    needs: ["billing", "users"],
    explanation: "A billing record names another cost centre than its parking user has now.",
    fix: "Find out which of the two is right: the user may have moved.",
  },
  "fee-for-idle-car": {
    severity: "warning",
    needs: ["billing"],
    needsAll: "billing",
    explanation: "A car was billed fees, and it did not park once in the days looked at.",
    fix: "Check that the car is still in use; remove it from the fleet file, and its subscription, if not.",
  },
  "car-with-two-holders": {
    severity: "warning",
    needs: ["users"],
    explanation: "Two active parking users hold one car: either of them may start a parking for it.",
    fix: "Leave the car with one of them (users remove-car), unless it is shared on purpose.",
  },
  "billed-over-daily-limit": {
    severity: "warning",
    needs: ["billing"],
    limit: "perDay",
    explanation: "A car was billed more on one day than policy.audit.limits.perDay allows.",
    fix: "Ask its driver.",
  },
  "parked-too-long": {
    severity: "warning",
    needs: ["billing"],
    limit: "parkingHours",
    explanation: "A parking took longer than policy.audit.limits.parkingHours allows.",
    fix: "Ask the driver whether it was not ended.",
  },
  "parked-too-often": {
    severity: "warning",
    needs: ["billing"],
    limit: "parkingsPerDay",
    explanation: "A car parked more often on one day than policy.audit.limits.parkingsPerDay allows.",
    fix: "Ask its driver.",
  },
  "parked-on-weekend": {
    severity: "warning",
    needs: ["billing"],
    limit: "weekends",
    explanation: "A car parked on a Saturday or Sunday, and policy.audit.limits.weekends is false.",
    fix: "Ask its driver whether it was a private trip.",
  },
  ...INFO_RULES,
} as const satisfies Record<string, AuditRuleRow>;

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
