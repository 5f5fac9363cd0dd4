import type { z } from "zod";
import {
  AUDIT_RULE_IDS,
  AUDIT_RULE_TABLE,
  type AuditPolicy,
  type AuditSeverity,
  DEFAULT_AUDIT_POLICY,
} from "../../allowlist/index.ts";
import { LIMITS, oneOf, section, wholeNumber } from "./values.ts";

const LEVELS: readonly (AuditSeverity | "off")[] = ["off", "info", "warning", "error"];

const levels = AUDIT_RULE_IDS.map((id) => [id, oneOf(LEVELS, `${id}: ${AUDIT_RULE_TABLE[id].severity}`)] as const);

/** `policy.audit`: rules switched off, or given another severity. */
export const auditShape = section({
  ...Object.fromEntries(levels.map(([id, level]) => [id, level.exactOptional()])),
  "expires-soon": section({
    days: wholeNumber(0, LIMITS.wholeNumber, "days: 30").exactOptional(),
    severity: oneOf(LEVELS, "severity: info").exactOptional(),
  })
    .or(oneOf(LEVELS, "expires-soon: info"))
    .exactOptional(),
});

/** The audit policy that was written, with the defaults for the rest. */
export function auditPolicyOf(written: z.output<typeof auditShape> | undefined): AuditPolicy {
  const { "expires-soon": expiry, ...severities } = written ?? {};
  const { severity, days } = typeof expiry === "string" ? { severity: expiry, days: undefined } : (expiry ?? {});
  return {
    severities: { ...severities, ...(severity !== undefined && { "expires-soon": severity }) },
    expiresSoonDays: days ?? DEFAULT_AUDIT_POLICY.expiresSoonDays,
  };
}
