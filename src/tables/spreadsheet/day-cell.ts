import { quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import { type Cell, type CellReading, contentOf, fixOf, type TypedCell } from "./cell.ts";
import { type DateFormat, dayOfSerial, isInCalendar, isZeroDate, matchDate, SERIAL } from "./date-format.ts";
import { monthIn } from "./months.ts";

/** How the days of a column are read. */
export interface DayRule {
  readonly key: "validFrom" | "validUntil";
  readonly format: DateFormat;
  /** Which day a month or a year is in a column of last days; in one of first days it is the first. An error where it is not given. */
  readonly months?: "first" | "last" | undefined;
  /** Whether a text says that there is no last day. */
  readonly isNoEnd: (text: string) => boolean;
}

/** What is shown of a cell that cannot be read, in UTF-16 units. */
const LONGEST_SHOWN = 60;
/** Only zeros and signs: `0`, `00.00.0000`, `0000-00-00 00:00:00`. */
const ZEROS = /^0[0 .:/T-]*Z?$/;
/** Numbers that count the days of the years from 2000 to 2100. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];

/** Reads a cell of a column of days: as YYYY-MM-DD. Text must be written in the format; cells with a date need none. */
export function dateCell(cell: Cell, rule: DayRule): CellReading {
  if (cell === "") return { kind: "empty" };
  if (typeof cell === "string") return textDay(cell, rule);
  const isLast = rule.key === "validUntil";
  if (isLast && rule.isNoEnd(cell.kind === "date" ? cell.day : "")) return { kind: "empty" };
  if (cell.kind === "date") {
    if (cell.shows === undefined || isZeroDate(cell.day)) return dayOf(cell.day, rule);
    const what = cell.shows === "part" ? "a time, or a day without its year" : `a ${cell.shows} only`;
    const span = cell.shows === "part" ? undefined : monthIn(cell.day.slice(0, cell.shows === "year" ? 4 : 7));
    return spanDay(`The format of this cell shows ${what}, although it holds ${cell.day}.`, span, rule);
  }
  return (cell.kind === "number" ? numberDay(cell, rule) : undefined) ?? noDate(cell, rule);
}

function textDay(text: string, rule: DayRule): CellReading {
  const { key, format } = rule;
  const shown = quoteText(text, LONGEST_SHOWN);
  if (key === "validUntil" && rule.isNoEnd(text)) return { kind: "empty" };
  if (key === "validUntil" && ZEROS.test(text)) return { kind: "empty", isZeroDate: true };
  const match = matchDate(text, format);
  switch (match.kind) {
    case "day":
      return dayOf(match.day, rule);
    case "offset": {
      const fix = "Export the day alone, or the time without its offset.";
      return problem(`${shown} is a time of a zone; which day it is depends on the reader's.`, fix);
    }
    case "no-such-day":
      return problem(`${shown} is not a day of the calendar.`, `Write a day as ${format.text}.`);
    case "other-format": {
      const span = monthIn(text);
      if (span) return spanDay(`${shown} is a month or a year, not a day.`, span, rule);
      const fix = `Write it so, or set \`dates:\` to the format of the file, for example \`dates: ${match.example}\`.`;
      const word = `If it means that the lease has no end, write \`noEnd: [${JSON.stringify(text)}]\`; else write a day.`;
      const isWord = key === "validUntil" && !/\p{Nd}/u.test(text) && text.length <= LONGEST_SHOWN;
      return problem(`${shown} is not a day; expected ${format.text}.`, isWord ? word : fix);
    }
  }
}

function numberDay(cell: TypedCell & { kind: "number" }, { key, format }: DayRule): CellReading | undefined {
  const serial = Number(cell.stored);
  if (serial === 0 && key === "validUntil") return { kind: "empty", isZeroDate: true };
  const day = format.text === SERIAL ? dayOfSerial(serial, cell.countsFrom1904 === true) : undefined;
  return day === undefined ? undefined : dayOf(day, { key });
}

// A last day that systems print for none is none.
function dayOf(day: string, { key }: Pick<DayRule, "key">): CellReading {
  if (key === "validUntil" && isZeroDate(day)) return { kind: "empty", isZeroDate: true };
  if (isInCalendar(day)) return { kind: "value", text: day };
  return problem(`${quoteText(day)} is not a day of the calendar.`, "Write the day, or leave the cell empty.");
}

function spanDay(message: string, span: ReturnType<typeof monthIn>, { key, months }: DayRule): CellReading {
  if (span && months !== undefined)
    return { kind: "value", text: key === "validUntil" && months === "last" ? span.last : span.first };
  const way = span && "`months: last` takes the last day of such a month or year as the last day of the car. ";
  return problem(message, `${way ?? ""}Write the whole day, and format such cells as dates with day, month and year.`);
}

/** Whether a number may count the days of these decades, as spreadsheets do. */
export function isSerial(stored: string): boolean {
  return Number(stored) >= FIRST_SERIAL && Number(stored) <= LAST_SERIAL;
}

function noDate(cell: TypedCell, { format }: DayRule): CellReading {
  const asText = format.text === SERIAL ? "" : `, or write it as text: ${format.text}`;
  const mayCount = cell.kind === "number" && isSerial(cell.stored) && format.text !== SERIAL;
  const counted = mayCount ? ` Where numbers count days, as in spreadsheets, write \`dates: ${SERIAL}\`.` : "";
  const fix = `Format the column as a date${asText}.${counted}`;
  return problem(`This cell holds ${contentOf(cell)}, not a date.`, fixOf(cell, fix));
}

function problem(message: string, fix: string): CellReading {
  return { kind: "problem", problem: { message, fix } };
}
