import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { explainMalformed } from "../spreadsheet/delimited-text.ts";
import { recognizeFile } from "../spreadsheet/recognize-file.ts";
import { looksLikePlate, nameIn } from "./columns.ts";
import { decodeList } from "./list-file.ts";
import { bareWord, PLATE_COLUMN_NAMES } from "./plate-words.ts";
import { firstRows } from "./read-table.ts";
import { type DateColumn, dateColumns } from "./unused-dates.ts";

/** What the beginning of a list shows. */
export interface ListPreview {
  readonly kind: "workbook" | "csv" | "txt";
  /** What the cells of the first row say. */
  readonly names: readonly string[];
  /** The columns that are named as plates are. */
  readonly plateColumns: readonly string[];
  /** The numbers of the columns whose first cell is a plate already, from 1. */
  readonly platesInFirstRow: readonly number[];
  /** The first row that has more cells than the first one: above it there may be a title. */
  readonly wider: Row | undefined;
  /** Of a workbook: the sheet that was read, and the others. */
  readonly sheet?: { readonly name: string; readonly others: readonly string[] };
  readonly dates: readonly DateColumn[];
}

/** How a list is decoded. */
export interface ListDecoding {
  readonly sheet?: string;
  readonly encoding?: string;
}

/** Looks at the first rows of a list. Problems are reported, and nothing is given then. */
export async function previewList(
  bytes: Buffer,
  path: string,
  decoding: ListDecoding,
  diagnostics = new DiagnosticCollector(),
): Promise<ListPreview | { readonly kind: "unreadable"; readonly diagnostics: DiagnosticCollector }> {
  const isWorkbook = recognizeFile(bytes) === "workbook" || /\.xlsx$/i.test(path);
  // Decoding goes by the name, and messages by the path as it is.
  const named = isWorkbook && !/\.xlsx$/i.test(path) ? `${path}.xlsx` : path;
  const file = await decodeList(bytes, named, { file: named, ...decoding }, diagnostics);
  if (!file) return { kind: "unreadable", diagnostics };
  const rows = firstRows(file, []);
  if ("kind" in rows) {
    diagnostics.explained(explainMalformed(rows), file.lines.sourceAt(rows.at));
    return { kind: "unreadable", diagnostics };
  }
  return { ...previewOf(rows), kind: kindOf(isWorkbook, path, rows), ...(file.sheet && { sheet: file.sheet }) };
}

function kindOf(isWorkbook: boolean, path: string, rows: readonly Row[]): ListPreview["kind"] {
  if (isWorkbook) return "workbook";
  // A text with one column and a header is a list with a header, whatever it is called.
  const isPlain = /\.txt$/i.test(path) && rows.every(({ cells }) => cells.length === 1);
  return isPlain && plateNamesIn(rows).length === 0 ? "txt" : "csv";
}

function previewOf(rows: readonly Row[]): Omit<ListPreview, "kind" | "sheet"> {
  const names = (rows[0]?.cells ?? []).map(nameIn);
  return {
    names,
    plateColumns: plateNamesIn(rows),
    platesInFirstRow: names.flatMap((name, at) => (looksLikePlate(name) ? [at + 1] : [])),
    wider: rows.find(({ cells }) => cells.length > names.length),
    dates: dateColumns(rows),
  };
}

function plateNamesIn(rows: readonly Row[]): readonly string[] {
  const names = (rows[0]?.cells ?? []).map(nameIn);
  return names.filter((name) => PLATE_COLUMN_NAMES.has(bareWord(name)));
}
