import { daysBetween } from "../../allowlist/index.ts";
import { CLAIM_COLUMNS, type ClaimColumn, type ClaimsTo } from "../../documents/index.ts";
import { valueAt } from "../../run/collections.ts";
import type { ClaimKind } from "../../schema/audit-rules/index.ts";
import { csvCell, csvNumber, csvTextCell } from "../escape/sinks.ts";
import { type Sheet, type SheetCell, workbook } from "./workbook.ts";

/** What a column of a file of claims holds. */
type ColumnKind = "text" | "amount" | "time";

const AMOUNTS: readonly ClaimColumn[] = ["amountExcludingVat", "vat", "amountIncludingVat"];
const TIMES: readonly ClaimColumn[] = ["startDate", "endDate"];
const COLUMNS: readonly { readonly name: ClaimColumn; readonly kind: ColumnKind }[] = CLAIM_COLUMNS.map((name) => ({
  name,
  kind: AMOUNTS.includes(name) ? "amount" : TIMES.includes(name) ? "time" : "text",
}));

/** A spreadsheet keeps this many digits of a number. */
const MOST_DIGITS = 15;

const CSV_CELL: Record<ColumnKind, (text: string) => string> = {
  text: csvTextCell,
  amount: (text) => (isExactNumber(text) ? csvNumber(text) : csvTextCell(text)),
  time: csvCell,
};

/** Claims as CSV, a row each; those to one addressee are together. */
export function claimsCsv(addressees: readonly ClaimsTo[]): string {
  // Most cells are in many rows.
  const known = new Map<ColumnKind, Map<string, string>>();
  const cellOf = (kind: ColumnKind, text: string) =>
    valueAt(
      valueAt(known, kind, () => new Map()),
      text,
      () => CSV_CELL[kind](text),
    );
  const rows = addressees.flatMap(({ claims }) =>
    claims.map((claim) => `${COLUMNS.map(({ name, kind }) => cellOf(kind, claim[name])).join(",")}\r\n`),
  );
  return `${CLAIM_COLUMNS.join(",")}\r\n${rows.join("")}`;
}

// An amount with more digits is written as text: wrong digits are worse than a cell that cannot be added up.
function isExactNumber(text: string): boolean {
  const [, whole = "", rest = ""] = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole !== "" && `${whole}${rest}`.replace(/^0+/, "").length <= MOST_DIGITS;
}

/** The rows that a sheet can hold (Excel), the header's not counted. */
export const MOST_ROWS = 1_048_575;

/** Day 0 of spreadsheets; days before March 1900 are counted differently by some and are kept as text. */
const DAY_ZERO = "1899-12-30";
const FIRST_DAY = "1900-03-01";
const DAY_SECONDS = 86_400;

const ASKED: Record<ClaimKind, string> = { refund: "amount back", correction: "corrected record" };
const SUMMARY = ["Addressee", "Asked", "Currency", "Records", "Net", "VAT", "Gross"];

/** Claims as an Excel workbook: a summary, and a sheet for each addressee; plates and ids as text, amounts as numbers, times as dates. */
export function claimsWorkbook(addressees: readonly ClaimsTo[]): Uint8Array {
  const sums = addressees.flatMap(({ name, sums: own }) =>
    own.map(({ asked, currencyCode, records, amountExcludingVat, vat, amountIncludingVat }) => [
      ...[name, ASKED[asked], currencyCode].map(textCell),
      { style: "count", value: String(records) } as const,
      ...[amountExcludingVat, vat, amountIncludingVat].map(amountCell),
    ]),
  );
  return workbook([
    { name: "Summary", rows: [SUMMARY.map(headerCell), ...sums] },
    ...addressees.map(({ name, claims }): Sheet => {
      const rows = claims.map((claim) => COLUMNS.map((column) => SHEET_CELL[column.kind](claim[column.name])));
      return { name, rows: [CLAIM_COLUMNS.map(headerCell), ...rows] };
    }),
  ]);
}

const SHEET_CELL: Record<ColumnKind, (text: string) => SheetCell> = {
  text: textCell,
  amount: amountCell,
  time: (text) => {
    const value = serialNumber(text);
    return value === undefined ? textCell(text) : { style: "time", value };
  },
};

function headerCell(value: string): SheetCell {
  return { style: "header", value };
}

function textCell(value: string): SheetCell {
  return { style: "text", value };
}

function amountCell(value: string): SheetCell {
  return isExactNumber(value) ? { style: "amount", value } : textCell(value);
}

function serialNumber(text: string): string | undefined {
  const [, day = "", hour = "", minute = "", second = ""] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})$/.exec(text) ?? [];
  if (day < FIRST_DAY) return undefined;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return String(daysBetween(DAY_ZERO, day) + seconds / DAY_SECONDS);
}
