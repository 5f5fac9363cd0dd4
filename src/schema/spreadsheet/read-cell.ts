import type { ErrorCode } from "../../allowlist/index.ts";
import type { Explanation } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { Cell } from "./cell.ts";
import { type DateFormat, matchDate } from "./date-format.ts";

/** The value of a cell, nothing, or why the cell cannot be taken for what its column holds. */
export type CellReading =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "empty" }
  | { readonly kind: "problem"; readonly problem: Explanation };

/** What spreadsheets of either locale make of a plate such as 123E45: `1.23E+47`, `1,23E+47`. */
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E\+\d+$/i;

const RETYPE = "Format the column as Text and type the plate again.";
const EMPTY: CellReading = { kind: "empty" };

/** Reads a cell of a column of plates, as text. */
export function plateCell(cell: Cell): CellReading {
  if (cell === "") return EMPTY;
  if (typeof cell !== "string") return problem("plate-not-text", plateMessage(cell), fixOf(cell, RETYPE));
  if (!SCIENTIFIC.test(cell)) return { kind: "value", text: cell };
  return problem("scientific-notation", `A spreadsheet turned this plate into a number: ${quoteText(cell)}.`, RETYPE);
}

/** Reads a cell of a column of dates: as YYYY-MM-DD. Text must be written in the format; cells with a date need none. */
export function dateCell(cell: Cell, format: DateFormat): CellReading {
  if (cell === "") return EMPTY;
  if (typeof cell !== "string") {
    if (cell.kind === "date") return { kind: "value", text: cell.day };
    const fix = fixOf(cell, `Format the column as a date, or write it as text: ${format.text}.`);
    return problem("not-a-date", `This cell holds ${contentOf(cell)}, not a date.`, fix);
  }
  const match = matchDate(cell, format);
  switch (match.kind) {
    case "day":
      return { kind: "value", text: match.day };
    case "no-such-day":
      return problem(
        "not-a-date",
        `${quoteText(cell)} is not a day of the calendar.`,
        `Write a day as ${format.text}.`,
      );
    case "other-format": {
      const fix = `Write it so, or set \`dates:\` to the format of the file, for example \`dates: ${match.example}\`.`;
      return problem("not-a-date", `${quoteText(cell)} is not a day; expected ${format.text}.`, fix);
    }
  }
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
      return problem("not-text", `This cell holds ${contentOf(cell)}, not text.`, fixOf(cell, "Write text."));
  }
}

type TypedCell = Exclude<Cell, string>;

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

function contentOf(cell: TypedCell): string {
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

function fixOf({ kind }: TypedCell, otherwise: string): string {
  if (kind === "uncalculated")
    return "Open the workbook in Excel or LibreOffice and save it, so that it is calculated.";
  return kind === "error" ? "Correct the formula, or replace it by its value." : otherwise;
}

function problem(code: ErrorCode, message: string, fix: string): CellReading {
  return { kind: "problem", problem: { code, message, fix } };
}
