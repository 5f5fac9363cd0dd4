import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { explainMalformed, type Malformed, openDelimited } from "../spreadsheet/delimited-text.ts";
import { checkNotCorrupt, warnOfLastLine } from "../yaml/corruption-checks.ts";
import { findColumns, namedColumns, SAMPLE_ROWS } from "./columns.ts";
import type { ListFile, SheetRows } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";
import { type RowContext, readRow, reportUndeclared } from "./read-row.ts";
import { warnOfUnusedDates } from "./unused-dates.ts";

/** Reads the cars of a list with separators (RFC 4180). Gives the number of rows, or undefined when it cannot be read. */
export function readCsv(
  file: ListFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const { lines } = file;
  const { text } = lines;
  if (!checkNotCorrupt(text, lines, diagnostics)) return undefined;
  warnOfLastLine(text, '"', lines, diagnostics);
  const names = namedColumns(reference).map(([, name]) => name);
  const sample = firstRows(text, names);
  if ("kind" in sample) return reportMalformed(sample, file, diagnostics);
  const context = openTable(sample, file, reference, diagnostics, sink);
  if (!context) return undefined;
  const reader = openDelimited(text, names);
  if (reference.header !== false) reader.next(0);
  const { columns, plates, width } = context;
  const plateAt = columns.get("column") ?? 0;
  let rows = 0;
  for (;;) {
    const plain = columns.size === 1 ? reader.nextPlain(plateAt, width) : undefined;
    if (plain) plates.take(plain.text, plain.at, plain.textAt);
    else {
      const row = reader.next(width);
      if (row === undefined) break;
      if ("kind" in row) return reportMalformed(row, file, diagnostics);
      readRow(row, context);
    }
    rows += 1;
  }
  finishTable(context);
  return rows;
}

/** Reads the cars of a sheet. Gives the number of rows, or undefined when it cannot be read. */
export function readSheetRows(
  file: ListFile,
  { rows }: SheetRows,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const context = openTable(rows, file, reference, diagnostics, sink);
  if (!context) return undefined;
  const cars = reference.header === false ? rows : rows.slice(1);
  for (const row of cars) readRow(row, context);
  finishTable(context);
  return cars.length;
}

/** The header and the rows below it that are looked at for what they hold. */
export function firstRows(text: string, names: readonly string[]): readonly Row[] | Malformed {
  const reader = openDelimited(text, names);
  const rows: Row[] = [];
  while (rows.length <= SAMPLE_ROWS) {
    const row = reader.next(rows[0]?.cells.length ?? 0);
    if (row === undefined) break;
    // What is wrong below the header is reported when the rows are read.
    if ("kind" in row) return rows.length === 0 ? row : rows;
    rows.push(row);
  }
  return rows;
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
  return { file, reference, columns, width, plates, sink, diagnostics, days: new Map(), undeclared: new Map() };
}

function finishTable(context: RowContext): void {
  context.plates.finish();
  reportUndeclared(context);
}

function reportMalformed(malformed: Malformed, { lines }: ListFile, diagnostics: DiagnosticCollector): undefined {
  const { code, message, fix } = explainMalformed(malformed);
  diagnostics.error(code, message, lines.sourceAt(malformed.at), fix);
}
