import { spellOut, terminalText, UNSEEN, visible } from "./terminal.ts";

// Spreadsheets read a cell that starts so as a formula (the full-width forms too); a leading quote makes it text.
const FORMULA_START = /^[=+\-@\t\r\0＝＋－＠]/;
// Where the list separator is a semicolon, a spreadsheet splits there and looks at what follows.
const FORMULA_AFTER_SEMICOLON = /(?<=;["'\s]*)[=+\-@＝＋－＠]/g;
const NEEDS_NO_QUOTES = /^[\w.:/ -]*$/;

/** One CSV cell (RFC 4180): one line, quoted where it must be, never a formula. */
export function csvCell(text: string): string {
  const cell = `${FORMULA_START.test(text) ? "'" : ""}${terminalText(text).replace(FORMULA_AFTER_SEMICOLON, spellOut)}`;
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

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Foreign text for HTML, as text or inside a quoted attribute. */
export function htmlText(text: string): string {
  return terminalText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** A value as JSON for a `<script type="application/json">`: nothing in it can end the script or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
}

/** Foreign text for XML 1.0, as text or inside a quoted attribute. Characters that XML forbids are spelt out before. */
export function xmlText(text: string): string {
  return htmlText(text);
}

// A pipe ends a table cell even inside code; `<` and `@` are harmless in code for a renderer that follows CommonMark,
// and not for a program that searches the raw text for a comment marker or sends it on as an e-mail.
const NOT_EVEN_IN_CODE = /[|<@]/g;

/** Foreign text as a Markdown code span, the only place where no renderer looks for links, mentions, HTML or emphasis. */
export function markdownCode(text: string): string {
  const safe = terminalText(text).replace(NOT_EVEN_IN_CODE, spellOut);
  if (safe === "") return "";
  const longestRun = [...safe.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longestRun + 1);
  const touchesFence = /^`|`$|^ .* $/.test(safe) ? " " : "";
  return `${fence}${touchesFence}${safe}${touchesFence}${fence}`;
}

/**
 * A value as JSON, indented by two spaces, with a line break at the end. Unseen characters and runner commands are
 * spelt as JSON's own escapes, so a log that shows the text is safe and a parser reads the very same value.
 */
export function jsonText(value: unknown): string {
  return `${jsonSafe(JSON.stringify(value, undefined, 2))}\n`;
}

/** The same of a part of such a text. */
export function jsonSafe(text: string): string {
  return text.replace(NOT_PLAIN, (part) => part.replace(UNSEEN, escaped)).replace(/#(?=#)/g, escaped);
}

// All that is unseen is beyond ASCII. The line breaks are the indentation's: inside strings JSON has escaped them already.
const NOT_PLAIN = /[^\n -~]+/g;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** A value as one line of NDJSON: ASCII alone, so no character of it ends a line or hides; a parser reads the very same value. */
export function ndjsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\u007f-\uffff]|#(?=#)/g, escaped);
  return `${text}\n`;
}

/** The value of a label in the text format of Prometheus, in its quotes; one line, whatever it holds. */
export function prometheusLabel(text: string): string {
  return `"${visible(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

// `[words](address)` is a link in a message of SARIF, and readers make one of it.
const LINK = /(?<=\])\(/g;

/** Foreign text for a message of SARIF: nothing hides in it, and nothing is a link. */
export function sarifText(text: string): string {
  return terminalText(text).replace(LINK, spellOut);
}

/** A path with forward slashes as a relative URI. */
export function pathUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The text of a GitHub workflow command; the runner decodes exactly these three. */
export function commandMessage(text: string): string {
  return terminalText(text).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

/** A property of a GitHub workflow command, where colon and comma have a meaning too. */
export function commandProperty(text: string): string {
  return commandMessage(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
