import { groupBy } from "../../runtime/group-by.ts";
import type { AuditFinding } from "./phrases.ts";

/**
 * Findings with the new ones first, where that is known, and the dearest first among each. Amounts of two currencies cannot be compared: the dearest of each currency come first, then
 * the second of each. Findings without money keep their order behind the others.
 */
export function newAndDearestFirst(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const isNew = ({ status }: AuditFinding) => status === "new";
  return [...dearestFirst(findings.filter(isNew)), ...dearestFirst(findings.filter((one) => !isNew(one)))];
}

function dearestFirst(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const priced = findings.flatMap((finding) => {
    const price = priceOf(finding);
    return price ? [{ finding, ...price }] : [];
  });
  const ranked = [...groupBy(priced, ({ currencyCode }) => currencyCode)].flatMap(([currencyCode, own]) =>
    [...own]
      .sort((left, right) => right.amount - left.amount)
      .map(({ finding }, rank) => ({ finding, currencyCode, rank })),
  );
  ranked.sort((left, right) => left.rank - right.rank || (left.currencyCode < right.currencyCode ? -1 : 1));
  return [...ranked.map(({ finding }) => finding), ...findings.filter((finding) => !priceOf(finding))];
}

// Rounded: it decides about an order only.
function priceOf({ evidence }: AuditFinding): { readonly currencyCode: string; readonly amount: number } | undefined {
  const [dearest] = (evidence.billed?.amounts ?? [])
    .map(({ currencyCode, amountIncludingVat }) => ({ currencyCode, amount: Number(amountIncludingVat) }))
    .sort((left, right) => right.amount - left.amount);
  return dearest;
}
