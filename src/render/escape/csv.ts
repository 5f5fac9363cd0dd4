import { spellOut, truncate, visible } from "./visible.ts";

// Spreadsheets read a cell that starts so as a formula (the full-width forms too); a leading quote makes it text.
const FORMULA_START = /^[=+\-@\t\r\0＝＋－＠]/;
// Where the list separator is a semicolon, a spreadsheet splits there and looks at what follows.
const FORMULA_AFTER_SEMICOLON = /(?<=;["'\s]*)[=+\-@＝＋－＠]/g;
const NEEDS_NO_QUOTES = /^[\w.:/ -]*$/;

/** One CSV cell (RFC 4180): one line, quoted where it must be, never a formula. */
export function csvCell(text: string): string {
  const cell = `${FORMULA_START.test(text) ? "'" : ""}${visible(truncate(text)).replace(FORMULA_AFTER_SEMICOLON, spellOut)}`;
  return NEEDS_NO_QUOTES.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** A CSV cell of a column of numbers: a negative one is not a formula, and a spreadsheet is to add it up. */
export function csvNumber(text: string): string {
  return /^-[0-9]{1,40}(?:\.[0-9]{1,40})?$/.test(text) ? text : csvCell(text);
}

/** One CSV line, with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
