/** How much a finding matters: money or fines now, likely trouble, worth knowing. */
export type AuditSeverity = "error" | "warning" | "info";

/** Every rule of `audit`, in the order in which findings are shown, with its severity where the fleet file says nothing. */
export const AUDIT_SEVERITIES = {
  "billed-not-desired": "error",
  "billed-other-account": "error",
  "unmanaged-account-used": "error",
  "drift-missing": "error",
  "drift-extra": "error",
  "drift-features": "warning",
  "expired-on-list": "error",
  "fleet-not-allowed": "warning",
  "user-car-not-allowed": "warning",
  "inactive-user-holds-car": "warning",
  "duplicate-across-accounts": "warning",
  "look-alike": "warning",
  "unmanaged-account": "warning",
  "added-by-customer-care": "info",
  "expires-soon": "info",
  "never-in-fleet": "info",
  idle: "info",
  "unknown-plate-spelling": "info",
} as const satisfies Record<string, AuditSeverity>;

/** The name of a rule of `audit`. */
export type AuditRuleId = keyof typeof AUDIT_SEVERITIES;

/** Which rules `audit` holds the fleet against, and how much each matters. */
export interface AuditPolicy {
  readonly severities: Readonly<Record<AuditRuleId, AuditSeverity | "off">>;
  /** `expires-soon` speaks of cars with at most this many days left. */
  readonly expiresSoonDays: number;
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_AUDIT_POLICY: AuditPolicy = { severities: AUDIT_SEVERITIES, expiresSoonDays: 30 };
