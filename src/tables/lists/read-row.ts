import type { ErrorCode, OddRow, Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import { ACCOUNT_ID, CAR_FIELDS, isCarField, problemOfDays } from "../../schema/values/index.ts";
import {
  type Cell,
  type CellReading,
  cellReference,
  filledWidth,
  nameIn,
  plateCell,
  type Row,
  textCell,
} from "../spreadsheet/cell.ts";
import type { ColumnKey, Columns, Header, ValueColumn } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import type { ListSink, PlateTaker, RowValues } from "./plate-taker.ts";
import type { DayColumnReader } from "./read-day.ts";
import type { RowChoice } from "./row-choice.ts";

/** What the rows of one list are read by. */
export interface RowContext {
  readonly file: ListFile;
  readonly reference: ListReference;
  readonly columns: Columns;
  /** In a sheet, whose empty cells are not stored, a row may have fewer cells. */
  readonly header: Header;
  readonly plates: PlateTaker;
  readonly choice: RowChoice;
  readonly sink: ListSink;
  readonly diagnostics: DiagnosticCollector;
  readonly days: Readonly<Record<"validFrom" | "validUntil", DayColumnReader>>;
  /** Rows by the undeclared account that they name. */
  readonly undeclared: Map<string, { rows: number; readonly source: Source }>;
}

type Values = { -readonly [K in keyof RowValues]: RowValues[K] };

/**
 * Reads one row and gives its car to the sink, or the row where its plate cannot be one; other cells that are wrong are reported.
 * `filled`: its columns with something in them.
 */
export function readRow(row: Row, filled: number, context: RowContext): void {
  const { columns, plates } = context;
  if (!hasWidth(row, context)) return;
  const at = columns.get("column") ?? 0;
  const cell = row.cells[at] ?? "";
  const reading = plateCell(cell);
  const plate = reading.kind === "value" ? reading.text : nameIn(cell);
  const isPlate = plate !== "" && (reading.kind === "value" || context.reference.plates?.includes(plate));
  const accountAt = columns.get("account");
  const account = accountAt === undefined ? undefined : readCell("account", row, accountAt, context);
  if (!isPlate || account?.kind === "problem") {
    giveOdd(row, { text: plate, filled, reading: isPlate && account ? account : reading, account }, context);
    return;
  }
  const values = columns.size > 1 ? readValues(row, plate, context) : {};
  const offset = row.starts?.[at] ?? row.starts?.[0] ?? row.line;
  if (values) plates.take(plate, offset, columns.size > 1 ? values : undefined, filled);
}

interface OddCells {
  readonly text: string;
  readonly filled: number;
  /** That of the cell that is wrong. */
  readonly reading: CellReading;
  readonly account: CellReading | undefined;
}

function giveOdd(row: Row, { text, filled, reading, account }: OddCells, context: RowContext): void {
  context.sink.odd?.({
    source: sourceOf(row, context.columns.get("column") ?? 0, context),
    text,
    filled,
    ...(account?.kind === "value" && { account: account.text }),
    words:
      reading.kind === "problem"
        ? { reason: lowerFirst(reading.problem.message), remedy: reading.problem.fix }
        : wordsOfEmpty(row, context),
  });
}

/** Characters of a cell or a name that are repeated. */
const LONGEST_SHOWN = 20;

// A footer is told from a car that lost its plate by what stands beside it.
function wordsOfEmpty({ cells }: Row, { header }: RowContext): NonNullable<OddRow["words"]> {
  const filled = cells.flatMap((cell, at) =>
    typeof cell === "string" && /\p{L}{3}/u.test(cell) ? [{ cell, at }] : [],
  );
  const [only] = filled;
  const name = only && header.names[only.at];
  const isNote = only && name && name.length <= LONGEST_SHOWN && cells.filter((cell) => cell !== "").length === 1;
  const line = isNote
    ? `\`whereNot: { ${JSON.stringify(name)}: ${JSON.stringify(patternOf(only.cell))} }\``
    : '`skip: [""]`, where rows without a plate are never cars';
  return {
    reason: "this row has no plate",
    remedy: `Fill in the plate, or remove the row; if it is not a car: ${line}.`,
  };
}

function patternOf(cell: Cell): string {
  const text = nameIn(cell);
  return `${text.slice(0, LONGEST_SHOWN)}${text.length > LONGEST_SHOWN ? "*" : ""}`.replace(/\d+/g, "*");
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
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
    if (!isValue(key)) continue;
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

function isValue(key: ColumnKey): key is Exclude<ValueColumn, "column"> {
  return key === "account" || isCarField(key);
}

function readCell(key: Exclude<ValueColumn, "column">, row: Row, at: number, context: RowContext): CellReading {
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
