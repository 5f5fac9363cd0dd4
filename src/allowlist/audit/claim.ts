import { groupDigits } from "../values/text.ts";
import type { AuditRuleId } from "./audit-rules.ts";
import type { ClaimKind } from "./error-rules.ts";

/** What is said of a claim, in the order of the columns of a file of claims. */
export const CLAIM_COLUMNS = [
  "rule",
  "account",
  "infoId",
  "infoRecordId",
  "startDate",
  "endDate",
  "licensePlate",
  "areaNumber",
  "areaName",
  "areaCity",
  "operatorName",
  "operatorVatNumber",
  "userId",
  "costCenter",
  "amountExcludingVat",
  "vat",
  "amountIncludingVat",
  "currencyCode",
  "reason",
  "evidence",
] as const;

/** The name of a column. */
export type ClaimColumn = (typeof CLAIM_COLUMNS)[number];

/**
 * A billing record whose amount is to be claimed back, or corrected. Amounts are decimal texts as the server wrote them. Times are
 * `YYYY-MM-DD HH:MM:SS` in the fleet file's time zone, or the server's text where that is not a time. The rest is foreign text.
 */
export type Claim = Readonly<Record<Exclude<ClaimColumn, "rule">, string>> & { readonly rule: AuditRuleId };

/** Whom claims may be sent to: the operator of the area, or who bills the account. */
export const CLAIMS_BY = ["operator", "account"] as const;

/** One of these. */
export type ClaimsBy = (typeof CLAIMS_BY)[number];

/** What claims of one kind in one currency come to; decimal texts. The VAT is what lies between the other two. */
export interface ClaimSum {
  readonly asked: ClaimKind;
  readonly currencyCode: string;
  readonly records: number;
  readonly amountExcludingVat: string;
  readonly vat: string;
  readonly amountIncludingVat: string;
}

/** The claims to one addressee. */
export interface ClaimsTo {
  /** Foreign text. */
  readonly name: string;
  readonly claims: readonly Claim[];
  readonly sums: readonly ClaimSum[];
}

/** The longest number that is taken for an amount, in characters; so that no server can make adding slow. */
export const LONGEST_AMOUNT = 60;

/** `1,245.00 DKK and 3.10 EUR`; foreign text. */
export function sumsInWords(sums: readonly Pick<ClaimSum, "currencyCode" | "amountIncludingVat">[]): string {
  return sums
    .map(({ currencyCode, amountIncludingVat }) => `${groupDigits(amountIncludingVat)} ${currencyCode}`)
    .join(" and ");
}

/** What spending can be added up by. */
export const SPENDING_BY = ["month", "account", "costCenter", "user", "car", "area"] as const;

/** One of these. */
export type SpendingBy = (typeof SPENDING_BY)[number];
