import { type CarsAside, counted, type SkippedRows, withCommas } from "../../allowlist/index.ts";

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
  const files = [...new Set(skippedRows.map(({ file }) => file))];
  return files.map((file) => {
    const own = skippedRows.filter((one) => one.file === file);
    const rows = own.reduce((sum, one) => sum + one.rows, 0);
    return `${quote(file)}: ${counted(rows, "row")} left out: ${own.map((one) => causeOf(one, quote)).join(", ")}.`;
  });
}

/** What the files of a plan hold beside the cars that are wanted today: a sentence each. */
export function asideInWords(aside: CarsAside, quote?: (name: string) => string): readonly string[] {
  const { notToday } = aside;
  return [...(notToday ? [`Fleet file: ${carsInWords(notToday.cars, aside)}.`] : []), ...skippedInWords(aside, quote)];
}

function causeOf({ why, text = "", rows }: SkippedRows, quote: (name: string) => string): string {
  switch (why) {
    case "skip":
      return `${withCommas(rows)} ${text === "" ? "without a plate" : quote(JSON.stringify(text))}`;
    case "totals":
      return `${withCommas(rows)} with totals`;
    case "repeated":
      return `${withCommas(rows)} of a car that has another row`;
  }
}
