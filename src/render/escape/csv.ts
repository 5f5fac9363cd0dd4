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

// What spreadsheets take for a number, a date, a time or a truth value, and so write in another way.
const NUMBER_LIKE = /^[\d.,:/%\s+-]*\d[\d.,:/%\s+-]*(?:[ED][\d\s+-]*)?$/i;
const MONTH = "JAN|FEB|FÉV|MAR|MÄR|MRZ|APR|AVR|MAI|MAJ|MAY|JUN|JUI|JUL|AUG|AOU|AOÛ|SEP|OKT|OCT|NOV|DEC|DÉC|DEZ|DES";
const DATE_LIKE = new RegExp(`^\\d*[\\s./-]*(?:${MONTH})\\p{L}*[\\s./-]*\\d*$`, "iu");
const OTHER_VALUE = /^(?:\d{1,2} ?[AP]M?|TRUE|FALSE)$/i;
// Spreadsheets show longer ones as 9.00E+15, and lose digits of those above fifteen.
const SHORT_NUMBER = /^(?:0|[1-9]\d{0,10})$/;

/** A CSV cell of a column of plates or ids: a leading quote makes it text where a spreadsheet would take it for something else. */
export function csvTextCell(text: string): string {
  const isTaken = NUMBER_LIKE.test(text) || DATE_LIKE.test(text) || OTHER_VALUE.test(text);
  return isTaken && !SHORT_NUMBER.test(text) ? csvCell(`'${text}`) : csvCell(text);
}

/** A CSV cell of a column of numbers: a negative one is not a formula, and a spreadsheet is to add it up. */
export function csvNumber(text: string): string {
  return /^-[0-9]{1,40}(?:\.[0-9]{1,40})?$/.test(text) ? text : csvCell(text);
}

/** One CSV line, with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
