import { AUDIT_RULES } from "../../src/audit/index.ts";

/** A section for each rule of `audit`, in the order of the findings. */
export function auditRules(): string {
  return AUDIT_RULES.map(({ id, severity, explanation, fix }) => {
    const usual = severity === "off" ? "Off unless it is given a severity." : `Severity: ${severity}.`;
    return `### ${id}\n\n${explanation} ${fix} ${usual}\n`;
  }).join("\n");
}
