import fc from "fast-check";
import { expect, it } from "vitest";
import { correctionPairs } from "../../src/plan/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { planCases } from "./cases.ts";
import { keyOf, onlyScope, planFor, plates } from "./support.ts";

/** The twins in a global plan that replaces one car by another, add first. */
function twinsBetween(added: string, deleted: string): (string | undefined)[] {
  return onlyScope(planFor({ desired: [added], live: [deleted] })).changes.map(({ twin }) => twin);
}

it.each(rowsOf(import.meta.url, "a correction is suggested for", TEXT, TEXT, TEXT))(
  "a correction is suggested for %s, in both directions",
  (_, one, other) => {
    expect(twinsBetween(one, other)).toEqual([other, one]);
    expect(twinsBetween(other, one)).toEqual([one, other]);
  },
);

it.each([
  ["two changed", "AB1234", "AB1299"],
  ["two exchanged that are no neighbours", "AB1234", "4B123A"],
  ["two missing", "AB12", "AB1234"],
  ["nothing shared", "XY777", "AB1234"],
])("a correction is not suggested with %s", (_, one, other) => {
  expect(twinsBetween(one, other)).toEqual([undefined, undefined]);
});

it("a look-alike is preferred to a typing error as a correction, whatever their order", () => {
  const pairs = (added: string[], deleted: string[]) =>
    Object.fromEntries(correctionPairs(added.map(keyOf), deleted.map(keyOf)));
  for (const deleted of [
    ["AB01", "ABX1"],
    ["ABX1", "AB01"],
  ]) {
    expect(pairs(["ABO1"], deleted)).toMatchObject({ ABO1: "AB01", AB01: "ABO1" });
    expect(pairs(deleted, ["ABO1"])).toMatchObject({ ABO1: "AB01", AB01: "ABO1" });
  }
});

it("corrections agree with the definition, pair by pair", () => {
  const text = fc.stringMatching(/^[AO01B8]{1,5}$/);
  const look = (plate: string) => plate.replaceAll("O", "0").replaceAll("B", "8");
  const lacksOne = (short: string, long: string) =>
    [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);
  const isClose = (a: string, b: string) =>
    look(a) === look(b) ||
    lacksOne(a, b) ||
    lacksOne(b, a) ||
    [...a].some((_, at) => a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b) ||
    (a.length === b.length && [...a].filter((character, at) => character !== b[at]).length === 1);
  const lists = fc.uniqueArray(text, { minLength: 2, maxLength: 8 }).map((all) => ({
    added: all.filter((_, at) => at % 2 === 0),
    deleted: all.filter((_, at) => at % 2 === 1),
  }));
  fc.assert(
    fc.property(lists, ({ added, deleted }) => {
      const pairs = correctionPairs(added.map(keyOf), deleted.map(keyOf));
      const close = (plate: string, others: string[]) => others.filter((other) => isClose(plate, other));
      for (const [plates, others] of [
        [added, deleted],
        [deleted, added],
      ] as const) {
        for (const plate of plates) {
          const twin = pairs.get(keyOf(plate));
          if (twin === undefined) expect(close(plate, others)).toEqual([]);
          else expect(close(plate, others)).toContain(twin);
        }
      }
    }),
  );
});

it("a plan of tens of thousands of changes suggests no correction", () => {
  const pairsOf = (count: number) => correctionPairs(plates(count).map(keyOf), plates(count, "AC").map(keyOf)).size;
  expect(pairsOf(200)).toBe(400);
  expect(pairsOf(10_001)).toBe(0);
});

planCases(import.meta.url);
