import { type CarsAside, counted, type SkippedRows, withCommas } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import type { Section } from "./markdown-page.ts";

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
