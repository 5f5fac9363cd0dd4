import { groupBy } from "../../runtime/group-by.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { counted } from "../phrases.ts";

/** One finding of an audit document. */
export type AuditFinding = AuditDocument["findings"][number];
/** A rule that was checked, with what it found. */
export interface RuleFindings {
  readonly rule: AuditDocument["rules"][number];
  readonly total: AuditDocument["totals"][number] | undefined;
  readonly findings: readonly AuditFinding[];
}

/** The rules that found something, in the document's order, each with its findings. */
export function findingsByRule(audit: AuditDocument): readonly RuleFindings[] {
  const findings = groupBy(audit.findings, ({ rule }) => rule);
  return audit.rules.flatMap((rule) => {
    const own = findings.get(rule.rule);
    return own ? [{ rule, total: audit.totals.find((total) => total.rule === rule.rule), findings: own }] : [];
  });
}

/** `45.00 DKK and 3.10 EUR`; foreign text. */
export function moneyInWords(total: RuleFindings["total"]): string {
  return (total?.amounts ?? [])
    .map(({ currencyCode, amountIncludingVat }) => `${amountIncludingVat} ${currencyCode}`)
    .join(" and ");
}

/** `Audit: 2 errors, 1 warning, 3 infos.` */
export function auditSummary({ findings, failures }: AuditDocument): string {
  const count = (severity: AuditFinding["severity"]) => findings.filter((one) => one.severity === severity).length;
  const incomplete = failures.length > 0 ? " Not everything could be read." : "";
  if (findings.length === 0) return `Audit: no findings.${incomplete}`;
  const counts = [
    counted(count("error"), "error"),
    counted(count("warning"), "warning"),
    counted(count("info"), "info"),
  ];
  return `Audit: ${counts.join(", ")}.${incomplete}`;
}

/** Rules that were not checked, by the reason. */
export function uncheckedInWords({ unchecked }: AuditDocument): readonly string[] {
  return [...groupBy(unchecked, ({ reason }) => reason)].map(
    ([reason, rules]) => `not checked: ${rules.map(({ rule }) => rule).join(", ")} (${reason})`,
  );
}

/** A warning with its place in the fleet file; foreign text. */
export function warningInWords({ message, source }: AuditDocument["warnings"][number]): string {
  return source === undefined ? message : `${source}: ${message}`;
}

/** Days and time zone of the billing records. */
export function rangeInWords({ range }: AuditDocument): string {
  return `${range.from} to ${range.to}, ${range.timeZone}`;
}
