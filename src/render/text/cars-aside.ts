import { type CarsAside, counted, type SkippedRows, withCommas } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { EMPTY, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import type { Section } from "./markdown-page.ts";
import { paint, type Style, wrapIndented } from "./style.ts";

/** How many lists are named. */
const MOST_LISTS = 10;

/** `60 cars, 17 not wanted today: 15 ended, 2 not begun`. */
export function carsInWords(cars: number, { notToday }: CarsAside = {}): string {
  const all = counted(cars, "car");
  if (!notToday) return all;
  const { ended, notBegun } = notToday;
  const why = [
    ...(ended > 0 ? [`${withCommas(ended)} ended`] : []),
    ...(notBegun > 0 ? [`${withCommas(notBegun)} not begun`] : []),
  ];
  return `${all}, ${withCommas(ended + notBegun)} not wanted today: ${why.join(", ")}`;
}

/** A sentence for each list of which rows were left out: `leasing.xlsx: 3 rows left out: 2 "bestellt", 1 with totals.` */
export function skippedInWords({ skippedRows = [] }: CarsAside, quote = (name: string) => name): readonly string[] {
  const byFile = new Map<string, SkippedRows[]>();
  for (const one of skippedRows) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one]);
  const all = [...byFile].map(([file, own]) => ({ file, own, rows: sumOf(own) }));
  const more = all.slice(MOST_LISTS).flatMap(({ own }) => own);
  return [
    ...all.slice(0, MOST_LISTS).map(({ file, own, rows }) => {
      return `${quote(file)}: ${counted(rows, "row")} left out: ${own.map((one) => causeOf(one, quote)).join(", ")}.`;
    }),
    ...(more.length > 0
      ? [`${counted(all.length - MOST_LISTS, "more list")}: ${counted(sumOf(more), "row")} left out.`]
      : []),
  ];
}

/** A sentence about the cars of the files that are not wanted today, where there are some. */
export function notTodayInWords({ notToday }: CarsAside): readonly string[] {
  return notToday ? [`Fleet file: ${carsInWords(notToday.cars, { notToday })}.`] : [];
}

/** What the files of a plan hold beside the cars that are wanted today: a sentence each. */
export function asideInWords(aside: CarsAside): readonly string[] {
  return [...notTodayInWords(aside), ...skippedInWords(aside)];
}

/** The rows that were left out, as a part of a page that may be cut. */
export function skippedSection(aside: CarsAside): Section {
  const rows = skippedInWords(aside, markdownCode).map((line) => [line]);
  return { title: "", rows, what: "list with rows left out", share: 0.1 };
}

function sumOf(rows: readonly SkippedRows[]): number {
  return rows.reduce((sum, one) => sum + one.rows, 0);
}

function causeOf({ why, found = "", rows }: SkippedRows, quote: (name: string) => string): string {
  switch (why) {
    case "skip":
      return `${withCommas(rows)} ${found === "" ? "without a plate" : quote(JSON.stringify(found))}`;
    case "where":
      return `${withCommas(rows)} by \`where\``;
    case "totals":
      return `${withCommas(rows)} with totals`;
    case "names":
      return `${withCommas(rows)} with the names of the columns`;
    case "pages":
      return counted(rows, "page number");
    case "repeated":
      return `${withCommas(rows)} of a car that has another row`;
  }
}

/** Rows that a text names; a page names as many as fit. */
const MOST_NAMED = 20;
/** What unclear rows are, what they do, and what ends it. */
export const WHAT_THEY_DO =
  "Nothing says that these rows of lists are cars. They are not sent, and cars that they may be stay on the lists until each row is corrected (write the plate alone into the cell, or delete the row where there is no car, and upload the file again), or a line of the fleet file names it.";

/** Where a row is, as somebody finds it who has the file open in a spreadsheet: `fleet.xlsx, sheet Cars, cell B17`; foreign text. */
export function rowInWords(source: string): string {
  const [, workbook, sheet, cell] = /^(.+\.xlsx):(.*)!([A-Z]+[0-9]+)$/is.exec(source) ?? [];
  if (workbook !== undefined) return `${workbook}, sheet ${sheet}, cell ${cell}`;
  const [, file, row] = /^(.+\.(?:csv|tsv|txt)):([0-9]+):[0-9]+$/is.exec(source) ?? [];
  return file === undefined ? source : `${file}, row ${row}`;
}

/** The unclear rows, which come first in everything that people read: place, text, reason, and what to do. Empty for none. */
export function unclearLines({ unclearRows = [] }: CarsAside, style: Style): readonly TerminalText[] {
  if (unclearRows.length === 0) return [];
  const left = unclearRows.length - MOST_NAMED;
  return [
    ...wrapIndented(
      words`${paint(style, "alarm", terminalText(counted(unclearRows.length, "unclear row")))} ${terminalText(WHAT_THEY_DO)}`,
      style.width,
      0,
      2,
    ),
    ...unclearRows
      .slice(0, MOST_NAMED)
      .flatMap(({ source, licenseNumber, reason, remedy }) => [
        ...wrapIndented(terminalText(`${source} ${JSON.stringify(licenseNumber)}: ${reason}`), style.width, 2, 4),
        ...wrapIndented(terminalText(remedy), style.width, 4),
      ]),
    ...(left > 0 ? [words`  … ${terminalText(counted(left, "more row"))}`] : []),
    EMPTY,
  ];
}

/** The same as a part of a Markdown page. */
export function unclearSection({ unclearRows = [] }: CarsAside): Section {
  const rows = unclearRows.map(({ source, licenseNumber, reason, remedy }) =>
    [rowInWords(source), JSON.stringify(licenseNumber), reason, remedy].map(markdownCode),
  );
  const title = `**${counted(rows.length, "unclear row")}.** ${WHAT_THEY_DO}`;
  return { title, columns: ["Row", "Text", "Why", "What to do"], rows, what: "unclear row", share: 0.3 };
}
