import type { AuditRuleId } from "./audit-rules.ts";

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
