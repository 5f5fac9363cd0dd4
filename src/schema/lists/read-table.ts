import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { explainMalformed, type Malformed, openDelimited } from "../spreadsheet/delimited-text.ts";
import { findColumns, namedColumns, SAMPLE_ROWS } from "./columns.ts";
import type { ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";
import { type RowContext, readRow, reportUndeclared } from "./read-row.ts";
import { skipRule } from "./skipped-rows.ts";
import { hasTotals } from "./totals.ts";
import { warnOfUnusedDates } from "./unused-dates.ts";

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
  const sample = firstRows(file, names);
  if ("kind" in sample) return diagnostics.explained(explainMalformed(sample), file.lines.sourceAt(sample.at));
  const context = openTable(sample, file, reference, diagnostics, sink);
  if (!context) return undefined;
  let isHeader = reference.header !== false;
  let [rows, cars] = [0, 0];
  let last: Row | undefined;
  for (const row of rowsOf(file, names)) {
    if ("kind" in row) return diagnostics.explained(explainMalformed(row), file.lines.sourceAt(row.at));
    if (last) cars += takeRow(last, context);
    rows += isHeader ? 0 : 1;
    last = isHeader ? undefined : row;
    isHeader = false;
  }
  if (last && rows > 1 && hasTotals(last, context.columns.get("column") ?? 0, [rows - 1, cars]))
    sink.skipped?.("totals");
  else if (last) cars += takeRow(last, context);
  context.plates.finish();
  reportUndeclared(context);
  return cars;
}

/** Gives the number of rows that count: 0 or 1. */
function takeRow(row: Row, context: RowContext): number {
  const { columns, skips, sink } = context;
  const text = skips(row.cells[columns.get("column") ?? 0] ?? "");
  if (text === undefined) readRow(row, context);
  else sink.skipped?.("skip", text);
  return text === undefined ? 1 : 0;
}

/** The header and the rows below it that are looked at for what they hold. */
export function firstRows(file: ListFile, names: readonly string[]): readonly Row[] | Malformed {
  const rows: Row[] = [];
  for (const row of rowsOf(file, names)) {
    // What is wrong below the header is reported when the rows are read.
    if ("kind" in row) return rows.length === 0 ? row : rows;
    rows.push(row);
    if (rows.length > SAMPLE_ROWS) break;
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
  rows: readonly Row[],
  file: ListFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): RowContext | undefined {
  const [first] = rows;
  const source = first && file.sheet ? undefined : file.lines.sourceAt(first?.starts?.[0] ?? 0);
  const columns = findColumns(
    rows,
    reference,
    source ?? { file: file.path, line: first?.line ?? 1, column: 1 },
    diagnostics,
  );
  if (!columns) return undefined;
  if (reference.header !== false) warnOfUnusedDates(rows, columns, file, diagnostics);
  const plates = new PlateTaker(file.lines, sink, diagnostics);
  const width = first?.cells.length ?? 0;
  const skips = skipRule(reference);
  return { file, reference, columns, width, plates, skips, sink, diagnostics, days: new Map(), undeclared: new Map() };
}
