import { CLAIM_COLUMNS, type ClaimColumn } from "../../allowlist/index.ts";

/** What a column of a file of claims holds. */
export type ColumnKind = "text" | "amount" | "time";

const AMOUNTS: readonly ClaimColumn[] = ["amountExcludingVat", "vat", "amountIncludingVat"];
const TIMES: readonly ClaimColumn[] = ["startDate", "endDate"];

/** The columns that come from a claim, with what they hold. */
export const COLUMNS: readonly { readonly name: ClaimColumn; readonly kind: ColumnKind }[] = CLAIM_COLUMNS.map(
  (name) => ({ name, kind: AMOUNTS.includes(name) ? "amount" : TIMES.includes(name) ? "time" : "text" }),
);

/** A spreadsheet keeps so many digits of a number. */
const MOST_DIGITS = 15;

/** Whether a spreadsheet keeps all digits of an amount; else it is written as text: wrong digits are worse than a cell that cannot be added up. */
export function isExactNumber(text: string): boolean {
  const [, whole = "", rest = ""] = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole !== "" && `${whole}${rest}`.replace(/^0+/, "").length <= MOST_DIGITS;
}
