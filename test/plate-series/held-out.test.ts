import { expect, it } from "vitest";
import { explainer } from "../../src/plate-series/explains.ts";
import type { PlateCell } from "../../src/plate-series/plate-cell.ts";
import { COLUMNS, cellOf, DAMAGES, doubtIn, OTHER_TEXTS } from "./held-out.ts";

// The rules were made with every second line of texts and damages; the other ones decide.
const isHeldOut = (_: unknown, at: number) => at % 2 === 1;
const texts = OTHER_TEXTS.filter(isHeldOut);
const damages = DAMAGES.filter(isHeldOut).filter(({ plate }) => cellOf(plate, ""));

/** A column as a list hands it on. */
const columns = COLUMNS.map(({ cells, country, kinds, spelling, name }) => ({
  name,
  country,
  cells: cells.flatMap((text) => cellOf(text, country) ?? []),
  kindOf: new Map(Object.entries(kinds).flatMap(([kind, plates]) => plates.map((plate) => [plate, kind] as const))),
  isEven: Object.keys(kinds).length === 0 && !/mixed|as in/.test(spelling),
}));
/** Longer than a first list in which nothing is deleted. */
const known = columns.filter(({ cells }) => cells.length >= 6);
const textsOf = (cells: readonly PlateCell[]) =>
  new Map(cells.map(({ plateKey, licenseNumber }) => [plateKey, licenseNumber]));
const shareOf = (counts: readonly { readonly some: number; readonly all: number }[]) =>
  counts.reduce((sum, { some }) => sum + some, 0) / counts.reduce((sum, { all }) => sum + all, 0);

it("beside known cars, other texts are not believed, and no known car is unclear", () => {
  const believed = known.map(({ cells, country, isEven }) => {
    const own = textsOf(cells);
    const others = texts.flatMap((text) => cellOf(text, country) ?? []).filter(({ plateKey }) => !own.has(plateKey));
    const doubtOf = doubtIn([...cells, ...others], (key) => own.get(key));
    expect(cells.filter(doubtOf)).toEqual([]);
    return { isEven, some: others.filter((cell) => !doubtOf(cell)).length, all: texts.length };
  });
  expect(shareOf(believed.filter(({ isEven }) => isEven))).toBeLessThanOrEqual(0.0015);
  expect(shareOf(believed.filter(({ isEven }) => !isEven))).toBeLessThanOrEqual(0.004);
  expect(Math.max(...believed.map(({ some, all }) => some / all))).toBeLessThanOrEqual(0.045);
});

it("a new car of a usual series is clear beside nine tenths of its column, and so is a foreign one beside others", () => {
  const counts = new Map<string, { some: number; all: number }>();
  for (const { cells, kindOf } of known)
    for (let fold = 0; fold < 10; fold += 1) {
      const own = textsOf(cells.filter((_, at) => at % 10 !== fold));
      const doubtOf = doubtIn(cells, (key) => own.get(key));
      for (const cell of cells.filter((_, at) => at % 10 === fold)) {
        const kind = kindOf.get(cell.licenseNumber) ?? "usual";
        const count = counts.get(kind) ?? { some: 0, all: 0 };
        counts.set(kind, { some: count.some + (doubtOf(cell) ? 1 : 0), all: count.all + 1 });
      }
    }
  const unclear = (kind: string) => shareOf([counts.get(kind) ?? { some: 1, all: 1 }]);
  expect(unclear("usual")).toBeLessThanOrEqual(0.002);
  expect(unclear("electric")).toBeLessThanOrEqual(0.05);
  expect(unclear("foreign")).toBeLessThanOrEqual(0.26);
});

it("a first list is clear but for one cell in 500, and one of a few cars but for one in 90", () => {
  const first: { some: number; all: number }[] = [];
  const short: { some: number; all: number }[] = [];
  for (const { cells, kindOf } of columns) {
    const usual = cells.filter(({ licenseNumber }) => !kindOf.has(licenseNumber));
    const doubtOf = doubtIn(cells, () => undefined);
    first.push({ some: usual.filter(doubtOf).length, all: usual.length });
    for (const [at] of usual.slice(0, 20).entries())
      for (const size of [1, 2, 3, 4, 5]) {
        const some = usual.slice(at, at + size);
        short.push({ some: some.filter(doubtIn(some, () => undefined)).length, all: some.length });
      }
  }
  expect(shareOf(first)).toBeLessThanOrEqual(0.002);
  expect(shareOf(short)).toBeLessThanOrEqual(0.011);
});

it("what became of a plate explains its car, and in a thousand others not one", () => {
  const keyOf = (plate: string) => cellOf(plate, "")?.plateKey;
  const found = damages.filter(({ plate, text }) => {
    const key = keyOf(plate);
    return key !== undefined && explainer(text)([key]).length > 0;
  });
  expect(found.length / damages.length).toBeGreaterThanOrEqual(0.92);
  const wrong = damages.map(({ plate, text }) => {
    const key = keyOf(plate);
    const cells = known
      .filter((column) => column.cells.some(({ plateKey }) => plateKey === key))
      .flatMap((one) => one.cells);
    const keys = [...new Set(cells.map(({ plateKey }) => plateKey))];
    return { some: explainer(text)(keys).filter((one) => one !== key).length, all: keys.length };
  });
  expect(shareOf(wrong)).toBeLessThanOrEqual(0.001);
});
