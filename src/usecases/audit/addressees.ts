import type { Claim, ClaimSum, ClaimsBy, ClaimsTo } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { AUDIT_RULE_TABLE, type AuditRuleRow, type ClaimKind } from "../../schema/audit-rules/index.ts";
import { isPositive } from "./billing/billed-sum.ts";
import { type Amount, CurrencySums } from "./billing/currency-sums.ts";
import { decimalText, subtract, totalOf } from "./billing/decimal.ts";

/** Claims in groups of one addressee each: the operator, by name and VAT number, or the billing account. Within one the order stays. */
export function claimsByAddressee(claims: readonly Claim[], by: ClaimsBy): readonly ClaimsTo[] {
  const keyOf = ({ account, operatorName, operatorVatNumber }: Claim) =>
    JSON.stringify(by === "account" ? account.padStart(20, "0") : [operatorName, operatorVatNumber]);
  return [...groupBy(claims, keyOf)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, own]) => ({ name: nameOf(own[0], by), claims: own, sums: sumsOf(own) }));
}

function nameOf(claim: Claim | undefined, by: ClaimsBy): string {
  const { account = "", operatorName = "", operatorVatNumber = "" } = claim ?? {};
  return by === "account"
    ? `account ${account}`
    : operatorName.trim() || operatorVatNumber.trim() || "no operator named";
}

/** What is asked back by currency: the sum of the rows, of which credits are taken off. */
export function askedBack(addressees: readonly ClaimsTo[]): readonly Amount[] {
  const asked = addressees.flatMap((one) => one.sums).filter(({ asked }) => asked === "refund");
  return new CurrencySums(asked).list().filter((sum) => isPositive([sum]));
}

function sumsOf(claims: readonly Claim[]): readonly ClaimSum[] {
  return (["refund", "correction"] as const).flatMap((asked) => {
    const own = claims.filter(({ rule }) => askedBy(rule) === asked);
    return [...groupBy(own, ({ currencyCode }) => currencyCode)]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currencyCode, some]) => {
        const net = totalOf(some.map((one) => one.amountExcludingVat));
        const gross = totalOf(some.map((one) => one.amountIncludingVat));
        const amountExcludingVat = decimalText(net);
        const vat = decimalText(subtract(gross, net));
        const amountIncludingVat = decimalText(gross);
        return { asked, currencyCode, records: some.length, amountExcludingVat, vat, amountIncludingVat };
      });
  });
}

/** What is asked for a record that a rule objects to: its amount, or a correction. */
export function askedBy(rule: Claim["rule"]): ClaimKind {
  const { claim = "refund" }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  return claim;
}
