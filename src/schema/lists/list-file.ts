import { createHash } from "node:crypto";
import type { DesiredFile, Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { ListReference } from "../fleet/list-shape.ts";
import { type Cell, cellReference, type Row } from "../spreadsheet/cell.ts";
import { decodeText, explainDecodeFailure } from "../spreadsheet/decode-text.ts";
import { Lines } from "../yaml/tree.ts";
import { columnIndexes, SAMPLE_ROWS } from "./columns.ts";
import type { LastChange } from "./last-change.ts";

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

/** Decodes a list by its name, or reports why not and gives undefined. */
export async function decodeList(
  bytes: Buffer,
  path: string,
  reference: ListReference,
  diagnostics: DiagnosticCollector,
): Promise<ListFile | undefined> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (isWorkbook(path)) return readSheet(bytes, { path, sha256 }, reference, diagnostics);
  const decoding = decodeText(bytes, reference.encoding);
  if (decoding.kind === "text") {
    return { path, sha256, lines: new Lines(path, decoding.text), size: decoding.text.length };
  }
  const { code, message, fix } = explainDecodeFailure(decoding);
  const place = decoding.kind === "wrong-byte" ? decoding.place : undefined;
  diagnostics.error(code, message, { file: path, line: place?.line ?? 1, column: place?.column ?? 1 }, fix);
  return undefined;
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
): Promise<ListFile | undefined> {
  // Most runs read no workbook.
  const { readWorkbook, explainWorkbookFailure } = await import("../spreadsheet/workbook.ts");
  const column = new PlateColumn(reference);
  const reading = await readWorkbook(bytes, reference.sheet, (row) => column.take(row));
  const start: Source = { file: file.path, line: 1, column: 1 };
  if (reading.kind !== "read") {
    const { code, message, fix } = explainWorkbookFailure(reading);
    diagnostics.error(code, message, start, fix);
    return undefined;
  }
  if (reading.hiddenRows > 0) {
    const message = `${reading.hiddenRows} of the ${reading.rows} rows are hidden in Excel; they were read as well.`;
    const fix = "Clear the filter of the sheet, or delete the rows that are not wanted.";
    diagnostics.warning("hidden-rows", message, { ...start, cell: cellReference(reading.sheet, 1, 0) }, fix);
  }
  const lines = new Lines(file.path, column.text, (line) => cellReference(reading.sheet, line, column.index));
  return {
    ...file,
    lines,
    sheet: { name: reading.sheet, others: reading.others, rows: column.rows },
    size: column.size,
  };
}

/** Keeps what is needed of the rows of a sheet. A million rows of twenty columns would take gigabytes. */
class PlateColumn {
  readonly #reference: ListReference;
  readonly #pieces: string[] = [];
  readonly rows: Row[] = [];
  #indexes: ReadonlySet<number> = new Set();
  /** How many cells the header has; a row that has more keeps one of them, to be reported. */
  #width = 0;
  #line = 1;
  #at = 0;
  #cells = 0;
  index = 0;

  constructor(reference: ListReference) {
    this.#reference = reference;
  }

  /** The plates, each on the line that has the number of its row. */
  get text(): string {
    return `${this.#pieces.join("")}\n`;
  }

  get size(): number {
    return this.#at + this.#cells * CELL_BYTES;
  }

  take({ line, cells }: Row): void {
    if (this.rows.length === 0) this.#findColumns(cells);
    const plate = cells[this.index] ?? "";
    const lead = "\n".repeat(line - this.#line);
    const shown = typeof plate === "string" ? plate.replaceAll("\n", " ") : "";
    this.#pieces.push(lead, shown);
    const at = this.#at + lead.length;
    this.#at = at + shown.length;
    this.#line = line;
    const kept = this.rows.length <= SAMPLE_ROWS ? cells : this.#pick(cells);
    this.#cells += kept.length;
    this.rows.push({ line, cells: kept, starts: [at] });
  }

  #findColumns(cells: readonly Cell[]): void {
    const indexes = columnIndexes(cells, this.#reference);
    this.index = indexes.get("column") ?? 0;
    this.#indexes = new Set(indexes.values());
    this.#width = this.#reference.header === false ? Infinity : cells.length;
  }

  #pick(cells: readonly Cell[]): readonly Cell[] {
    const end = cells.length > this.#width ? this.#width : Math.max(0, ...this.#indexes);
    return cells.slice(0, end + 1).map((cell, at) => (this.#indexes.has(at) ? cell : ""));
  }
}
