import type { z } from "zod";
import {
  AUDIT_SEVERITIES,
  type AuditPolicy,
  type AuditRuleId,
  type AuditSeverity,
  DEFAULT_AUDIT_POLICY,
} from "../../allowlist/index.ts";
import { LIMITS, oneOf, section, wholeNumber } from "./values.ts";

const LEVELS: readonly (AuditSeverity | "off")[] = ["off", "info", "warning", "error"];

const rule = (id: AuditRuleId) => oneOf(LEVELS, `${id}: ${AUDIT_SEVERITIES[id]}`).exactOptional();

/** `policy.audit`: rules switched off, or given another severity. */
export const auditShape = section({
  "billed-not-desired": rule("billed-not-desired"),
  "billed-other-account": rule("billed-other-account"),
  "unmanaged-account-used": rule("unmanaged-account-used"),
  "drift-missing": rule("drift-missing"),
  "drift-extra": rule("drift-extra"),
  "drift-features": rule("drift-features"),
  "expired-on-list": rule("expired-on-list"),
  "fleet-not-allowed": rule("fleet-not-allowed"),
  "user-car-not-allowed": rule("user-car-not-allowed"),
  "inactive-user-holds-car": rule("inactive-user-holds-car"),
  "duplicate-across-accounts": rule("duplicate-across-accounts"),
  "look-alike": rule("look-alike"),
  "unmanaged-account": rule("unmanaged-account"),
  "added-by-customer-care": rule("added-by-customer-care"),
  "expires-soon": section({
    days: wholeNumber(0, LIMITS.wholeNumber, "days: 30").exactOptional(),
    severity: oneOf(LEVELS, "severity: info").exactOptional(),
  })
    .or(oneOf(LEVELS, "expires-soon: info"))
    .exactOptional(),
  "never-in-fleet": rule("never-in-fleet"),
  idle: rule("idle"),
  "unknown-plate-spelling": rule("unknown-plate-spelling"),
} satisfies Record<AuditRuleId, z.ZodType>);

/** The audit policy that was written, with the defaults for the rest. */
export function auditPolicyOf(written: z.output<typeof auditShape> | undefined): AuditPolicy {
  const { "expires-soon": expiry, ...severities } = written ?? {};
  const { severity, days } = typeof expiry === "string" ? { severity: expiry, days: undefined } : (expiry ?? {});
  return {
    severities: {
      ...DEFAULT_AUDIT_POLICY.severities,
      ...severities,
      ...(severity !== undefined && { "expires-soon": severity }),
    },
    expiresSoonDays: days ?? DEFAULT_AUDIT_POLICY.expiresSoonDays,
  };
}
