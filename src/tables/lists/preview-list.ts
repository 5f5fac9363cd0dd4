import { printedAs } from "../../plate-series/index.ts";
import { DiagnosticCollector } from "../../schema/diagnostics/diagnostic-collector.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { encodingOf } from "../spreadsheet/decode-text.ts";
import { recognizeFile } from "../spreadsheet/recognize-file.ts";
import { columnIndexes, type DayColumn, dayColumns } from "./find-columns.ts";
import { findHeader, HEAD_ROWS, type Header, looksLikePlate, namedColumns, rowsBelow } from "./header.ts";
import { decodeList } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { isPlateColumnName } from "./plate-words.ts";
import { firstRows } from "./read-list.ts";

/** What the beginning of a list shows. */
export interface ListPreview {
  readonly kind: "workbook" | "csv" | "txt";
  /** The row that has the named columns, or one that is named as plates are; else the likely one. */
  readonly header: Header;
  /** The numbers of other rows that may be it as well. */
  readonly rivals: readonly number[];
  /** The columns that are named as plates are; where there are several, those that hold what may be plates. */
  readonly plateColumns: readonly string[];
  /** The numbers of the columns whose first cell is a plate already, from 1. */
  readonly platesInFirstRow: readonly number[];
  /** Of a workbook: the sheet that was read, and the others. */
  readonly sheet?: { readonly name: string; readonly others: readonly string[] };
  /** The columns that are named as the first or last day of a lease, or by the keys. */
  readonly days: readonly DayColumn[];
  /** The encoding that a text file seems to have, where none is named and it is not UTF-8. */
  readonly encoding?: string;
}

/** What an item of `carsFrom` says beside the file. */
export type ListKeys = Omit<ListReference, "file">;

/** Looks at the first rows of a list, as an item of `carsFrom` would name it. Problems are reported, and nothing is given then. */
export async function previewList(
  bytes: Buffer,
  path: string,
  reference: ListKeys,
  diagnostics = new DiagnosticCollector(),
): Promise<ListPreview | { readonly kind: "unreadable"; readonly diagnostics: DiagnosticCollector }> {
  const isWorkbook = recognizeFile(bytes) === "workbook" || /\.xlsx$/i.test(path);
  // Decoding goes by the name, and messages by the path as it is.
  const encoding = isWorkbook || reference.encoding !== undefined ? undefined : encodingOf(bytes);
  const named = {
    ...reference,
    ...(encoding !== undefined && { encoding }),
    file: isWorkbook && !/\.xlsx$/i.test(path) ? `${path}.xlsx` : path,
  };
  const file = await decodeList(bytes, named.file, named, diagnostics);
  if (!file) return { kind: "unreadable", diagnostics };
  const head = firstRows(
    file,
    namedColumns(named).map(([, name]) => name),
  );
  if ("code" in head) {
    diagnostics.explained(head, file.lines.sourceAt(head.at));
    return { kind: "unreadable", diagnostics };
  }
  const kind = isWorkbook ? "workbook" : isPlain(path, head) ? "txt" : "csv";
  return {
    ...previewOf(head, named),
    kind,
    ...(file.sheet && { sheet: file.sheet }),
    ...(encoding !== undefined && { encoding }),
  };
}

// A text with one column and a header is a list with a header, whatever it is called.
function isPlain(path: string, rows: readonly Row[]): boolean {
  const [first] = rows;
  return (
    /\.txt$/i.test(path) &&
    rows.every(({ cells }) => cells.length === 1) &&
    !(typeof first?.cells[0] === "string" && isPlateColumnName(first.cells[0]))
  );
}

function previewOf(head: readonly Row[], reference: ListReference): Omit<ListPreview, "kind" | "sheet"> {
  const { header, rivals } = findHeader(head, reference);
  const below = rowsBelow(header, head);
  const named = header.names.filter(isPlateColumnName);
  const plausible = named.filter((name) => mayHoldPlates(below, header.names.indexOf(name)));
  const days = dayColumns(header, rowsBelow(header, head, HEAD_ROWS), columnIndexes(header, reference), reference);
  return {
    header: { ...header, names: header.names.map(onOneLine) },
    rivals,
    plateColumns: (named.length > 1 && plausible.length > 0 ? plausible : named).map(onOneLine),
    platesInFirstRow: (head[0]?.cells ?? []).flatMap((cell, at) =>
      typeof cell === "string" && looksLikePlate(cell) ? [at + 1] : [],
    ),
    days: days.map((one) => ({ ...one, name: onOneLine(one.name) })),
  };
}

// Names that are wrapped in a cell are found in any writing of their blanks.
function onOneLine(name: string): string {
  return name.replace(/\s+/g, " ").trim();
}

function mayHoldPlates(below: readonly Row[], column: number): boolean {
  const cells = below.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
  return cells.some((cell) => typeof cell === "string" && looksLikePlate(cell) && printedAs(cell) === undefined);
}
