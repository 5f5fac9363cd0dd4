import { type Explanation, quoteText, showPath } from "../../schema/diagnostics/diagnostic-collector.ts";
import { decodedOnce } from "./encodings.ts";
import type { ShownDate } from "./number-format.ts";

/** What a cell holds. Text is trimmed; an empty text is an empty cell. Cells of text files are always text. */
export type Cell =
  | string
  /** As stored, which is not always as shown: the format of the cell may add or hide digits. Days may be counted from 1904. */
  | { readonly kind: "number"; readonly stored: string; readonly countsFrom1904?: true }
  /** A number that the cell's format shows as a date: the day as YYYY-MM-DD, without the time of day; `shows` where it is less than the day. */
  | { readonly kind: "date"; readonly day: string; readonly shows?: Exclude<ShownDate, "day"> }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** A formula that failed: `#N/A`. */
  | { readonly kind: "error"; readonly name: string }
  /** A formula whose result was not saved. */
  | { readonly kind: "uncalculated" };

/** A row with at least one cell that is not empty. */
export interface Row {
  /** The line of the file where the row starts, or the number of the row in its sheet; from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
  /** Where each cell starts in the text; workbooks have none. */
  readonly starts?: readonly number[];
  /** What all of its cells show, where the row is kept without some of them. */
  readonly signs?: RowSigns;
}

/** What a row shows beside the rows above it. */
export interface RowSigns {
  /** The columns with something in them, one bit each, for the first 30. */
  readonly filled: number;
  /** A label with the number of the rows above it, or sums that are those of the columns: no car. */
  readonly isTotals: boolean;
  /** The numbers beside a label for totals. */
  readonly counts?: readonly number[];
}

/** How many cells a row has up to its last one that is not empty. */
export function filledWidth(cells: readonly Cell[]): number {
  let width = cells.length;
  while (width > 0 && cells[width - 1] === "") width -= 1;
  return width;
}

/** What a cell says as the name of a column. */
export function nameIn(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return cell.kind === "number" ? cell.stored : cell.kind === "date" ? cell.day : "";
}

/** Takes the rows of a file, one after the other; the first may be a header. */
export type TakeRow = (row: Row) => void;

/** The most columns of a row, as in Excel. */
export const MAX_COLUMNS = 16_384;

/** The longest name of a sheet, as in Excel; messages show no more of one. */
const LONGEST_SHEET_NAME = 31;

/** The name of a sheet for a message: quoted, with what cannot be seen written as `\u{…}`. */
export function showSheet(sheet: string): string {
  return showPath(sheet.slice(0, LONGEST_SHEET_NAME));
}

/** A cell of a workbook as Excel names it, with a column counted from 0: `Cars!B17`, `'Pool cars'!B17`. */
export function cellReference(sheet: string, line: number, column: number): string {
  return `${columnReference(sheet, column)}${line}`;
}

/** What such names of the cells of a column begin with: `Cars!B`. */
export function columnReference(sheet: string, column: number): string {
  const shown = showSheet(sheet).slice(1, -1);
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(shown) ? shown : `'${shown.replaceAll("'", "''")}'`;
  return `${name}!${columnName(column)}`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function columnName(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** The value of a cell, nothing, or why the cell cannot be taken for what its column holds. */
export type CellReading =
  | { readonly kind: "value"; readonly text: string }
  /** Also a day that means none: before 1980 in a column of last days. */
  | { readonly kind: "empty"; readonly isZeroDate?: true }
  | { readonly kind: "problem"; readonly problem: CellProblem };

/** What is wrong with a cell, as a sentence, and what to do. */
export type CellProblem = Omit<Explanation, "code">;

const RETYPE = "Format the column as Text and type the plate again.";
const EMPTY: CellReading = { kind: "empty" };

/** Reads a cell of a column of plates, as text. */
export function plateCell(cell: Cell): CellReading {
  if (cell === "") return EMPTY;
  if (typeof cell !== "string") return problem(plateMessage(cell), fixOf(cell, RETYPE));
  const once = decodedOnce(cell);
  if (once === undefined) return { kind: "value", text: cell };
  const message = `The letters of ${quoteText(cell)} were decoded twice; it was ${quoteText(once)}.`;
  return problem(message, "Export the list again, as UTF-8 throughout.");
}

/** Reads a cell of a column of notes, names or customer numbers: numbers and dates as their text. */
export function textCell(cell: Cell): CellReading {
  if (cell === "") return EMPTY;
  if (typeof cell === "string") return { kind: "value", text: cell };
  switch (cell.kind) {
    case "number":
      return { kind: "value", text: cell.stored };
    case "date":
      return { kind: "value", text: cell.day };
    default:
      return problem(`This cell holds ${contentOf(cell)}, not text.`, fixOf(cell, "Write text."));
  }
}

/** A cell that is not a text. */
export type TypedCell = Exclude<Cell, string>;

function plateMessage(cell: TypedCell): string {
  const holds = `This cell holds ${contentOf(cell)}`;
  switch (cell.kind) {
    case "number":
      return `${holds}, so leading zeros may be lost.`;
    case "date":
      return `${holds}, so what was typed is lost.`;
    default:
      return `${holds}, not a plate.`;
  }
}

/** What a cell that is not a text holds, for a message. */
export function contentOf(cell: TypedCell): string {
  switch (cell.kind) {
    case "number":
      return `the number ${quoteText(cell.stored)}`;
    case "date":
      return `the date ${cell.day}`;
    case "boolean":
      return cell.value ? "TRUE" : "FALSE";
    case "error":
      return `the error ${quoteText(cell.name)}`;
    case "uncalculated":
      return "a formula without its result";
  }
}

/** How to get the value of a formula, or what else is to be done. */
export function fixOf({ kind }: TypedCell, otherwise: string): string {
  if (kind === "uncalculated")
    return "Open the workbook in Excel or LibreOffice and save it, so that it is calculated.";
  return kind === "error" ? "Correct the formula, or replace it by its value." : otherwise;
}

function problem(message: string, fix: string): CellReading {
  return { kind: "problem", problem: { message, fix } };
}
