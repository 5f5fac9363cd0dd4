import { expect, it } from "vitest";
import { z } from "zod";
import { type Cell, plateCell, textCell } from "../../../src/tables/spreadsheet/cell.ts";
import { ISO_FORMAT, parseDateFormat } from "../../../src/tables/spreadsheet/date-format.ts";
import { type DayRule, dateCell } from "../../../src/tables/spreadsheet/day-cell.ts";
import { rowsOf, TEXT } from "../../rows.ts";

const CELL: z.ZodType<Cell> = z.union([
  TEXT,
  z.object({ kind: z.literal("number"), stored: TEXT }),
  z.object({ kind: z.literal("date"), day: TEXT }),
  z.object({ kind: z.literal("boolean"), value: z.boolean() }),
  z.object({ kind: z.literal("error"), name: TEXT }),
  z.object({ kind: z.literal("uncalculated") }),
]);
const DATE: Cell = { kind: "date", day: "2026-11-01" };

function formatOf(text: string): DayRule {
  const format = parseDateFormat(text);
  if (!format) throw new Error(`${text} is no format`);
  return { key: "validFrom", format, isNoEnd: () => false };
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

it.each(rowsOf(import.meta.url, "a cell of the plate column is refused", TEXT, CELL, TEXT))(
  "a cell of the plate column is refused with a fix: %s",
  (_, cell, expected) => {
    expect(shown(plateCell(cell))).toBe(expected);
  },
);

it.each([
  ["YYYY-MM-DD", "2026-11-01"],
  ["DD.MM.YYYY", "01.11.2026"],
  ["DD/MM/YYYY", "01/11/2026"],
  ["MM/DD/YYYY", "11/01/2026"],
  ["D.M.YY", "1.11.26"],
  ["D.M.YYYY", "01.11.2026"],
  ["M/D/YY", "11/1/26"],
  ["YYYYMMDD", "20261101"],
  ["YYYY----------MM--DD", "2026----------11--01"],
  ["YYYY-MM-DD", "2026-11-01 10:30"],
  ["D. M. YYYY", "1. 11. 2026"],
  ["YYYY年M月D日".replaceAll(/[年月日]/g, "*"), "2026*11*1*"],
])("a cell of a date column is read as %s", (format, text) => {
  expect(dateCell(text, formatOf(format))).toEqual({ kind: "value", text: "2026-11-01" });
});

it("a number of a date column counts days from 1904 where its workbook does", () => {
  const number = { kind: "number", stored: "44925" } as const;
  expect(dateCell({ ...number, countsFrom1904: true }, formatOf("serial"))).toEqual({
    kind: "value",
    text: "2026-12-31",
  });
  expect(dateCell(number, formatOf("serial"))).toEqual({ kind: "value", text: "2022-12-30" });
});

it.each(["error", "number"] as const)("a cell of a date column of numbers has no other format: %s", (kind) => {
  const cell: Cell = kind === "error" ? { kind, name: "#N/A" } : { kind, stored: "9999999" };
  const fix = kind === "error" ? "Correct the formula, or replace it by its value." : "Format the column as a date.";
  expect(dateCell(cell, formatOf("serial"))).toMatchObject({ problem: { fix } });
});

it("a cell of a date column needs no format when it holds a date, and may be empty", () => {
  expect(dateCell(DATE, formatOf(ISO_FORMAT.text))).toEqual({ kind: "value", text: "2026-11-01" });
  expect(dateCell("", formatOf(ISO_FORMAT.text))).toEqual({ kind: "empty" });
});

it.each(rowsOf(import.meta.url, "a cell of a date column is refused", TEXT, TEXT, CELL, TEXT))(
  "a cell of a date column is refused: %s",
  (_, format, cell, expected) => {
    expect(shown(dateCell(cell, formatOf(format)))).toBe(expected);
  },
);

it.each([
  "",
  "YYYY-MM",
  "YYYY-MM-DD-D",
  "YYYY-MM-mm",
  "DMYYYY",
  "YYYYMMD",
  "dd.mm.yyyy",
  "YYY-MM-DD",
  "YYYY1MM1DD",
  "DMM.YYYY",
  "YYYY-----------MM--DD",
])("a cell of a date column has no format `%s`", (text) => {
  expect(parseDateFormat(text)).toBeUndefined();
});

it.each(rowsOf(import.meta.url, "a cell of another column", TEXT, CELL, TEXT))(
  "a cell of another column gives its text: %s",
  (_, cell, expected) => {
    expect(shown(textCell(cell))).toBe(expected);
  },
);
