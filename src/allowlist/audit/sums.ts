/** A sum in one currency; a decimal text. */
interface Sum {
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** `1,234,567.89` for `1234567.89`; a text that is not a plain decimal number stays. Not from the locale: the same bytes everywhere. */
export function groupDigits(text: string): string {
  const [, sign = "", whole = "", rest = ""] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  return whole === "" ? text : `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${rest}`;
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
