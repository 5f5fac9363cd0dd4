import type { AuditResult } from "./audit.ts";
import { billedInWords } from "./billing/billed-sum.ts";
import { addDecimal, compareSums, isAmount, ZERO } from "./billing/decimal.ts";
import { type AuditFacts, isLookedAt } from "./rules/facts.ts";
import { type Evidence, type Finding, findingIdOf, type Identified } from "./rules/finding.ts";

/** A finding of an earlier audit, which may not have known ids. */
export type EarlierFinding = Omit<Finding, "findingId"> & Partial<Pick<Finding, "findingId">>;

/**
 * Says of each finding whether an earlier audit had it, and adds those that are gone. A finding is new again when records were
 * added to it, and when the entry that accepted it has ended. What could not be looked at now is not called gone.
 */
export function compareWithEarlier(
  result: AuditResult,
  facts: AuditFacts,
  earlier: readonly EarlierFinding[],
): AuditResult {
  const before = new Map<string, EarlierFinding>();
  for (const finding of earlier) if (finding.status !== "gone") before.set(idOf(finding), finding);
  const now = new Set(result.findings.map(({ findingId }) => findingId));
  const findings = result.findings.map((finding): Finding => {
    const known = before.get(finding.findingId);
    const then = known?.evidence.billed;
    if (then && hasGrown(known.evidence, finding.evidence)) {
      const message = `${finding.message}; it has grown: ${billedInWords(then)} in the earlier audit`;
      return { status: "new", ...finding, message };
    }
    return { status: known && (!known.accepted || finding.accepted) ? "still" : "new", ...finding };
  });
  const missing = [...before].filter(([findingId]) => !now.has(findingId));
  const isChecked = new Set(result.rules.map(({ rule }) => rule));
  const isSeen = ({ rule, scope }: EarlierFinding) => isChecked.has(rule) && isLookedAt(rule, scope, facts);
  const gone = missing.flatMap(([findingId, { accepted: _, ...finding }]): Finding[] =>
    isSeen(finding) ? [{ ...finding, findingId, status: "gone" }] : [],
  );
  const left = missing.length - gone.length;
  const message = `${left} ${left === 1 ? "finding" : "findings"} of the earlier audit could not be looked at: the rule is off or needs --info, or the list or account was not read`;
  const notes = left > 0 ? [...result.notes, { code: "earlier-findings-not-seen", message }] : result.notes;
  return { ...result, findings: [...findings, ...gone], notes };
}

// Records may have left the days that are looked at, so that fewer of them, or a smaller sum, can hide one that was added.
function hasGrown({ billed: then, records = [] }: Evidence, { billed: now, records: ids = [] }: Evidence): boolean {
  if (!then || !now) return false;
  if (records.length === then.records && ids.some((id) => !records.includes(id))) return true;
  const before = new Map(then.amounts.map((one) => [one.currencyCode, one.amountIncludingVat]));
  const isMore = ({ currencyCode, amountIncludingVat }: (typeof now.amounts)[number]) => {
    const known = before.get(currencyCode) ?? "0";
    return !isAmount(known) || compareSums(addDecimal(ZERO, amountIncludingVat), addDecimal(ZERO, known)) > 0;
  };
  return now.lastDay > then.lastDay || now.records > then.records || now.amounts.some(isMore);
}

function idOf(finding: Identified & Partial<Pick<Finding, "findingId">>): string {
  return finding.findingId ?? findingIdOf(finding.rule, finding);
}
