import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT } from "../spreadsheet/date-format.ts";
import { explainMalformed, type Malformed, openDelimited } from "../spreadsheet/delimited-text.ts";
import { type Columns, namedColumns } from "./columns.ts";
import { dayColumns, formatsOf } from "./day-columns.ts";
import { findColumns } from "./find-columns.ts";
import { findHeader, HEAD_ROWS, type Header, isHeaderAgain, rowsBelow } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";
import { type RowContext, readRow, reportUndeclared, sourceOf } from "./read-row.ts";
import { skipRule } from "./skipped-rows.ts";
import { hasTotals } from "./totals.ts";

/**
 * Reads the cars of a sheet, or of a text with separators (RFC 4180). Gives the number of rows without those that are left out,
 * or undefined when it cannot be read.
 */
export function readTable(
  file: ListFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const names = namedColumns(reference).map(([, name]) => name);
  const head = firstRows(file, names);
  if ("kind" in head) return diagnostics.explained(explainMalformed(head), file.lines.sourceAt(head.at));
  const context = openTable(head, file, reference, diagnostics, sink);
  if (!context) return undefined;
  const above = context.header.rows.at(-1)?.line ?? 0;
  let [rows, cars] = [0, 0];
  let last: Row | undefined;
  for (const row of rowsOf(file, names)) {
    if ("kind" in row) return diagnostics.explained(explainMalformed(row), file.lines.sourceAt(row.at));
    if (row.line <= above || isHeaderAgain(row, context.header)) continue;
    if (last) cars += takeRow(last, context);
    rows += 1;
    last = row;
  }
  if (last && rows > 1 && isTotals(last, [rows - 1, cars], context)) sink.skipped?.("totals");
  else if (last) cars += takeRow(last, context);
  context.plates.finish();
  reportUndeclared(context);
  return cars;
}

// What `skip` names is counted as such.
function isTotals(row: Row, numbers: readonly number[], { columns, skips }: RowContext): boolean {
  const at = columns.get("column") ?? 0;
  return skips(row.cells[at] ?? "") === undefined && hasTotals(row, at, numbers);
}

/** Gives the number of rows that count: 0 or 1. */
function takeRow(row: Row, context: RowContext): number {
  const { columns, skips, sink } = context;
  const text = skips(row.cells[columns.get("column") ?? 0] ?? "");
  if (text === undefined) readRow(row, context);
  else sink.skipped?.("skip", text);
  return text === undefined ? 1 : 0;
}

/** The first rows, in which the header is found, and which are looked at for what they hold. */
export function firstRows(file: ListFile, names: readonly string[]): readonly Row[] | Malformed {
  const rows: Row[] = [];
  for (const row of rowsOf(file, names)) {
    // What is wrong below the header is reported when the rows are read.
    if ("kind" in row) return rows.length === 0 ? row : rows;
    rows.push(row);
    if (rows.length === HEAD_ROWS) break;
  }
  return rows;
}

function* rowsOf({ lines, sheet }: ListFile, names: readonly string[]): Generator<Row | Malformed> {
  if (sheet) {
    yield* sheet.rows;
    return;
  }
  const reader = openDelimited(lines.text, names);
  for (let row = reader.next(); row; row = reader.next()) yield row;
}

function openTable(
  head: readonly Row[],
  file: ListFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): RowContext | undefined {
  const finding = findHeader(head, reference);
  const { header } = finding;
  const placeOf = (row: Row | undefined) => (row ? sourceOf(row, 0, { file }) : file.lines.sourceAt(0));
  const columns = findColumns(head, finding, reference, placeOf, diagnostics);
  if (!columns) return undefined;
  warnOfUnusedDates(header, rowsBelow(header, head), columns, file, diagnostics);
  const plates = new PlateTaker(file.lines, sink, diagnostics);
  const skips = skipRule(reference);
  return { file, reference, columns, header, plates, skips, sink, diagnostics, days: new Map(), undeclared: new Map() };
}

/** Warns of columns that look like days of a lease and that nothing reads: a car would stay on the list after its lease. */
function warnOfUnusedDates(
  header: Header,
  below: readonly Row[],
  columns: Columns,
  file: ListFile,
  diagnostics: DiagnosticCollector,
): void {
  const [line] = header.rows;
  if (!line) return;
  const used = new Set(columns.values());
  for (const column of dayColumns(header, below, columns)) {
    const { index, name, key } = column;
    const [format] = formatsOf([column]);
    if (format === undefined || used.has(index) || columns.has(key)) continue;
    const dates = format === ISO_FORMAT.text ? "" : ` and \`dates: ${format}\``;
    const message = `The column ${quoteText(name)} holds dates that are not used.`;
    const day = key === "validUntil" ? "last" : "first";
    const fix = `If it is the ${day} day of each car, write \`${key}: ${name}\`${dates} in the item of \`carsFrom\`.`;
    diagnostics.warning("unused-dates", message, sourceOf(line, index, { file }), fix);
  }
}
