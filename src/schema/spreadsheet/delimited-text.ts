import type { Explanation } from "../diagnostics/diagnostic-collector.ts";
import { type Cell, MAX_COLUMNS, type Row } from "./cell.ts";

/** The separators that are looked for, the most likely first. */
const DELIMITERS = [";", ",", "\t"];

/** How many rows a separator is found by. */
const ROWS_COMPARED = 30;

/** The line with which Excel names the separator of the file. */
const SEP_LINE = /^"?sep=([^"\r\n])"?[;,\t]*\r?(?:\n|$)/i;

/** Why the rest of a text cannot be split into cells reliably. Line and column count from 1. */
export interface Malformed {
  readonly kind: "never-closed" | "quote-inside" | "text-after-quote" | "too-many-columns";
  readonly line: number;
  readonly column: number;
  /** The offset of that place. */
  readonly at: number;
}

/**
 * The rows of a text with separators (RFC 4180, with `;` and tabs too), one after the other; rows of empty cells are left out.
 * The separator is the one of a `sep=` line, else the one by which a row has the most of the `columns` looked for, else the one
 * by which the most rows are equally wide.
 */
export function openDelimited(text: string, columns: readonly string[]): RowReader {
  const named = SEP_LINE.exec(text);
  const start = { at: named?.[0].length ?? 0, line: named ? 2 : 1 };
  return new RowReader(text, start, named?.[1] ?? detectDelimiter(text, start.at, columns));
}

/** A malformed text in words, with what to do. */
export function explainMalformed({ kind }: Malformed): Explanation {
  switch (kind) {
    case "never-closed":
      return quotes("The quote that opens this cell is never closed.");
    case "quote-inside":
      return quotes("A quote stands inside a cell that does not start with one.");
    case "text-after-quote":
      return quotes("Text follows the closing quote of a cell.");
    case "too-many-columns":
      return {
        code: "csv-columns",
        message: `This row has more than ${MAX_COLUMNS} cells.`,
        fix: "Check the separator of the file, and that it is a list.",
      };
  }
}

function quotes(message: string): Explanation {
  return { code: "csv-quotes", message, fix: 'Quote the whole cell, and write a quote inside it as `""`.' };
}

function detectDelimiter(text: string, from: number, columns: readonly string[]): string {
  const content = text.slice(from).search(/[^\s;,]/);
  const at = content < 0 ? text.length : Math.max(from, text.lastIndexOf("\n", from + content) + 1);
  const candidates = DELIMITERS.map((delimiter, order) => {
    const rows = firstRows(new RowReader(text, { at, line: 1 }, delimiter));
    const found = Math.max(0, ...rows.map((cells) => columns.filter((name) => cells.includes(name)).length));
    return { delimiter, order, cells: cellsOfEqualRows(rows), found };
  });
  candidates.sort((a, b) => b.found - a.found || b.cells - a.cells || a.order - b.order);
  return candidates[0]?.delimiter ?? ",";
}

function firstRows(reader: RowReader): readonly (readonly Cell[])[] {
  const rows: (readonly Cell[])[] = [];
  for (let row = reader.next(); row && "cells" in row && rows.length < ROWS_COMPARED; row = reader.next())
    rows.push(row.cells);
  return rows;
}

// How many cells, of more than one a row, the rows of the most usual width have.
function cellsOfEqualRows(rows: readonly (readonly Cell[])[]): number {
  const cells = new Map<number, number>();
  for (const { length } of rows) if (length > 1) cells.set(length, (cells.get(length) ?? 0) + length);
  return Math.max(0, ...cells.values());
}

interface QuotedRow {
  readonly cells: string[];
  readonly starts: number[];
  readonly next: number;
}

type Broken = Pick<Malformed, "kind" | "at">;

/** Goes through a text once. */
class RowReader {
  readonly delimiter: string;
  readonly #text: string;
  readonly #quotes: Seeker;
  readonly #lineFeeds: Seeker;
  #at: number;
  #line: number;

  constructor(text: string, start: { readonly at: number; readonly line: number }, delimiter: string) {
    this.#text = text;
    this.delimiter = delimiter;
    this.#quotes = new Seeker(text, '"');
    this.#lineFeeds = new Seeker(text, "\n");
    this.#at = start.at;
    this.#line = start.line;
  }

  /** The next row that is not empty. */
  next(): Row | Malformed | undefined {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const line = this.#line;
      const read = this.#readRow();
      if ("kind" in read) return this.#placed(read, start, line);
      const { cells, starts } = read;
      if (cells.length > MAX_COLUMNS) return this.#placed({ kind: "too-many-columns", at: start }, start, line);
      if (cells.every((cell) => cell === "")) continue;
      return { line, cells, starts };
    }
    return undefined;
  }

  #readRow(): QuotedRow | Broken {
    const start = this.#at;
    const lineFeed = this.#lineFeeds.from(start);
    // Most lines have no quote and can be split as they are.
    if (lineFeed <= this.#quotes.from(start)) {
      this.#at = lineFeed + 1;
      this.#line += 1;
      return this.#splitLine(start, this.#text[lineFeed - 1] === "\r" ? Math.max(start, lineFeed - 1) : lineFeed);
    }
    const row = readQuotedRow(this.#text, start, this.delimiter);
    if ("kind" in row) return row;
    // Behind the end, the search gives the end for ever.
    const end = Math.min(row.next, this.#text.length);
    for (let at = this.#lineFeeds.from(start); at < end; at = this.#lineFeeds.from(at + 1)) this.#line += 1;
    this.#at = row.next;
    return row;
  }

  #splitLine(from: number, to: number): QuotedRow {
    const cells = this.#text.slice(from, to).split(this.delimiter, MAX_COLUMNS + 1);
    const starts: number[] = [];
    let at = from;
    for (let nth = 0; nth < cells.length; nth += 1) {
      const cell = cells[nth] ?? "";
      starts.push(at);
      at += cell.length + 1;
      cells[nth] = cell.trim();
    }
    return { cells, starts, next: to };
  }

  #placed({ kind, at }: Broken, start: number, startLine: number): Malformed {
    let line = startLine;
    let lineStart = start;
    for (let end = this.#text.indexOf("\n", start); end >= 0 && end < at; end = this.#text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { kind, at, line, column: at - lineStart + 1 };
  }
}

function readQuotedRow(text: string, from: number, delimiter: string): QuotedRow | Broken {
  const cells: string[] = [];
  const starts: number[] = [];
  let at = from;
  while (cells.length <= MAX_COLUMNS) {
    starts.push(at);
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
    if ("kind" in cell) return cell;
    cells.push(cell.text.trim());
    at = cell.end;
    if (text[at] === delimiter) at += 1;
    else if (at >= text.length || text[at] === "\n") return { cells, starts, next: at + 1 };
    else if (text[at] === "\r" && text[at + 1] === "\n") return { cells, starts, next: at + 2 };
    else return { kind: "text-after-quote", at };
  }
  return { cells, starts, next: text.length };
}

function readPlain(text: string, from: number, delimiter: string): { text: string; end: number } | Broken {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") {
    if (text[end] === '"') return { kind: "quote-inside", at: end };
    end += 1;
  }
  if (text[end] === "\n" && text[end - 1] === "\r" && end > from) end -= 1;
  return { text: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { text: string; end: number } | Broken {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return { kind: "never-closed", at: from };
    if (text[end + 1] !== '"') break;
    end += 1;
  } while (end < text.length);
  return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/** Finds one word or character of a text from offsets that only increase, and reads each part of the text once. */
class Seeker {
  readonly #text: string;
  readonly #word: string;
  #next = -1;

  constructor(text: string, word: string) {
    this.#text = text;
    this.#word = word;
  }

  /** Its first offset, from `at` on; the text's end when there is none. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf(this.#word, at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
