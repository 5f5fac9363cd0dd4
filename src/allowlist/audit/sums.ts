import { groupDigits } from "../values/numbers.ts";

/** A sum in one currency; a decimal text. */
interface Sum {
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** `1,245.00 DKK and 3.10 EUR`; foreign text. */
export function sumsInWords(sums: readonly Sum[]): string {
  return sums
    .map(({ currencyCode, amountIncludingVat }) => `${groupDigits(amountIncludingVat)} ${currencyCode}`)
    .join(" and ");
}

/** What spending can be added up by. */
export const SPENDING_BY = ["month", "account", "costCenter", "user", "car", "area"] as const;

/** One of these. */
export type SpendingBy = (typeof SPENDING_BY)[number];
