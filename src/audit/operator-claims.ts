import {
  AUDIT_RULE_IDS,
  AUDIT_RULE_TABLE,
  type AuditRuleId,
  type AuditRuleRow,
  type Claim,
  type ClaimKind,
} from "../allowlist/index.ts";
import { type Amount, addAmounts, amountsOf } from "./billing/billed-sum.ts";
import { addDecimal, compareSums, type DecimalSum, ZERO } from "./billing/decimal.ts";

/** Claims of one rule. */
export interface RuleClaims {
  readonly rule: AuditRuleId;
  readonly kind: ClaimKind;
  readonly records: number;
  readonly amounts: readonly Amount[];
}

/** The claims to one operator. */
export interface OperatorClaims {
  /** As in the records; both may be empty. */
  readonly operatorName: string;
  readonly operatorVatNumber: string;
  readonly claims: readonly Claim[];
  /** Ids of the billing accounts, in the order of the claims. */
  readonly accounts: readonly string[];
  /** First and last day of parking, YYYY-MM-DD; empty where the server gave no date. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** In the order of the table of rules. */
  readonly rules: readonly RuleClaims[];
  /** What is asked back in all, by currency; currencies of which nothing is left when refunds are taken off are not among them. */
  readonly refunds: readonly Amount[];
}

/** Claims by operator, in the order of their names and VAT numbers; within one operator the order stays. */
export function claimsByOperator(claims: readonly Claim[]): readonly OperatorClaims[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = JSON.stringify([claim.operatorName, claim.operatorVatNumber]);
    const known = groups.get(key);
    if (known) known.push(claim);
    else groups.set(key, [claim]);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, own]) => operatorOf(own));
}

/** What is asked back from all operators together, by currency. */
export function refundsInAll(operators: readonly OperatorClaims[]): readonly Amount[] {
  return sumOf(operators.flatMap(({ refunds }) => refunds));
}

function operatorOf(claims: readonly Claim[]): OperatorClaims {
  const days = claims.flatMap(({ startDate }) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(startDate)?.[0] ?? []).sort();
  const rules = AUDIT_RULE_IDS.flatMap((rule) => {
    const { claim: kind }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
    const own = claims.filter((claim) => claim.rule === rule);
    return kind === undefined || own.length === 0 ? [] : [{ rule, kind, records: own.length, amounts: sumOf(own) }];
  });
  return {
    operatorName: claims[0]?.operatorName ?? "",
    operatorVatNumber: claims[0]?.operatorVatNumber ?? "",
    claims,
    accounts: [...new Set(claims.map(({ account }) => account))],
    firstDay: days[0] ?? "",
    lastDay: days.at(-1) ?? "",
    rules,
    refunds: sumOf(rules.filter(({ kind }) => kind === "refund").flatMap(({ amounts }) => amounts)).filter(isAboveZero),
  };
}

function isAboveZero({ amountIncludingVat }: Amount): boolean {
  return compareSums(addDecimal(ZERO, amountIncludingVat), ZERO) > 0;
}

function sumOf(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, DecimalSum>();
  addAmounts(sums, amounts);
  return amountsOf(sums);
}
