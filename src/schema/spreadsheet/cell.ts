import { showPath } from "../diagnostics/quote-text.ts";

/** What a cell holds. Text is trimmed; an empty text is an empty cell. Cells of text files are always text. */
export type Cell =
  | string
  /** As stored, which is not always as shown: the format of the cell may add or hide digits. */
  | { readonly kind: "number"; readonly stored: string }
  /** A number that the cell's format shows as a date: the day as YYYY-MM-DD, without the time of day. */
  | { readonly kind: "date"; readonly day: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** A formula that failed: `#N/A`. */
  | { readonly kind: "error"; readonly name: string }
  /** A formula whose result was not saved. */
  | { readonly kind: "uncalculated" };

/** A row with at least one cell that is not empty. */
export interface Row {
  /** The line of the file where the row starts, or the number of the row in its sheet; from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
  /** Where each cell starts in the text; workbooks have none. */
  readonly starts?: readonly number[];
}

/** How many cells a row has up to its last one that is not empty. */
export function filledWidth(cells: readonly Cell[]): number {
  let width = cells.length;
  while (width > 0 && cells[width - 1] === "") width -= 1;
  return width;
}

/** Takes the rows of a file, one after the other; the first may be a header. */
export type TakeRow = (row: Row) => void;

/** The most columns of a row, as in Excel. */
export const MAX_COLUMNS = 16_384;

/** The longest name of a sheet, as in Excel; messages show no more of one. */
const LONGEST_SHEET_NAME = 31;

/** The name of a sheet for a message: quoted, with what cannot be seen written as `\u{…}`. */
export function showSheet(sheet: string): string {
  return showPath(sheet.slice(0, LONGEST_SHEET_NAME));
}

/** A cell of a workbook as Excel names it, with a column counted from 0: `Cars!B17`, `'Pool cars'!B17`. */
export function cellReference(sheet: string, line: number, column: number): string {
  const shown = showSheet(sheet).slice(1, -1);
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(shown) ? shown : `'${shown.replaceAll("'", "''")}'`;
  return `${name}!${columnName(column)}${line}`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function columnName(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
