import type { ErrorCode, Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import { ACCOUNT_ID, CAR_FIELDS, problemOfDays } from "../../schema/values/index.ts";
import { type CellReading, cellReference, filledWidth, plateCell, type Row, textCell } from "../spreadsheet/cell.ts";
import type { ColumnKey, Columns, Header } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import type { ListSink, PlateTaker, RowValues, SkipRule } from "./plate-taker.ts";
import type { DayColumnReader } from "./read-day.ts";

/** What the rows of one list are read by. */
export interface RowContext {
  readonly file: ListFile;
  readonly reference: ListReference;
  readonly columns: Columns;
  /** In a sheet, whose empty cells are not stored, a row may have fewer cells. */
  readonly header: Header;
  readonly plates: PlateTaker;
  readonly skips: SkipRule;
  readonly sink: ListSink;
  readonly diagnostics: DiagnosticCollector;
  readonly days: Readonly<Record<"validFrom" | "validUntil", DayColumnReader>>;
  /** Rows by the undeclared account that they name. */
  readonly undeclared: Map<string, { rows: number; readonly source: Source }>;
}

type Values = { -readonly [K in keyof RowValues]: RowValues[K] };

/** Reads one row and gives its car to the sink, unless a cell is wrong, which is reported. */
export function readRow(row: Row, context: RowContext): void {
  const { columns, plates, diagnostics } = context;
  if (!hasWidth(row, context)) return;
  const at = columns.get("column") ?? 0;
  const plate = take(plateCell(row.cells[at] ?? ""), row, at, context);
  if (plate === undefined) return;
  if (plate === "") {
    const source = sourceOf(row, at, context);
    const fix =
      'Fill in the plate, or remove the row. Where such rows are cars on order, `skip: [""]` leaves them out.';
    diagnostics.error("csv-no-plate", "This row has no plate.", source, fix);
    return;
  }
  const values = columns.size > 1 ? readValues(row, plate, context) : {};
  const offset = row.starts?.[at] ?? row.starts?.[0] ?? row.line;
  if (values) plates.take(plate, offset, columns.size > 1 ? values : undefined);
}

function hasWidth(row: Row, context: RowContext): boolean {
  const { file, reference, header, diagnostics } = context;
  const width = header.names.length;
  const isPadded = !file.sheet && row.cells.length > width;
  const length = isPadded ? Math.max(width, filledWidth(row.cells)) : row.cells.length;
  if (length === width || (file.sheet && (length < width || reference.header === false))) return true;
  if (file.sheet) {
    const message = `This cell is beyond the header, which has ${width === 1 ? "1 cell" : `${width} cells`}.`;
    const fix =
      "If this is not the row with the column names, write its number as `header:`; else name the column, or clear the cell.";
    diagnostics.error("csv-row-width", message, sourceOf(row, width, context), fix);
  } else {
    const message = `This row has ${length} cells; the header has ${width}.`;
    const fix = "Fix the row; quote cells that contain a separator.";
    diagnostics.error("csv-row-width", message, sourceOf(row, 0, context), fix);
  }
  return false;
}

/** Reports, once each, the accounts that rows name and no fleet file declares. */
export function reportUndeclared({ undeclared, diagnostics }: RowContext): void {
  for (const [account, { rows, source }] of undeclared) {
    const message = `The account ${quoteText(account)} is not declared; ${rows === 1 ? "1 row names" : `${rows} rows name`} it.`;
    const fix = "Declare it under `accounts:` as `- baId: …`, or correct the rows.";
    diagnostics.error("unknown-account", message, source, fix);
  }
}

/** Where a cell of a row is written. */
export function sourceOf(row: Row, column: number, { file }: Pick<RowContext, "file">): Source {
  const { lines, sheet } = file;
  if (!sheet) return lines.sourceAt(row.starts?.[column] ?? row.starts?.[0] ?? 0);
  const cell = cellReference(sheet.name, row.line, column);
  return { file: lines.file, line: row.line, column: column + 1, cell };
}

// Undefined where a cell is wrong.
function readValues(row: Row, plate: string, context: RowContext): RowValues | undefined {
  const { columns } = context;
  const values: Values = {};
  let isRight = true;
  for (const [key, at] of columns) {
    if (key === "column") continue;
    const reading = readCell(key, row, at, context);
    const text = take(reading, row, at, context);
    if (text === undefined) isRight = false;
    else if (text !== "") values[key] = text;
  }
  const problem = problemOfDays(plate, values);
  if (problem) {
    context.diagnostics.explained(problem, sourceOf(row, columns.get("validUntil") ?? 0, context));
    return undefined;
  }
  return isRight && isForDeclared(values.account, row, context) ? values : undefined;
}

function readCell(key: Exclude<ColumnKey, "column">, row: Row, at: number, context: RowContext): CellReading {
  const cell = row.cells[at] ?? "";
  if (key === "validFrom" || key === "validUntil")
    return context.days[key].read(cell, () => sourceOf(row, at, context));
  const { kind, fromCell } = key === "account" ? ACCOUNT : CAR_FIELDS[key];
  const reading = textCell(cell);
  if (reading.kind !== "value") return key === "account" && reading.kind === "empty" ? NO_ACCOUNT : reading;
  const text = fromCell(reading.text);
  return text === undefined ? wrong(`${kind.expectation}, not ${quoteText(reading.text)}`) : { kind: "value", text };
}

const ACCOUNT = { kind: ACCOUNT_ID, fromCell: ACCOUNT_ID.read };
const NO_ACCOUNT = wrong("an account id; it is empty");

function wrong(expected: string): CellReading {
  const code: ErrorCode = "wrong-value";
  return { kind: "problem", problem: { code, message: `This cell must be ${expected}.`, fix: "Correct the cell." } };
}

// An empty cell gives an empty text, a wrong one is reported and gives none.
function take(reading: CellReading, row: Row, column: number, context: RowContext): string | undefined {
  if (reading.kind === "value") return reading.text;
  if (reading.kind === "empty") return "";
  context.diagnostics.explained(reading.problem, sourceOf(row, column, context));
  return undefined;
}

function isForDeclared(account: string | undefined, row: Row, context: RowContext): boolean {
  const { columns, sink, undeclared } = context;
  if (account === undefined || sink.isDeclared(account)) return true;
  const known = undeclared.get(account);
  if (known) known.rows += 1;
  else undeclared.set(account, { rows: 1, source: sourceOf(row, columns.get("account") ?? 0, context) });
  return false;
}
