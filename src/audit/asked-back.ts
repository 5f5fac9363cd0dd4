import { AUDIT_RULE_TABLE, type AuditRuleRow, type Claim } from "../allowlist/index.ts";
import { type Amount, addAmounts, amountsOf } from "./billing/billed-sum.ts";
import { addDecimal, compareSums, type DecimalSum, ZERO } from "./billing/decimal.ts";

/** Claims in groups of one operator each, by its name and VAT number; within one the order stays. */
export function claimsByOperator(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = JSON.stringify([claim.operatorName, claim.operatorVatNumber]);
    const known = groups.get(key);
    if (known) known.push(claim);
    else groups.set(key, [claim]);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, own]) => own);
}

/** What is asked back by currency. A currency in which an operator has refunded all is not asked of that operator. */
export function askedBack(operators: readonly (readonly Claim[])[]): readonly Amount[] {
  return sumOf(operators.flatMap((claims) => sumOf(claims.filter(isRefund)).filter(isAboveZero)));
}

function isRefund({ rule }: Claim): boolean {
  const { claim }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  return claim === "refund";
}

function isAboveZero({ amountIncludingVat }: Amount): boolean {
  return compareSums(addDecimal(ZERO, amountIncludingVat), ZERO) > 0;
}

function sumOf(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, DecimalSum>();
  addAmounts(sums, amounts);
  return amountsOf(sums);
}
