/** How much a finding matters: money or fines now, likely trouble, worth knowing. */
export type AuditSeverity = "error" | "warning" | "info";

/** A part of the server's data that takes requests to read. */
export type AuditSource = "lists" | "fleet" | "users" | "billing" | "accounts";

/** All that is said of a rule outside of its check. */
export interface AuditRuleRow {
  /** Where the fleet file (`policy.audit`) names no other one, or `off`. */
  readonly severity: AuditSeverity;
  /** What must have been read, of one list or account at least. */
  readonly needs: readonly AuditSource[];
  /** What a finding means. */
  readonly explanation: string;
  /** What to do about it. */
  readonly fix: string;
}

/**
 * Every rule of `audit`, in the order in which findings of one severity are shown. The keys of `policy.audit`, its JSON Schema, the
 * documents and the order of findings follow from this table; the check of each rule is in `src/audit/rules`.
 */
export const AUDIT_RULE_TABLE = {
  "billed-not-desired": {
    severity: "error",
    needs: ["billing"],
    explanation: "A billing record names a plate that was neither wanted on any list on that day nor protected.",
    fix: "Where the day is given on which the car left, ask the operator for the amount back; else find out first whose car it is. If it is yours, add it to the fleet file. If it is on the list still, run apply.",
  },
  "billed-other-account": {
    severity: "error",
    needs: ["billing"],
    explanation: "An account was billed for a plate that the fleet file wants on other accounts only.",
    fix: "See which account the car's driver parks on (users list), and move the car in the fleet file or the driver to the right account.",
  },
  "unmanaged-account-used": {
    severity: "error",
    needs: ["accounts"],
    explanation:
      "A billing account that no fleet file declares holds cars, or was billed: they cost money and nobody watches them.",
    fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  },
  "drift-missing": {
    severity: "error",
    needs: ["lists"],
    explanation: "The fleet file wants the car, and the list does not hold it: its driver is blocked or fined.",
    fix: "Run plan, then apply. If it was there before, find out who took it off.",
  },
  "drift-extra": {
    severity: "error",
    needs: ["lists"],
    explanation:
      "The list holds a car that the fleet file does not want, and that no policy keeps: it may park at your cost.",
    fix: "Run plan, then apply. If the car is yours, add it to the fleet file.",
  },
  "drift-features": {
    severity: "warning",
    needs: ["lists"],
    explanation: "The car is on the list with other features than the fleet file gives it.",
    fix: "Run plan, then apply; if the list is right, correct the fleet file.",
  },
  "expired-on-list": {
    severity: "error",
    needs: ["lists"],
    explanation: "The car's validUntil has passed, and the list holds it still: it may park at your cost.",
    fix: "Run apply (a scheduled apply does it by itself), or give the car a later day.",
  },
  "fleet-not-allowed": {
    severity: "warning",
    needs: ["lists", "fleet"],
    explanation: "The car is among the fleet cars, and no list holds it: someone means to park with it, and cannot.",
    fix: "Add it to the fleet file, or tell its driver that it does not belong to the fleet.",
  },
  "user-car-not-allowed": {
    severity: "warning",
    needs: ["users"],
    explanation:
      "A parking user of the account holds a car that the fleet file neither wants on the account's list nor protects.",
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
    explanation:
      "The fleet file wants the plate on the lists of several accounts: which of them pays depends on the driver.",
    fix: "Leave it on one account only, unless it is shared on purpose.",
  },
  "look-alike": {
    severity: "warning",
    needs: [],
    explanation:
      "Two plates of one list differ in one character that is easily misread (O/0, I/1, B/8, or a Latin letter's double).",
    fix: "Check the cars' registration documents; one of the two is likely a typing error. Remove it from the fleet file.",
  },
  "unmanaged-account": {
    severity: "warning",
    needs: ["accounts"],
    explanation:
      "The server knows the billing account, and no fleet file declares it: nobody watches what is on its list.",
    fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  },
  "added-by-customer-care": {
    severity: "info",
    needs: ["lists"],
    explanation: "A customer-care agent put the car on the list, and the fleet file does not want it.",
    fix: "Ask who wanted it. Add it to the fleet file, or have it removed.",
  },
  "expires-soon": {
    severity: "info",
    needs: [],
    explanation: "The car's validUntil is near; the apply after that day takes it off the list.",
    fix: "Give it a later validUntil if it stays. policy.audit.expires-soon.days says how near is near.",
  },
  "never-in-fleet": {
    severity: "info",
    needs: ["fleet"],
    explanation: "The fleet file wants the car, and it is not among the fleet cars: nobody has taken it into use.",
    fix: "Check that the car still exists and the plate is right; remove it from the fleet file if not.",
  },
  idle: {
    severity: "info",
    needs: ["billing"],
    explanation: "The fleet file wanted the car throughout the days looked at, and no billing record names it.",
    fix: "Check that the car is still in use; remove it from the fleet file if not.",
  },
  "unknown-plate-spelling": {
    severity: "info",
    needs: ["billing"],
    explanation: "A desired car was billed under a spelling that is neither the fleet file's nor the list's.",
    fix: "See that it is the same car, not one of another country; then spell the plate alike everywhere.",
  },
} as const satisfies Record<string, AuditRuleRow>;

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
}

/** What applies where the fleet file says nothing. */
export const DEFAULT_AUDIT_POLICY: AuditPolicy = { severities: {}, expiresSoonDays: 30 };

/** The severity of a rule under a policy. */
export function severityOf(rule: AuditRuleId, policy: AuditPolicy): AuditSeverity | "off" {
  return policy.severities[rule] ?? AUDIT_RULE_TABLE[rule].severity;
}
