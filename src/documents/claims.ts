import { groupDigits } from "../allowlist/index.ts";
import type { AuditRuleId, ClaimKind } from "../schema/audit-rules/index.ts";

/** The columns of a file of claims, in their order. */
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
  "proof",
  "evidence",
] as const;

/** The name of a column. */
export type ClaimColumn = (typeof CLAIM_COLUMNS)[number];

/**
 * A billing record whose amount is to be claimed back, or corrected. Amounts are decimal texts as the server wrote them. Times are
 * `YYYY-MM-DD HH:MM:SS` in the fleet file's time zone, or the server's text where that is not a time. The rest is foreign text.
 */
export type Claim = Readonly<Record<Exclude<ClaimColumn, "rule" | "proof">, string>> & {
  readonly rule: AuditRuleId;
  /** What proves that the car was not on the list: the journal, or commits alone; empty where the records themselves show it. */
  readonly proof: "journal" | "commit" | "";
};

/** What claims may rest on: readings that the journal holds; or also what it says was sent, and what commits say. */
export const CLAIMS_FROM = ["journal", "git"] as const;

/** One of these. */
export type ClaimsFrom = (typeof CLAIMS_FROM)[number];

/** Whom claims may be sent to: the operator of the area, or who bills the account. */
export const CLAIMS_BY = ["operator", "account"] as const;

/** One of these. */
export type ClaimsBy = (typeof CLAIMS_BY)[number];

/** The sums of claims of one kind in one currency; decimal texts. The VAT is the difference of the other two. */
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

type SumOfOne = Pick<ClaimSum, "currencyCode" | "amountIncludingVat">;
/** ISO 4217; not from the locale: the same bytes everywhere. */
const WITHOUT_DIGITS = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" "));
const THREE_DIGITS = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** How many digits a currency has after the point. */
export function fractionDigitsOf(currencyCode: string): number {
  return WITHOUT_DIGITS.has(currencyCode) ? 0 : THREE_DIGITS.has(currencyCode) ? 3 : 2;
}

/** `6,800` of 6800.00 JPY, `45.00` of 45 DKK: with the digits of its currency, and those beyond that are not 0. */
export function amountInDigits({ currencyCode, amountIncludingVat }: SumOfOne): string {
  const [, whole = "", part = ""] = /^(-?[0-9]+)(?:\.([0-9]+))?$/.exec(amountIncludingVat) ?? [];
  if (whole === "") return amountIncludingVat;
  const digits = part.replace(/0+$/, "").padEnd(fractionDigitsOf(currencyCode), "0");
  return groupDigits(digits === "" ? whole : `${whole}.${digits}`);
}

/** `1,245.00 DKK and 3.10 EUR`; foreign text. */
export function sumsInWords(sums: readonly SumOfOne[]): string {
  return sums.map((sum) => `${amountInDigits(sum)} ${sum.currencyCode}`).join(" and ");
}

/** What spending can be added up by. */
export const SPENDING_BY = ["month", "account", "costCenter", "user", "car", "area"] as const;

/** One of these. */
export type SpendingBy = (typeof SPENDING_BY)[number];
