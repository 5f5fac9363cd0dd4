import { createHash } from "node:crypto";
import type { DesiredFile, Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../../schema/diagnostics/diagnostic-collector.ts";
import { Lines } from "../../schema/files/index.ts";
import { type Cell, cellReference, type Row, type RowSigns } from "../spreadsheet/cell.ts";
import { decodeText } from "../spreadsheet/decode-text.ts";
import { columnIndexes } from "./find-columns.ts";
import { findHeader, HEAD_ROWS, type Header, isHeaderAgain } from "./header.ts";
import { RowTally } from "./left-out.ts";
import type { ListReference } from "./list-shape.ts";
import { isPlateColumnName } from "./plate-words.ts";
import { type RowChoice, rowChoice } from "./row-choice.ts";
import { StatusTally } from "./status-columns.ts";

/** When a list was last changed, milliseconds since the epoch, and how that is known. */
export interface LastChange {
  readonly at: number;
  readonly by: "commit" | "time stamp";
}

/** A list that was read from disk and decoded, its cars aside. */
export interface ListFile extends DesiredFile {
  /** The text of the file; empty for a sheet. */
  readonly lines: Lines;
  readonly sheet?: SheetRows;
  /** How much it counts towards the limit of all files together, about in bytes. */
  readonly size: number;
  /** When it was last changed, where somebody needs to know. */
  readonly changed?: LastChange;
}

/** The rows of a sheet, with the cells of the columns that are needed; the first rows have all. */
export interface SheetRows {
  readonly name: string;
  /** The names of the other sheets that Excel shows. */
  readonly others: readonly string[];
  readonly rows: readonly Row[];
  /** The columns that nearly all rows have filled, one bit each, where rows are kept without some of their cells. */
  readonly usual?: number;
  /** What the columns that nothing reads say of the cars, in the same case. */
  readonly status?: StatusTally;
}

const CELL_BYTES = 32;

/** Takes what it cost to decode a list beside what is kept of it, in bytes. */
type Spend = (bytes: number) => void;

/** Decodes a list by its name for an item of `carsFrom`, or reports why not and gives undefined. */
export async function decodeList(
  bytes: Buffer,
  path: string,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  spend: Spend = () => {},
): Promise<ListFile | undefined> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (isWorkbook(path)) return readSheet(bytes, { path, sha256 }, reference, diagnostics, spend);
  const text = decodeText(bytes, reference.encoding);
  if (typeof text === "string") return { path, sha256, lines: new Lines(path, text), size: text.length };
  spend(bytes.length);
  return diagnostics.explained(text, { file: path, line: 1, column: 1, ...text.place });
}

/** Whether a list is read as a workbook, by its name. */
export function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

async function readSheet(
  bytes: Buffer,
  file: DesiredFile,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
  spend: Spend,
): Promise<ListFile | undefined> {
  // Most runs read no workbook.
  const { readWorkbook, explainWorkbookFailure } = await import("../spreadsheet/workbook.ts");
  const keeper = new RowKeeper(reference);
  const take = (row: Row) => keeper.take(row);
  const likeness = (head: readonly Row[]) => sheetLikeness(head, reference);
  const reading = await readWorkbook(bytes, reference.sheet, take, { likeness, headRows: HEAD_ROWS });
  spend(reading.unpacked);
  const start: Source = { file: file.path, line: 1, column: 1 };
  if (reading.kind !== "read") return diagnostics.explained(explainWorkbookFailure(reading), start);
  if (reading.hiddenRows > 0) {
    const message = `${reading.hiddenRows} of the ${reading.rows} rows are hidden in Excel; they were read as well.`;
    const fix = "Clear the filter of the sheet, or delete the rows that are not wanted.";
    diagnostics.warning("hidden-rows", message, { ...start, cell: cellReference(reading.sheet, 1, 0) }, fix);
  }
  const sheet = { name: reading.sheet, others: reading.others, rows: keeper.rows, ...keeper.found };
  return listOf(sheet, reference, file);
}

// A sheet of cars that lacks a column is read for its names, which the message about that column shows.
function sheetLikeness(head: readonly Row[], reference: ListReference): 0 | 1 | 2 {
  if (reference.header === false) return 0;
  const { header, hasAll } = findHeader(head, reference);
  return hasAll ? 2 : header.names.some(isPlateColumnName) ? 1 : 0;
}

/** Keeps what is needed of the rows of a sheet. A million rows of twenty columns would take gigabytes. */
class RowKeeper {
  readonly rows: Row[] = [];
  readonly #reference: ListReference;
  /** That of plates is the first one in a list without names. */
  readonly #columns = new Set([0]);
  /** How many cells the header has; a row that has more keeps one of them, to be reported. */
  #width = 0;
  #header: Header | undefined;
  #tally: RowTally | undefined;
  #status: StatusTally | undefined;
  #choice: RowChoice | undefined;

  constructor(reference: ListReference) {
    this.#reference = reference;
  }

  take(row: Row): void {
    if (this.rows.length === HEAD_ROWS) this.#findColumns();
    const { line, cells } = row;
    // The names on a later page are known by all of their cells.
    const tally = this.#header && isHeaderAgain(row, this.#header) ? undefined : this.#tally;
    this.rows.push(tally ? { line, cells: this.#pick(cells), signs: this.#look(row, tally) } : row);
  }

  get found(): Pick<SheetRows, "usual" | "status"> {
    return this.#tally && this.#status ? { usual: this.#tally.usual, status: this.#status } : {};
  }

  #look(row: Row, tally: RowTally): RowSigns {
    const signs = tally.take(row);
    if (!signs.isTotals && !this.#choice?.(row)) this.#status?.take(row);
    return signs;
  }

  #findColumns(): void {
    const { header } = findHeader(this.rows, this.#reference);
    const columns = columnIndexes(header, this.#reference);
    for (const at of columns.values()) this.#columns.add(at);
    this.#header = header;
    this.#width = header.names.length;
    const tally = new RowTally(columns.get("column") ?? 0);
    this.#tally = tally;
    this.#status = new StatusTally(header, columns, this.#reference);
    this.#choice = rowChoice(this.#reference, columns);
    const above = header.rows.at(-1)?.line ?? 0;
    for (const [at, row] of this.rows.entries())
      if (row.line > above && !isHeaderAgain(row, header)) this.rows[at] = { ...row, signs: this.#look(row, tally) };
  }

  #pick(cells: readonly Cell[]): readonly Cell[] {
    const last = Math.max(...this.#columns, cells.length > this.#width ? this.#width : 0);
    return cells.slice(0, last + 1).map((cell, at) => (this.#columns.has(at) ? cell : ""));
  }
}

/** A sheet as a list, whose places are the cells of its column of plates. */
function listOf(sheet: SheetRows, reference: ListReference, file: DesiredFile): ListFile {
  const { name, rows } = sheet;
  const { header } = findHeader(rows.slice(0, HEAD_ROWS), reference);
  const column = columnIndexes(header, reference).get("column") ?? 0;
  const lines = new Lines(file.path, "", (row) => cellReference(name, row, column));
  const size = rows.reduce((sum, { cells }) => sum + cells.length * CELL_BYTES, 0);
  return { ...file, lines, sheet, size };
}
