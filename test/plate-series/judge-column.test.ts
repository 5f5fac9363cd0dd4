import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { plateKeyOf } from "../../src/allowlist/index.ts";
import { seriesOf } from "../../src/plate-series/judge.ts";
import type { PlateCell } from "../../src/plate-series/plate-cell.ts";
import { doubtIn } from "./held-out.ts";

const RULES = { foldLookalikes: true };
const cellsOf = (texts: readonly string[], country?: string): PlateCell[] =>
  texts.flatMap((text) => {
    const plateKey = plateKeyOf(text, RULES);
    return plateKey === undefined ? [] : [{ licenseNumber: text, plateKey, ...(country !== undefined && { country }) }];
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
    const doubtOf = doubtIn(cells, () => undefined);
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
  expect(cells.filter(doubtIn(cells, () => undefined))).toHaveLength(30);
});
