import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { plateKeyOf } from "../../src/allowlist/index.ts";
import { seriesOf } from "../../src/plate-series/judge.ts";
import { judgeColumn, type PlateCell } from "../../src/plate-series/judge-column.ts";
import { seededRandom } from "../state/world.ts";

const RULES = { foldLookalikes: true };
const cellsOf = (texts: readonly string[], country?: string): PlateCell[] =>
  texts.flatMap((text) => {
    const plateKey = plateKeyOf(text, RULES);
    return plateKey === undefined ? [] : [{ text, plateKey, country, isNamed: false, isAlone: false }];
  });

const random = seededRandom(1);
const below = (limit: number) => Math.floor(random() * limit);
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const letters = (count: number) => Array.from({ length: count }, () => LETTERS[below(LETTERS.length)]).join("");
const digits = (count: number) => String(10 ** (count - 1) + below(9 * 10 ** (count - 1)));
const DISTRICTS = ["M", "B", "HH", "KÖ", "S"];

/** Columns of plates as countries write them; the last one is of none whose series are known. */
const COLUMNS: readonly (readonly [string, () => string])[] = [
  ["German", () => `${DISTRICTS[below(5)]}-${letters(1 + below(2))} ${digits(1 + below(4))}`],
  ["Danish with blanks", () => `${letters(2)} ${digits(2)} ${digits(3)}`],
  ["Danish without", () => letters(2) + digits(5)],
  ["Swedish", () => `${letters(3)} ${digits(3)}`],
  ["Dutch", () => `${letters(2)}-${digits(3)}-${letters(1)}`],
  ["Polish", () => `${letters(2)} ${digits(5)}`],
  ["British", () => `${letters(2)}${digits(2)} ${letters(3)}`],
  ["Californian", () => `${digits(1)}${letters(3)}${digits(3)}`],
];

/** What stood in columns of plates of real lists and is not a plate. */
const ODD = (
  "12-Mar|3. Okt|Mrz 26|12345.0|1,5|-12|TRUE|WAHR|Seite 1 von 3|Page 2|SUMME 12|Total: 12|BESTELLT|TBA|n/a|nan|WVWZZZ1JZXW|CTR-0001235|4500012345|" +
  "LV-2024-17|P00012345|Golf VII|VW ID.3|REGION 2|KST 4711|12 KFZ|VW Golf 1.4|20.11.2026|2026-11-20|NEU|RESERVE 1|POOL 3|Ulm|Müller|12:30|BMW 320|AUDI A4|04/10|CARPORT 2"
).split("|");

it.each(COLUMNS)("beside 100 known plates (%s) new ones are cars, and at most 7 %% of other texts", (_, plate) => {
  let [doubted, believed, odd] = [0, 0, 0];
  for (let run = 0; run < 20; run += 1) {
    const known = Array.from({ length: 100 }, plate);
    const [old, fresh, others] = [known, Array.from({ length: 20 }, plate), ODD].map((texts) => cellsOf(texts));
    const byKey = new Map(old?.map(({ plateKey, text }) => [plateKey, text]));
    const doubtOf = judgeColumn([...(old ?? []), ...(fresh ?? []), ...(others ?? [])], (key) => byKey.get(key));
    expect(old?.filter(doubtOf)).toEqual([]);
    doubted += fresh?.filter(doubtOf).length ?? 0;
    believed += others?.filter((cell) => !doubtOf(cell)).length ?? 0;
    odd += others?.length ?? 0;
  }
  expect(doubted).toBeLessThanOrEqual(1);
  expect(believed / odd).toBeLessThanOrEqual(0.07);
});

it("of the plates of usual series of 43 countries, as a first list each, at most 0.5 % are doubted", () => {
  const byCountry = new Map<string, string[]>();
  for (const line of readFileSync(new URL("examples.csv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)) {
    const [country = "", plate = ""] = line.split(",");
    byCountry.set(country, [...(byCountry.get(country) ?? []), plate]);
  }
  let [usual, doubted] = [0, 0];
  for (const [country, plates] of byCountry) {
    const cells = cellsOf(plates, country);
    const doubtOf = judgeColumn(cells, () => undefined);
    const own = cells.filter(({ plateKey }) => seriesOf(country, plateKey) === "usual");
    usual += own.length;
    doubted += own.filter(doubtOf).length;
  }
  expect(usual).toBeGreaterThan(3000);
  expect(doubted / usual).toBeLessThanOrEqual(0.005);
});

it("a column of contract numbers is doubted as a whole in a first run", () => {
  const numbers = Array.from({ length: 30 }, (_, at) => `CTR-${String(1235 + at * 3).padStart(7, "0")}`);
  const cells = cellsOf(numbers);
  expect(cells.filter(judgeColumn(cells, () => undefined))).toHaveLength(30);
});
