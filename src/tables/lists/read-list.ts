import type { Source } from "../../allowlist/index.ts";
import {
  type DiagnosticCollector,
  quoteText,
  showColumns,
  showPath,
} from "../../schema/diagnostics/diagnostic-collector.ts";
import { checkNotCorrupt, warnOfLastLine } from "../../schema/files/index.ts";
import { isCarField } from "../../schema/values/index.ts";
import { nameIn, type Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT } from "../spreadsheet/date-format.ts";
import { delimitedRows, type Malformed } from "../spreadsheet/delimited-text.ts";
import { dayColumns, findColumns, likelyDays } from "./find-columns.ts";
import { type Columns, findHeader, HEAD_ROWS, type Header, isHeaderAgain, namedColumns, rowsBelow } from "./header.ts";
import { RowTally } from "./left-out.ts";
import { isWorkbook, type ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";
import { DayColumnReader } from "./read-day.ts";
import { type RowContext, readRow, reportUndeclared, sourceOf } from "./read-row.ts";
import { type RowChoice, rowChoice } from "./row-choice.ts";
import { StatusTally, warnOfStatus } from "./status-columns.ts";

/** Reads a list by the kind that its name ends in. `place` is where the fleet file names it. Gives the number of cars as written, or undefined when it cannot be read. */
export function readList(
  list: ListFile,
  reference: ListReference,
  place: Source,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const path = showPath(list.path);
  const isTxt = /\.txt$/i.test(list.path);
  if (!isTxt && !/\.(?:csv|xlsx)$/i.test(list.path)) {
    const fix = "Save the list as one of them.";
    diagnostics.error("list-kind", `${path} is not a .csv, .xlsx or .txt file.`, place, fix);
    return undefined;
  }
  if (reference.sheet !== undefined && !isWorkbook(list.path)) {
    diagnostics.error("wrong-value", `${path} is a text file and has no sheets.`, place, "Remove `sheet`.");
    return undefined;
  }
  if (isTxt) {
    const [named] = namedColumns(reference);
    if (!named)
      return isIntact(list, "", diagnostics)
        ? readTxt(list, rowChoice(reference, new Map()), diagnostics, sink)
        : undefined;
    const fix = `Remove \`${named[0]}\`, or save the list as .csv with a header.`;
    diagnostics.error("wrong-value", `${path} has one plate per line and no columns.`, place, fix);
    return undefined;
  }
  if (reference.column === undefined) {
    const rows = firstRows(list, []);
    const { names } = "code" in rows ? { names: [] } : findHeader(rows, reference).header;
    const known = names.length === 0 ? "" : ` Its columns are ${showColumns(names)}.`;
    const fix = `Name the column with the plates, for example \`column: plate\`.${known}`;
    diagnostics.error("missing-key", `\`column\` is missing for ${path}.`, place, fix);
    return undefined;
  }
  return list.sheet || isIntact(list, '"', diagnostics) ? readTable(list, reference, diagnostics, sink) : undefined;
}

// A text that was cut, or is another kind of file. `closer` may end it where no line break does.
function isIntact({ lines }: ListFile, closer: string, diagnostics: DiagnosticCollector): boolean {
  if (!checkNotCorrupt(lines.text, lines, diagnostics)) return false;
  warnOfLastLine(lines.text, closer, lines, diagnostics);
  return true;
}

// One plate a line. `#` starts a comment at the start of a line or after a blank.
function readTxt({ lines }: ListFile, choice: RowChoice, diagnostics: DiagnosticCollector, sink: ListSink): number {
  const { text } = lines;
  const plates = new PlateTaker(lines, sink, diagnostics);
  let rows = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const lineFeed = text.indexOf("\n", start);
    end = lineFeed < 0 ? text.length : lineFeed;
    const written = text.slice(start, end).replace(/(?:^|[ \t])#.*/, "");
    const plate = written.trim();
    if (plate === "") continue;
    const left = choice({ line: 0, cells: [plate] });
    if (left) {
      sink.skipped?.(left.why, left.found);
      continue;
    }
    rows += 1;
    plates.take(plate, start + written.indexOf(plate));
  }
  plates.finish();
  sink.finish?.(0);
  return rows;
}

/**
 * Reads the cars of a sheet, or of a text with separators (RFC 4180). Gives the number of rows without those that are left out,
 * or undefined when it cannot be read.
 */
function readTable(
  file: ListFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const names = namedColumns(reference).map(([, name]) => name);
  const head = firstRows(file, names);
  if ("code" in head) return diagnostics.explained(head, file.lines.sourceAt(head.at));
  const context = openTable(head, file, reference, diagnostics, sink);
  if (!context) return undefined;
  const above = context.header.rows.at(-1)?.line ?? 0;
  const tally = new RowTally(context.columns.get("column") ?? 0);
  const taken = new TakenRows();
  for (const row of rowsOf(file, names)) {
    if ("code" in row) return diagnostics.explained(row, file.lines.sourceAt(row.at));
    if (row.line > above) takeRow(row, tally, taken, context);
  }
  context.plates.finish();
  for (const days of Object.values(context.days)) days.finish(diagnostics);
  sink.finish?.(file.sheet?.rows.usual ?? tally.usual);
  const [line] = context.header.rows;
  const { found } = file.sheet?.rows.status ?? context.status;
  sink.status?.(found);
  warnOfStatus(found, (at) => (line ? sourceOf(line, at, context) : file.lines.sourceAt(0)), diagnostics);
  reportUndeclared(context);
  return taken.cars;
}

/** The rows above that are read as cars. */
class TakenRows {
  readonly #plates: string[] = [];
  /** The plates up to the last label for totals: most lists have none. */
  readonly #different = new Set<string>();
  #counted = 0;

  take(plate: string): void {
    this.#plates.push(plate);
  }

  get cars(): number {
    return this.#plates.length;
  }

  /** Whether a number beside a label is that of the rows, or of their plates. */
  isCounted(counts: readonly number[]): boolean {
    for (; this.#counted < this.cars; this.#counted += 1) this.#different.add(this.#plates[this.#counted] ?? "");
    return counts.includes(this.cars) || counts.includes(this.#different.size);
  }
}

function takeRow(row: Row, tally: RowTally, taken: TakenRows, context: RowContext): void {
  const { header, choice, sink, columns } = context;
  if (isHeaderAgain(row, header)) {
    sink.skipped?.("names");
    return;
  }
  const signs = row.signs ?? tally.take(row);
  const left = choice(row);
  if (left) sink.skipped?.(left.why, left.found);
  else if (signs.isTotals || (signs.counts && taken.isCounted(signs.counts))) sink.skipped?.("totals");
  else {
    readRow(row, signs.filled, context);
    if (!context.file.sheet?.rows.status) context.status.take(row);
    taken.take(nameIn(row.cells[columns.get("column") ?? 0] ?? ""));
  }
}

/** The first rows, in which the header is found, and which are looked at for what they hold. */
export function firstRows(file: ListFile, names: readonly string[]): readonly Row[] | Malformed {
  const rows: Row[] = [];
  for (const row of rowsOf(file, names)) {
    // What is wrong below the header is reported when the rows are read.
    if ("code" in row) return rows.length === 0 ? row : rows;
    rows.push(row);
    if (rows.length === HEAD_ROWS) break;
  }
  return rows;
}

function rowsOf({ lines, sheet }: ListFile, names: readonly string[]): Iterable<Row | Malformed> {
  return sheet ? sheet.rows : delimitedRows(lines.text, names);
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
  warnOfUnusedDates(header, rowsBelow(header, head, HEAD_ROWS), columns, file, diagnostics);
  const plates = new PlateTaker(file.lines, sink, diagnostics);
  const choice = rowChoice(reference, columns);
  const values = [...columns].flatMap(([key, at]) => (key === "account" || isCarField(key) ? [{ key, at }] : []));
  const days = {
    validFrom: new DayColumnReader("validFrom", reference),
    validUntil: new DayColumnReader("validUntil", reference),
  };
  const status = new StatusTally(header, columns, reference);
  return {
    file,
    reference,
    columns,
    values,
    header,
    plates,
    choice,
    status,
    sink,
    diagnostics,
    days,
    undeclared: new Map(),
  };
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
    if (used.has(index) || columns.has(key)) continue;
    const { format, odd } = likelyDays(column);
    if (format === undefined) continue;
    const keys = [
      `\`${key}: ${name}\``,
      ...(format === ISO_FORMAT.text ? [] : [`\`dates: ${format}\``]),
      ...(column.hasMonths ? ["`months: last`"] : []),
    ];
    const others = odd === undefined ? "" : `; not all of its cells are days, such as ${quoteText(odd)}`;
    const message = `The column ${quoteText(name)} holds dates that are not used${others}.`;
    const day = key === "validUntil" ? "last" : "first";
    const fix = `If it is the ${day} day of each car, write ${keys.join(" and ")} in the item of \`carsFrom\`.`;
    diagnostics.warning("unused-dates", message, sourceOf(line, index, { file }), fix);
  }
}
