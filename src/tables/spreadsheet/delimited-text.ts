import type { Explanation } from "../../schema/diagnostics/diagnostic-collector.ts";
import { MAX_COLUMNS, type Row } from "./cell.ts";

/** The separators that are looked for, the most likely first. */
const DELIMITERS = [";", ",", "\t", "|"];

/** How many rows a separator is found by. */
const ROWS_COMPARED = 30;

/** The line with which Excel names the separator of the file. */
const SEP_LINE = /^"?sep=([^"\r\n])"?[;,\t|]*\r?(?:\n|$)/i;

/** Why the rest of a text cannot be split into cells reliably: in which row, by its first line, and at which offset. */
export interface Malformed extends Explanation {
  readonly line: number;
  readonly at: number;
}

/**
 * The rows of a text with separators (RFC 4180, with `;`, tabs and `|` too), one after the other; rows of empty cells are left out.
 * The separator is the one of a `sep=` line, else the one by which a row has the most of the `columns` looked for, else the one
 * by which the most rows are equally wide.
 */
export function delimitedRows(text: string, columns: readonly string[]): Iterable<Row | Malformed> {
  const named = SEP_LINE.exec(text);
  const at = named?.[0].length ?? 0;
  return rowsFrom(text, at, named ? 2 : 1, named?.[1] ?? detectDelimiter(text, at, columns));
}

function detectDelimiter(text: string, from: number, columns: readonly string[]): string {
  const content = text.slice(from).search(/[^\s;,|]/);
  const at = content < 0 ? text.length : Math.max(from, text.lastIndexOf("\n", from + content) + 1);
  const candidates = DELIMITERS.map((delimiter, order) => {
    const rows = firstRows(rowsFrom(text, at, 1, delimiter));
    const found = Math.max(0, ...rows.map(({ cells }) => columns.filter((name) => cells.includes(name)).length));
    return { delimiter, order, cells: cellsOfEqualRows(rows), found };
  });
  candidates.sort((a, b) => b.found - a.found || b.cells - a.cells || a.order - b.order);
  return candidates[0]?.delimiter ?? ",";
}

function firstRows(all: Iterable<Row | Malformed>): readonly Row[] {
  const rows: Row[] = [];
  for (const row of all) {
    if ("code" in row || rows.length === ROWS_COMPARED) break;
    rows.push(row);
  }
  return rows;
}

// How many cells, of more than one a row, the rows of the most usual width have.
function cellsOfEqualRows(rows: readonly Row[]): number {
  const cells = new Map<number, number>();
  for (const { length } of rows.map((row) => row.cells))
    if (length > 1) cells.set(length, (cells.get(length) ?? 0) + length);
  return Math.max(0, ...cells.values());
}

interface Cells {
  readonly cells: string[];
  readonly starts: number[];
  readonly next: number;
}

type Broken = Explanation & { readonly at: number };

function* rowsFrom(text: string, from: number, first: number, delimiter: string): Generator<Row | Malformed, void> {
  let line = first;
  for (let at = from; at < text.length; ) {
    const row = readRow(text, at, delimiter);
    if ("code" in row) {
      yield { ...row, line };
      return;
    }
    const { cells, starts, next } = row;
    if (cells.some((cell) => cell !== "")) yield { line, cells, starts };
    line += 1;
    // A quoted cell may have line breaks.
    for (let end = text.indexOf("\n", at); end >= 0 && end < next - 1; end = text.indexOf("\n", end + 1)) line += 1;
    at = next;
  }
}

function readRow(text: string, from: number, delimiter: string): Cells | Broken {
  const lineFeed = text.indexOf("\n", from);
  const end = lineFeed < 0 ? text.length : lineFeed;
  const line = text.slice(from, text[end - 1] === "\r" ? Math.max(from, end - 1) : end);
  // Most lines have no quote and can be split as they are.
  const row = line.includes('"') ? readQuotedRow(text, from, delimiter) : splitLine(line, from, end + 1, delimiter);
  if ("code" in row || row.cells.length <= MAX_COLUMNS) return row;
  const fix = "Check the separator of the file, and that it is a list.";
  return { code: "csv-columns", message: `This row has more than ${MAX_COLUMNS} cells.`, fix, at: from };
}

function splitLine(line: string, from: number, next: number, delimiter: string): Cells {
  const cells: string[] = [];
  const starts: number[] = [];
  for (let at = 0; at >= 0 && cells.length <= MAX_COLUMNS; ) {
    const end = line.indexOf(delimiter, at);
    starts.push(from + at);
    cells.push((end < 0 ? line.slice(at) : line.slice(at, end)).trim());
    at = end < 0 ? end : end + 1;
  }
  return { cells, starts, next };
}

function readQuotedRow(text: string, from: number, delimiter: string): Cells | Broken {
  const cells: string[] = [];
  const starts: number[] = [];
  let at = from;
  while (cells.length <= MAX_COLUMNS) {
    starts.push(at);
    const opens = text.startsWith('="', at) ? at + 1 : at;
    const cell = text[opens] === '"' ? readQuoted(text, opens) : readPlain(text, at, delimiter);
    if ("code" in cell) return cell;
    cells.push(withoutFormula(cell.text.trim()));
    at = cell.end;
    // Behind a formula some programs fill the cell with blanks.
    while (opens < at && text[opens - 1] === "=" && text[at] === " ") at += 1;
    if (text[at] === delimiter) at += 1;
    else if (at >= text.length || text[at] === "\n") return { cells, starts, next: at + 1 };
    else if (text[at] === "\r" && text[at + 1] === "\n") return { cells, starts, next: at + 2 };
    else return broken("Text follows the closing quote of a cell.", at);
  }
  return { cells, starts, next: text.length };
}

// `="0123"` is what people write so that a spreadsheet keeps the zeros: a formula whose value is that text.
function withoutFormula(cell: string): string {
  return /^="[^"]*"$/.test(cell) ? cell.slice(2, -1).trim() : cell;
}

function readPlain(text: string, from: number, delimiter: string): { text: string; end: number } | Broken {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") {
    if (text[end] === '"') return broken("A quote stands inside a cell that does not start with one.", end);
    end += 1;
  }
  if (text[end] === "\n" && text[end - 1] === "\r" && end > from) end -= 1;
  return { text: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { text: string; end: number } | Broken {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return broken("The quote that opens this cell is never closed.", from);
    if (text[end + 1] !== '"') break;
    end += 1;
  } while (end < text.length);
  return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function broken(message: string, at: number): Broken {
  return { code: "csv-quotes", message, fix: 'Quote the whole cell, and write a quote inside it as `""`.', at };
}
