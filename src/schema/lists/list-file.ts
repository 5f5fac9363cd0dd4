import { createHash } from "node:crypto";
import type { DesiredFile, Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { type Cell, cellReference, type Row } from "../spreadsheet/cell.ts";
import { decodeText } from "../spreadsheet/decode-text.ts";
import { Lines } from "../yaml/tree.ts";
import { columnIndexes } from "./find-columns.ts";
import { findHeader, HEAD_ROWS } from "./header.ts";
import type { ListReference } from "./list-shape.ts";
import { isPlateColumnName } from "./plate-words.ts";

/** When a list was last changed, milliseconds since the epoch, and how that is known. */
export interface LastChange {
  readonly at: number;
  readonly by: "commit" | "time stamp";
}

/** A list that was read from disk and decoded, its cars aside. */
export interface ListFile extends DesiredFile {
  /** The text of the file. Of a workbook, its column of plates, each on the line of its row. */
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
}

const CELL_BYTES = 32;

/** A list that was decoded once for all that name it. */
export interface DecodedList {
  /** The list as an item of `carsFrom` names it; undefined when the list cannot be read, which was reported. */
  readonly as: (reference: ListReference) => ListFile | undefined;
  /** What it took to decode beside what the items keep, in bytes. */
  readonly cost: number;
}

/** Decodes a list by its name for a single item, or reports why not and gives undefined. */
export async function decodeList(
  bytes: Buffer,
  path: string,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
): Promise<ListFile | undefined> {
  return (await decodeForAll(bytes, path, [reference], diagnostics)).as(reference);
}

/** Decodes a list by its name for items that name the same sheet and encoding, or reports why not. */
export async function decodeForAll(
  bytes: Buffer,
  path: string,
  references: readonly ListReference[],
  diagnostics: DiagnosticCollector,
): Promise<DecodedList> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (isWorkbook(path)) return readSheet(bytes, { path, sha256 }, references, diagnostics);
  const text = decodeText(bytes, references[0]?.encoding);
  if (typeof text === "string") {
    const list = { path, sha256, lines: new Lines(path, text), size: text.length };
    return { as: () => list, cost: 0 };
  }
  diagnostics.explained(text, { file: path, line: 1, column: 1, ...text.place });
  return { as: () => undefined, cost: bytes.length };
}

/** Whether a list is read as a workbook, by its name. */
export function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

async function readSheet(
  bytes: Buffer,
  file: DesiredFile,
  references: readonly ListReference[],
  diagnostics: DiagnosticCollector,
): Promise<DecodedList> {
  // Most runs read no workbook.
  const { readWorkbook, explainWorkbookFailure } = await import("../spreadsheet/workbook.ts");
  const keeper = new RowKeeper(references);
  const take = (row: Row) => keeper.take(row);
  const likeness = (head: readonly Row[]) => sheetLikeness(head, references);
  const reading = await readWorkbook(bytes, references[0]?.sheet, take, { likeness, headRows: HEAD_ROWS });
  const cost = reading.unpacked;
  const start: Source = { file: file.path, line: 1, column: 1 };
  if (reading.kind !== "read") {
    diagnostics.explained(explainWorkbookFailure(reading), start);
    return { as: () => undefined, cost };
  }
  if (reading.hiddenRows > 0) {
    const message = `${reading.hiddenRows} of the ${reading.rows} rows are hidden in Excel; they were read as well.`;
    const fix = "Clear the filter of the sheet, or delete the rows that are not wanted.";
    diagnostics.warning("hidden-rows", message, { ...start, cell: cellReference(reading.sheet, 1, 0) }, fix);
  }
  const sheet = { name: reading.sheet, others: reading.others, rows: keeper.rows };
  return { as: (reference) => sheetAs(reference, sheet, file), cost };
}

// A sheet of cars that lacks a column is read for its names, which the message about that column shows.
function sheetLikeness(head: readonly Row[], references: readonly ListReference[]): 0 | 1 | 2 {
  const found = references.flatMap((one) => (one.header === false ? [] : [findHeader(head, one)]));
  if (found.some(({ hasAll }) => hasAll)) return 2;
  return found.some(({ header }) => header.names.some(isPlateColumnName)) ? 1 : 0;
}

/** Keeps what is needed of the rows of a sheet. A million rows of twenty columns would take gigabytes. */
class RowKeeper {
  readonly rows: Row[] = [];
  readonly #references: readonly ListReference[];
  readonly #columns = new Set<number>();
  #last = 0;
  /** How many cells the header has; a row that has more keeps one of them, to be reported. */
  #width = 0;

  constructor(references: readonly ListReference[]) {
    this.#references = references;
  }

  take(row: Row): void {
    if (this.rows.length === HEAD_ROWS) this.#findColumns();
    // The last row may have totals, whose label stands in any column.
    const before = this.rows.length - 1;
    const last = this.rows[before];
    if (last && before >= HEAD_ROWS) this.rows[before] = { line: last.line, cells: this.#pick(last.cells) };
    this.rows.push(row);
  }

  #findColumns(): void {
    // The column of plates that a list without one is shown by.
    this.#columns.add(0);
    const headers = this.#references.map((one) => [one, findHeader(this.rows, one).header] as const);
    for (const [one, header] of headers) for (const at of columnIndexes(header, one).values()) this.#columns.add(at);
    this.#last = Math.max(...this.#columns);
    this.#width = Math.min(...headers.map(([, { names }]) => names.length));
  }

  #pick(cells: readonly Cell[]): readonly Cell[] {
    const end = cells.length > this.#width ? Math.max(this.#width, this.#last) : this.#last;
    return cells.slice(0, end + 1).map((cell, at) => (this.#columns.has(at) ? cell : ""));
  }
}

/** A sheet whose text is the column of plates that an item names, each plate on the line that has the number of its row. */
function sheetAs(reference: ListReference, sheet: SheetRows, file: DesiredFile): ListFile {
  const { name, rows } = sheet;
  const { header } = findHeader(rows.slice(0, HEAD_ROWS), reference);
  const column = columnIndexes(header, reference).get("column") ?? 0;
  const pieces: string[] = [];
  let cells = 0;
  let end = 0;
  let last = 1;
  const placed = rows.map((row) => {
    const plate = row.cells[column] ?? "";
    const shown = typeof plate === "string" ? plate.replaceAll("\n", " ") : "";
    pieces.push("\n".repeat(row.line - last), shown);
    const at = end + row.line - last;
    end = at + shown.length;
    last = row.line;
    cells += row.cells.length;
    return { ...row, starts: [at] };
  });
  const lines = new Lines(file.path, `${pieces.join("")}\n`, (line) => cellReference(name, line, column));
  return { ...file, lines, sheet: { ...sheet, rows: placed }, size: end + cells * CELL_BYTES };
}
