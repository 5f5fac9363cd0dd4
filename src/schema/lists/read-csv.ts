import { closestMatch } from "leven";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { quoteText, showColumns } from "../quote-text.ts";
import { checkNotCorrupt, warnOfLastLine } from "../yaml/corruption-checks.ts";
import { Seeker } from "../yaml/seeker.ts";
import type { Lines } from "../yaml/tree.ts";
import { type AddCar, trimmed } from "./read-txt.ts";

/** Columns that a misspelt one is compared with, and how many letters it may be away from one of them. */
const MOST_COMPARED = 1000;
const FARTHEST = 4;

interface Row {
  readonly cells: readonly string[];
  /** Where each cell starts. */
  readonly starts: readonly number[];
  readonly next: number;
}

interface Header {
  readonly delimiter: string;
  /** Which cell holds the plate, from 0. */
  readonly index: number;
  readonly width: number;
  /** Where the first row starts. */
  readonly next: number;
}

/** A quote where RFC 4180 has none; the rest of the file cannot be split reliably. */
interface Malformed {
  readonly at: number;
  readonly message: string;
}

/** Reads the plates of one column of a comma- or semicolon-separated list (RFC 4180) with a header. Gives the number of rows, or undefined when it cannot be read. */
export function readCsv(
  text: string,
  column: string,
  lines: Lines,
  diagnostics: DiagnosticCollector,
  add: AddCar,
): number | undefined {
  if (!checkNotCorrupt(text, lines, diagnostics)) return undefined;
  warnOfLastLine(text, '"', lines, diagnostics);
  const header = findColumn(text, column, lines, diagnostics);
  if (!header) return undefined;
  const { delimiter, index, width } = header;
  const quotes = new Seeker(text, '"');
  const lineFeeds = new Seeker(text, "\n");
  const delimiters = new Seeker(text, delimiter);
  let at = header.next;
  let rows = 0;
  while (at < text.length) {
    const lineFeed = lineFeeds.from(at);
    // Most lines have no quote: one search for each separator is enough.
    if (lineFeed < quotes.from(at)) {
      const cell = plainCell(text, at, lineFeed, header, delimiters);
      if (cell) {
        rows += 1;
        add(cell.plate, cell.at, cell.plateAt);
        at = lineFeed + 1;
        continue;
      }
    }
    const row = readRow(text, at, delimiter);
    if ("message" in row) return reportMalformed(row, lines, diagnostics);
    at = row.next;
    if (row.cells.length === 1 && row.cells[0] === "") continue;
    rows += 1;
    addRow(row, index, width, lines, diagnostics, add);
  }
  return rows;
}

/** The plate of a line without quotes; undefined where there is none, and where the number of cells is not that of the header. */
function plainCell(text: string, from: number, lineFeed: number, { index, width }: Header, delimiters: Seeker) {
  const end = text[lineFeed - 1] === "\r" ? lineFeed - 1 : lineFeed;
  let cells = 1;
  let at = from;
  let to = end;
  for (let next = delimiters.from(from); next < end; next = delimiters.from(next + 1)) {
    if (cells === index) at = next + 1;
    if (cells === index + 1) to = next;
    cells += 1;
  }
  const cell = text.slice(at, to);
  const plate = trimmed(cell);
  const plateAt = plate === cell ? at : at + cell.indexOf(plate);
  return cells === width && plate !== "" ? { plate, at, plateAt } : undefined;
}

function addRow(
  row: Row,
  index: number,
  width: number,
  lines: Lines,
  diagnostics: DiagnosticCollector,
  add: AddCar,
): void {
  const start = row.starts[0] ?? 0;
  if (row.cells.length !== width) {
    const message = `This row has ${row.cells.length} cells; the header has ${width}.`;
    diagnostics.error(
      "csv-row-width",
      message,
      lines.sourceAt(start),
      "Fix the row; quote cells that contain a separator.",
    );
    return;
  }
  const cell = row.cells[index] ?? "";
  const plate = cell.trim();
  const at = row.starts[index] ?? start;
  if (plate !== "") add(plate, at, at + (lines.text[at] === '"' ? 1 : 0) + cell.indexOf(plate));
  else
    diagnostics.error(
      "csv-no-plate",
      "This row has no plate.",
      lines.sourceAt(at),
      "Fill in the plate, or remove the row.",
    );
}

function findColumn(text: string, column: string, lines: Lines, diagnostics: DiagnosticCollector): Header | undefined {
  const candidates = [";", ","].map((delimiter) => ({ delimiter, row: readRow(text, 0, delimiter) }));
  for (const { delimiter, row } of candidates) {
    if ("message" in row) continue;
    const names = row.cells.map((cell) => cell.trim());
    const index = names.indexOf(column);
    if (index >= 0 && names.indexOf(column, index + 1) < 0)
      return { delimiter, index, width: names.length, next: row.next };
  }
  reportNoColumn(
    candidates.map((candidate) => candidate.row),
    column,
    lines,
    diagnostics,
  );
  return undefined;
}

function reportNoColumn(
  rows: readonly (Row | Malformed)[],
  column: string,
  lines: Lines,
  diagnostics: DiagnosticCollector,
): void {
  const read = rows.filter((row) => "cells" in row).sort((left, right) => right.cells.length - left.cells.length)[0];
  const malformed = rows.find((row) => "message" in row);
  if (!read && malformed) {
    reportMalformed(malformed, lines, diagnostics);
    return;
  }
  const names = read?.cells.map((cell) => cell.trim()) ?? [];
  const twice = names.filter((name) => name === column).length > 1;
  const likely = names.slice(0, MOST_COMPARED).filter((name) => Math.abs(name.length - column.length) <= FARTHEST);
  const nearest = closestMatch(column, likely, { maxDistance: FARTHEST });
  const message = twice
    ? `The header has the column ${quoteText(column)} twice.`
    : `The header has no column ${quoteText(column)}.`;
  const fix = nearest && !twice ? `Did you mean ${quoteText(nearest)}?` : `Its columns are ${showColumns(names)}.`;
  diagnostics.error("csv-no-column", message, lines.sourceAt(0), fix);
}

function reportMalformed({ at, message }: Malformed, lines: Lines, diagnostics: DiagnosticCollector): undefined {
  diagnostics.error(
    "csv-quotes",
    message,
    lines.sourceAt(at),
    'Quote the whole cell and write a quote inside it as `""`.',
  );
}

function readRow(text: string, from: number, delimiter: string): Row | Malformed {
  const cells: string[] = [];
  const starts: number[] = [];
  let at = from;
  for (;;) {
    starts.push(at);
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
    if ("message" in cell) return cell;
    cells.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) at += 1;
    else if (at >= text.length || text[at] === "\n") return { cells, starts, next: at + 1 };
    else if (text[at] === "\r") at += 1;
    else return { at, message: "Text follows the closing quote of a cell." };
    if (text[at - 1] === "\r") return { cells, starts, next: at + 1 };
  }
}

function readPlain(text: string, from: number, delimiter: string): { text: string; end: number } | Malformed {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") {
    if (text[end] === '"') return { at: end, message: "There is a quote inside a cell that does not start with one." };
    end += 1;
  }
  return { text: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { text: string; end: number } | Malformed {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return { at: from, message: "A quoted cell is not closed." };
    if (text[end + 1] !== '"') break;
    end += 1;
  } while (end < text.length);
  return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}
