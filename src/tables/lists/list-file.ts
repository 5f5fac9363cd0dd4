import { createHash } from "node:crypto";
import type { DesiredFile, Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../../schema/diagnostics/diagnostic-collector.ts";
import { Lines } from "../../schema/files/index.ts";
import { cellReference, columnReference, type Row } from "../spreadsheet/cell.ts";
import { decodeText } from "../spreadsheet/decode-text.ts";
import { columnIndexes } from "./find-columns.ts";
import { findHeader, HEAD_ROWS } from "./header.ts";
import { KeptRows } from "./kept-rows.ts";
import type { ListReference } from "./list-shape.ts";
import { isPlateColumnName } from "./plate-words.ts";

/** When a list was last changed, milliseconds since the epoch, and how that is known. */
export interface LastChange {
  readonly at: number;
  readonly by: "commit" | "time stamp";
}

/** A list that was read from disk and decoded, its cars aside. */
export interface ListFile extends DesiredFile {
  /** The text of the file; empty for a sheet. */
  readonly lines: Lines;
  readonly sheet?: Sheet;
  /** How much it counts towards the limit of all files together, about in bytes. */
  readonly size: number;
  /** When it was last changed, where somebody needs to know. */
  readonly changed?: LastChange;
}

/** A sheet whose rows are read as those of a list. */
interface Sheet {
  readonly name: string;
  /** The names of the other sheets that Excel shows. */
  readonly others: readonly string[];
  readonly rows: KeptRows;
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
  const rows = new KeptRows(reference);
  const take = (row: Row) => rows.take(row);
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
  const sheet = { name: reading.sheet, others: reading.others, rows };
  return listOf(sheet, reference, file);
}

// A sheet of cars that lacks a column is read for its names, which the message about that column shows.
function sheetLikeness(head: readonly Row[], reference: ListReference): 0 | 1 | 2 {
  if (reference.header === false) return 0;
  const { header, hasAll } = findHeader(head, reference);
  return hasAll ? 2 : header.names.some(isPlateColumnName) ? 1 : 0;
}

/** A sheet as a list, whose places are the cells of its column of plates. */
function listOf(sheet: Sheet, reference: ListReference, file: DesiredFile): ListFile {
  const { name, rows } = sheet;
  const { header } = findHeader(rows.head, reference);
  const column = columnReference(name, columnIndexes(header, reference).get("column") ?? 0);
  const lines = new Lines(file.path, "", (row) => `${column}${row}`);
  return { ...file, lines, sheet, size: rows.cells * CELL_BYTES };
}
