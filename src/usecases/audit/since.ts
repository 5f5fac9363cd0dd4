import type { AuditResult } from "./audit.ts";
import { type Billed, billedInWords } from "./billing/billed-sum.ts";
import { compareSums, decimalOf, isAmount } from "./billing/decimal.ts";
import { type AuditFacts, isLookedAt } from "./rules/facts.ts";
import type { Finding } from "./rules/finding.ts";

/**
 * Says of each finding whether an earlier audit had it, and adds those that are gone. A finding is new again when records were
 * added to it, and when the entry that accepted it has ended. What could not be looked at now is not called gone.
 */
export function compareWithEarlier(result: AuditResult, facts: AuditFacts, earlier: readonly Finding[]): AuditResult {
  const before = new Map<string, Finding>();
  for (const finding of earlier) if (finding.status !== "gone") before.set(finding.findingId, finding);
  const now = new Set(result.findings.map(({ findingId }) => findingId));
  const findings = result.findings.map((finding): Finding => {
    const known = before.get(finding.findingId);
    const then = known?.evidence.billed;
    if (then && hasGrown(then, finding.evidence.billed)) {
      const message = `${finding.message}; it has grown: ${billedInWords(then)} in the earlier audit`;
      return { status: "new", ...finding, message };
    }
    return { status: known && (!known.accepted || finding.accepted) ? "still" : "new", ...finding };
  });
  const missing = [...before.values()].filter(({ findingId }) => !now.has(findingId));
  const isChecked = new Set(result.rules.map(({ rule }) => rule));
  const isSeen = ({ rule, scope }: Finding) => isChecked.has(rule) && isLookedAt(rule, scope, facts);
  const gone = missing.flatMap(({ accepted: _, ...finding }): Finding[] =>
    isSeen(finding) ? [{ ...finding, status: "gone" }] : [],
  );
  const left = missing.length - gone.length;
  const message = `${left} ${left === 1 ? "finding" : "findings"} of the earlier audit could not be looked at: the rule is off or needs --info, or the list or account was not read`;
  const warnings = left > 0 ? [...result.warnings, { code: "earlier-findings-not-seen", message }] : result.warnings;
  return { ...result, findings: [...findings, ...gone], warnings };
}

// Records may have left the days that are looked at, so that fewer of them, or a smaller sum, can hide one that was added.
function hasGrown(then: Billed, now: Billed | undefined): boolean {
  const known = new Set(then.ids);
  if (now?.ids.some((id) => !known.has(id))) return true;
  const before = new Map(then.amounts.map((one) => [one.currencyCode, one.amountIncludingVat]));
  return (now?.amounts ?? []).some(({ currencyCode, amountIncludingVat }) => {
    const sum = before.get(currencyCode) ?? "0";
    return !isAmount(sum) || compareSums(decimalOf(amountIncludingVat), decimalOf(sum)) > 0;
  });
}
