import { expect, it } from "vitest";
import type { DesiredEntry, PlateKey, RememberedUnclear } from "../../src/allowlist/index.ts";
import { holdsOf, unclearNews } from "../../src/plan/difference/held.ts";
import { explainer } from "../../src/plate-series/explains.ts";
import { countriesOf } from "../../src/plate-series/judge.ts";
import type { PlateCell } from "../../src/plate-series/plate-cell.ts";
import { COLUMNS, cellOf, doubtIn, OTHER_TEXTS } from "./held-out.ts";

const FOLDS = 5;
const WEEKS = 52;
const NIGHTS = 30;
const KNOWN = 180;
const CARS = 200;

/** The same plate with other last digits, as far as the same countries issue them. */
const alike = (text: string) =>
  [..."123456789"]
    .map((digit) => text.replace(/\d(?=\D*$)/, digit))
    .filter((other) => String(countriesOf(other)) === String(countriesOf(text)));
/** Each plate once; those that were there come before those that were made. */
function listOf(groups: readonly (readonly PlateCell[])[]): readonly PlateCell[] {
  const all = [...groups.flatMap((group) => group.slice(0, 1)), ...groups.flat()];
  return [...new Map(all.map((cell) => [cell.plateKey, cell])).values()];
}

/** Of every third column of usual plates that is long enough for a list of 200: each plate with those that are alike. */
const lists = COLUMNS.filter(({ cells }, at) => at % 3 === 0 && cells.length >= 26).flatMap(
  ({ cells, country, kinds }) => {
    const unusual = new Set(Object.values(kinds).flat());
    const usual = cells.filter((text) => !unusual.has(text)).slice(0, 60);
    const groups = usual.map((text) => [text, ...alike(text)].flatMap((one) => cellOf(one, country) ?? []));
    return listOf(groups).length < CARS * 1.1 ? [] : [groups];
  },
);

it("in a list of 200 with one new car a week, at most one in five years is unclear", () => {
  let [unclear, judged] = [0, 0];
  for (const groups of lists)
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const known = listOf(groups.filter((_, at) => at % FOLDS !== fold)).slice(0, KNOWN);
      const textOf = new Map(known.map(({ plateKey, licenseNumber }) => [plateKey, licenseNumber]));
      const others = groups.filter((_, at) => at % FOLDS === fold).flatMap((group) => group.slice(0, 1));
      const added = others.filter((cell) => !textOf.has(cell.plateKey));
      const doubtOf = doubtIn([...known, ...added], (key) => textOf.get(key));
      unclear += added.filter(doubtOf).length;
      judged += added.length;
    }
  expect(judged).toBeGreaterThan(WEEKS * 10);
  expect((unclear / judged) * WEEKS).toBeLessThanOrEqual(0.2);
});

/** How many nights all cars together stay beyond their day, where one returns each week and the text appears in the first night. */
function leakOf(cars: readonly PlateCell[], text: string, weekday: number): number {
  const source = { file: "l.csv", line: 1, column: 1 };
  const entries = new Map(
    cars.map(({ plateKey, licenseNumber }): [PlateKey, DesiredEntry] => [
      plateKey,
      { plateKey, licenseNumber, features: [], source },
    ]),
  );
  const due = new Set<PlateKey>();
  let [leaked, remembered]: [number, readonly RememberedUnclear[]] = [0, []];
  for (let night = 0; night < NIGHTS; night += 1) {
    const returned = night % 7 === weekday ? cars[night]?.plateKey : undefined;
    if (returned && entries.delete(returned)) due.add(returned);
    const row = { list: "l.csv", text, source, reason: "", remedy: "" };
    const desired = { entries, unclear: [{ ...row, mayBe: explainer(text)(due) }] };
    const memory = { entries: new Map(), lastCount: cars.length, unclear: remembered };
    const holds = holdsOf(desired, memory);
    const held = [...due].flatMap((plateKey) => {
      const { unclear } = holds(plateKey, plateKey === returned) ?? {};
      return unclear ? [{ plateKey, unclear }] : [];
    });
    leaked += held.length;
    due.clear();
    for (const { plateKey } of held) due.add(plateKey);
    remembered = unclearNews(desired, held, memory, "2026-01-01") ?? remembered;
  }
  return leaked;
}

it("a row that is unclear for a month keeps cars for at most five nights, all together", () => {
  const leaks = lists.slice(0, 8).flatMap((groups, at) => {
    const cars = listOf(groups).slice(0, CARS);
    const texts = OTHER_TEXTS.filter((_, text) => text % 997 === at);
    return texts.flatMap((text) => Array.from({ length: 7 }, (_, weekday) => leakOf(cars, text, weekday)));
  });
  const mean = leaks.reduce((sum, one) => sum + one, 0) / leaks.length;
  expect(leaks.length).toBeGreaterThan(100);
  expect(mean).toBeGreaterThan(0);
  expect(mean).toBeLessThanOrEqual(5);
});
