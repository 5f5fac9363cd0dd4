import { counted, type OddRow, type Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import { ACCOUNT_ID, CAR_FIELDS, problemOfDays } from "../../schema/values/index.ts";
import {
  type Cell,
  type CellProblem,
  type CellReading,
  cellReference,
  filledWidth,
  nameIn,
  plateCell,
  type Row,
  textCell,
} from "../spreadsheet/cell.ts";
import type { Columns, Header, ValueColumn } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import type { ListSink, PlateTaker, RowValues } from "./plate-taker.ts";
import type { DayColumnReader } from "./read-day.ts";
import type { RowChoice } from "./row-choice.ts";
import type { StatusTally } from "./status-columns.ts";

/** What the rows of one list are read by. */
export interface RowContext {
  readonly file: ListFile;
  readonly reference: ListReference;
  readonly columns: Columns;
  /** The columns of values beside the plate. */
  readonly values: readonly { readonly key: Exclude<ValueColumn, "column">; readonly at: number }[];
  /** In a sheet, whose empty cells are not stored, a row may have fewer cells. */
  readonly header: Header;
  readonly plates: PlateTaker;
  readonly choice: RowChoice;
  readonly status: StatusTally;
  readonly sink: ListSink;
  readonly diagnostics: DiagnosticCollector;
  readonly days: Readonly<Record<"validFrom" | "validUntil", DayColumnReader>>;
  /** Rows by the undeclared account that they name. */
  readonly undeclared: Map<string, { rows: number; readonly source: Source }>;
}

type Values = { -readonly [K in keyof RowValues]: RowValues[K] };

/** What is wrong with a row, in which of its columns. */
interface Wrong {
  readonly at: number;
  readonly words: OddRow["words"];
}

/** Reads one row and gives its car to the sink, or the row where one of its cells cannot be read. `filled`: its columns with something in them. */
export function readRow(row: Row, filled: number, context: RowContext): void {
  const { columns, plates, reference, sink } = context;
  const at = columns.get("column") ?? 0;
  const cell = row.cells[at] ?? "";
  const reading = plateCell(cell);
  const plate = reading.kind === "value" ? reading.text : nameIn(cell);
  const isPlate = plate !== "" && (reading.kind === "value" || reference.plates?.includes(plate));
  const values: Values = {};
  const wrong = isPlate
    ? (wrongWidth(row, context) ?? readValues(row, plate, values, context))
    : { at, words: reading.kind === "problem" ? wordsOf(reading.problem) : wordsOfEmpty(row, context) };
  if (wrong) {
    const account = columns.get("account");
    if (account !== undefined && values.account === undefined) readInto(values, "account", row, account, context);
    const place = { source: sourceOf(row, wrong.at, context), text: plate, filled };
    const about = { ...(isPlate && { hasPlate: true as const }), ...(values.account && { account: values.account }) };
    sink.odd?.({ ...place, ...about, words: wrong.words });
  } else if (isForDeclared(values.account, row, context)) {
    const offset = row.starts?.[at] ?? row.starts?.[0] ?? row.line;
    plates.take(plate, offset, columns.size > 1 ? values : undefined, filled);
  }
}

function wordsOf({ message, fix }: CellProblem): OddRow["words"] {
  return { reason: message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, ""), remedy: fix };
}

/** Characters of a cell or a name that are repeated. */
const LONGEST_SHOWN = 20;

// A footer is told from a car that lost its plate by what is beside it.
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

// Of a text file a row that was cut lost cells, and one that is too long has them in other columns.
function wrongWidth(row: Row, { file, reference, header }: RowContext): Wrong | undefined {
  const width = header.names.length;
  const isPadded = !file.sheet && row.cells.length > width;
  const length = isPadded ? Math.max(width, filledWidth(row.cells)) : row.cells.length;
  if (length === width || (file.sheet && (length < width || reference.header === false))) return undefined;
  const reason = `this row has ${counted(length, "cell")}; the header has ${width}`;
  const remedy = file.sheet
    ? "Name the column, or clear the cell; if this is not the row with the column names, write its number as `header:`."
    : "Fix the row; quote cells that contain a separator.";
  return { at: file.sheet ? width : 0, words: { reason, remedy } };
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

// Gives the first cell that is wrong.
function readValues(row: Row, plate: string, values: Values, context: RowContext): Wrong | undefined {
  for (const { key, at } of context.values) {
    const wrong = readInto(values, key, row, at, context);
    if (wrong) return wrong;
  }
  const problem = problemOfDays(plate, values);
  return problem && { at: context.columns.get("validUntil") ?? 0, words: wordsOf(problem) };
}

function readInto(
  values: Values,
  key: Exclude<ValueColumn, "column">,
  row: Row,
  at: number,
  context: RowContext,
): Wrong | undefined {
  const reading = readCell(key, row, at, context);
  if (reading.kind === "problem") return { at, words: wordsOf(reading.problem) };
  if (reading.kind === "value") values[key] = reading.text;
  return undefined;
}

function readCell(key: Exclude<ValueColumn, "column">, row: Row, at: number, context: RowContext): CellReading {
  const cell = row.cells[at] ?? "";
  if (key === "validFrom" || key === "validUntil")
    return context.days[key].read(cell, () => sourceOf(row, at, context));
  const { kind, fromCell } = key === "account" ? ACCOUNT : CAR_FIELDS[key];
  const reading = textCell(cell);
  if (reading.kind !== "value")
    return key === "account" && reading.kind === "empty" ? wrong("an account id; it is empty") : reading;
  const meant = fromCell(reading.text);
  const text = meant === undefined ? undefined : kind.read(meant);
  return text === undefined ? wrong(`${kind.expectation}, not ${quoteText(reading.text)}`) : { kind: "value", text };
}

const ACCOUNT = { kind: ACCOUNT_ID, fromCell: ACCOUNT_ID.read };

function wrong(expected: string): CellReading {
  return { kind: "problem", problem: { message: `This cell must be ${expected}.`, fix: "Correct the cell." } };
}

function isForDeclared(account: string | undefined, row: Row, context: RowContext): boolean {
  const { columns, sink, undeclared } = context;
  if (account === undefined || sink.isDeclared(account)) return true;
  const known = undeclared.get(account);
  if (known) known.rows += 1;
  else undeclared.set(account, { rows: 1, source: sourceOf(row, columns.get("account") ?? 0, context) });
  return false;
}
