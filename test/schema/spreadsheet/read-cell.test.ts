import { expect, it } from "vitest";
import type { Cell } from "../../../src/schema/spreadsheet/cell.ts";
import { type DateFormat, ISO_FORMAT, parseDateFormat } from "../../../src/schema/spreadsheet/date-format.ts";
import { dateCell, plateCell, textCell } from "../../../src/schema/spreadsheet/read-cell.ts";

const DATE: Cell = { kind: "date", day: "2026-11-01" };
const number = (stored: string): Cell => ({ kind: "number", stored });

function formatOf(text: string): DateFormat {
  const format = parseDateFormat(text);
  if ("code" in format) throw new Error(format.message);
  return format;
}

/** What a user sees: the value, nothing, or the message and the remedy. */
function shown(reading: ReturnType<typeof plateCell>): string {
  if (reading.kind === "problem") return `${reading.problem.message} ${reading.problem.fix}`;
  return reading.kind === "value" ? reading.text : "(empty)";
}

it.each<[string, Cell, string]>([
  ["text", "AB 123", "AB 123"],
  ["digits as text, with their zeros", "0012345", "0012345"],
  ["letters that look like a number", "1E51234", "1E51234"],
  ["nothing", "", "(empty)"],
])("a cell of the plate column is taken as it is: %s", (_, cell, expected) => {
  expect(shown(plateCell(cell))).toBe(expected);
});

const remedy = "Format the column as Text and type the plate again.";

it.each<[string, Cell, string]>([
  ["a number", number("1234567"), `This cell holds the number \`1234567\`, so leading zeros may be lost. ${remedy}`],
  ["a date", DATE, `This cell holds the date 2026-11-01, so what was typed is lost. ${remedy}`],
  ["a boolean", { kind: "boolean", value: true }, `This cell holds TRUE, not a plate. ${remedy}`],
  [
    "a failed formula",
    { kind: "error", name: "#N/A" },
    "This cell holds the error `#N/A`, not a plate. Correct the formula, or replace it by its value.",
  ],
  [
    "a formula without its result",
    { kind: "uncalculated" },
    "This cell holds a formula without its result, not a plate. Open the workbook in Excel or LibreOffice and save it, so that it is calculated.",
  ],
  ["scientific notation", "1.23E+45", `A spreadsheet turned this plate into a number: \`1.23E+45\`. ${remedy}`],
  [
    "scientific notation with a comma",
    "1,23E+45",
    `A spreadsheet turned this plate into a number: \`1,23E+45\`. ${remedy}`,
  ],
  [
    "scientific notation without a fraction",
    "1E+05",
    `A spreadsheet turned this plate into a number: \`1E+05\`. ${remedy}`,
  ],
])("a cell of the plate column is refused with a fix: %s", (_, cell, expected) => {
  expect(shown(plateCell(cell))).toBe(expected);
});

it.each([
  ["YYYY-MM-DD", "2026-11-01"],
  ["DD.MM.YYYY", "01.11.2026"],
  ["DD/MM/YYYY", "01/11/2026"],
  ["MM/DD/YYYY", "11/01/2026"],
  ["D.M.YY", "1.11.26"],
  ["D.M.YYYY", "01.11.2026"],
  ["M/D/YY", "11/1/26"],
  ["YYYYMMDD", "20261101"],
  ["D. M. YYYY", "1. 11. 2026"],
  ["YYYY年M月D日".replaceAll(/[年月日]/g, "*"), "2026*11*1*"],
])("a cell of a date column is read as %s", (format, text) => {
  expect(dateCell(text, formatOf(format))).toEqual({ kind: "value", text: "2026-11-01" });
});

it("a cell of a date column needs no format when it holds a date, and may be empty", () => {
  expect(dateCell(DATE, ISO_FORMAT)).toEqual({ kind: "value", text: "2026-11-01" });
  expect(dateCell("", ISO_FORMAT)).toEqual({ kind: "empty" });
});

it.each<[string, string, Cell, string]>([
  [
    "a day that there is not",
    "DD.MM.YYYY",
    "31.02.2026",
    "`31.02.2026` is not a day of the calendar. Write a day as DD.MM.YYYY.",
  ],
  [
    "29 February of other years",
    "YYYY-MM-DD",
    "2027-02-29",
    "`2027-02-29` is not a day of the calendar. Write a day as YYYY-MM-DD.",
  ],
  [
    "another format",
    "YYYY-MM-DD",
    "31.12.2026",
    "`31.12.2026` is not a day; expected YYYY-MM-DD. Write it so, or set `dates:` to the format of the file, for example `dates: DD.MM.YYYY`.",
  ],
  [
    "a month of thirteen",
    "DD/MM/YYYY",
    "12/13/2026",
    "`12/13/2026` is not a day of the calendar. Write a day as DD/MM/YYYY.",
  ],
  [
    "one digit too few",
    "DD.MM.YYYY",
    "1.12.2026",
    "`1.12.2026` is not a day; expected DD.MM.YYYY. Write it so, or set `dates:` to the format of the file, for example `dates: D.M.YYYY`.",
  ],
  [
    "words",
    "DD.MM.YYYY",
    "soon",
    "`soon` is not a day; expected DD.MM.YYYY. Write it so, or set `dates:` to the format of the file, for example `dates: DD.MM.YYYY`.",
  ],
  [
    "a number",
    "DD.MM.YYYY",
    number("46000"),
    "This cell holds the number `46000`, not a date. Format the column as a date, or write it as text: DD.MM.YYYY.",
  ],
])("a cell of a date column is refused: %s", (_, format, cell, expected) => {
  expect(shown(dateCell(cell, formatOf(format)))).toBe(expected);
});

it.each(["", "YYYY-MM", "YYYY-MM-DD-D", "YYYY-MM-mm", "DMYYYY", "YYYYMMD", "dd.mm.yyyy", "YYY-MM-DD", "YYYY1MM1DD"])(
  "a cell of a date column has no format `%s`",
  (text) => {
    expect(parseDateFormat(text)).toMatchObject({ message: `\`${text}\` is not a format of dates.` });
  },
);

it.each<[string, Cell, string]>([
  ["text", "Jürgen", "Jürgen"],
  ["a number", number("4711"), "4711"],
  ["a date", DATE, "2026-11-01"],
  ["nothing", "", "(empty)"],
  [
    "an error",
    { kind: "error", name: "#REF!" },
    "This cell holds the error `#REF!`, not text. Correct the formula, or replace it by its value.",
  ],
])("a cell of another column gives its text: %s", (_, cell, expected) => {
  expect(shown(textCell(cell))).toBe(expected);
});
