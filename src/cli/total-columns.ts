import type { CurrencyTotal } from "../history/index.ts";

/** The columns of a table of totals. */
export const TOTAL_COLUMNS = [
  { name: "currency", value: ({ currencyCode }: CurrencyTotal) => currencyCode },
  { name: "records", value: ({ records }: CurrencyTotal) => String(records), align: "right" },
  { name: "excluding VAT", value: (total: CurrencyTotal) => total.amountExcludingVat, align: "right" },
  { name: "including VAT", value: (total: CurrencyTotal) => total.amountIncludingVat, align: "right" },
] as const;
