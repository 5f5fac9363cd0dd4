import { AUDIT_RULE_TABLE, ERROR_CODES, RUN_WARNING_CODES, WARNING_CODES } from "../../allowlist/index.ts";

const PAGES = "https://github.com/your-org/platectl/blob/main/docs";
const CODES: ReadonlySet<string> = new Set([...ERROR_CODES, ...WARNING_CODES, ...RUN_WARNING_CODES]);

/** The address of the documentation's section on a rule of `audit` or a code; undefined for the words of another program. */
export function sectionOf(rule: string): string | undefined {
  if (Object.hasOwn(AUDIT_RULE_TABLE, rule)) return `${PAGES}/audit.md#${rule}`;
  if (rule === "not-read" || rule === "set-aside") return `${PAGES}/audit.md#what-it-reads`;
  return CODES.has(rule) ? `${PAGES}/errors.md#${rule}` : undefined;
}
