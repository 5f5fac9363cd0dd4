import fc from "fast-check";
import { expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  type PlateKey,
  type PlateRules,
  type RememberedUnclear,
  type UnclearRow,
} from "../../src/allowlist/index.ts";
import { protectingMask, unclearNews } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import { DAY, keyOf, memoryOf, onlyScope, planFor, plateText } from "./support.ts";

const EXACT = { foldLookalikes: false };

function plateMask(mask: string, rules: PlateRules): (plateKey: PlateKey) => boolean {
  const protectorOf = protectingMask([mask], rules);
  return (plateKey) => protectorOf(plateKey) !== undefined;
}

planCases(import.meta.url);

it.each([
  ["VIP*", "VIP1", true],
  ["VIP*", "AVIP1", false],
  ["V?P", "VIP", true],
  ["vip-*", "V I P 7", true],
  ["B·Ö *", "BÖ1", true],
  ["BO\u0308*", "BÖ1", true],
  ["*", "ANY1", true],
  ["", "ANY1", false],
  ["*VIP", "VIP", true],
  ["VIP*", "VIP", true],
  ["*1?", "A1", false],
  ["AB?", "AB", false],
  ["V.P", "VIP", false],
])("a mask of policy.protect.plates, %s over %s: %s", (mask, plate, expected) => {
  expect(plateMask(mask, EXACT)(keyOf(plate))).toBe(expected);
});

it("masks fold look-alikes only where plates do", () => {
  const cyrillic = "\u0412*";
  expect(plateMask(cyrillic, EXACT)(keyOf("B1"))).toBe(false);
  expect(plateMask(cyrillic, { foldLookalikes: true })(keyOf("B1"))).toBe(true);
});

it("a mask agrees with the regular expression that it stands for", () => {
  const mask = fc.array(fc.constantFrom("A", "B", "1", "*", "?"), { maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(mask, fc.stringMatching(/^[AB1]{1,7}$/), (text, plate) => {
      const pattern = new RegExp(`^${text.replaceAll("*", ".*").replaceAll("?", ".")}$`);
      expect(plateMask(text, EXACT)(keyOf(plate))).toBe(pattern.test(plate));
    }),
  );
});

it("S25: the first of many masks is found as if each had been tried", () => {
  const mask = fc.array(fc.constantFrom("A", "B", "1", "*", "?"), { maxLength: 5 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(mask, { maxLength: 30 }), fc.stringMatching(/^[AB1]{1,6}$/), (masks, plate) => {
      const first = masks.find((one) => plateMask(one, EXACT)(keyOf(plate)));
      expect(protectingMask(masks, EXACT)(keyOf(plate))).toBe(first);
    }),
    { numRuns: 1_000 },
  );
});

it("S25: a mask made to be slow ends at once", () => {
  const slow = plateMask(`${"*A".repeat(50_000)}B`, EXACT);
  expect(slow(keyOf("AAAAAAAAAAAAAAAA"))).toBe(false);
  expect(plateMask("*A*A*A*A*A*A*A*A*A*A*A*A*A*A*A*B", EXACT)(keyOf("AAAAAAAAAAAAAAAA"))).toBe(false);
});

it("V3: a protected car is never deleted", () => {
  fc.assert(
    fc.property(fc.uniqueArray(plateText, { selector: keyOf }), (live) => {
      const policy = { protect: { ...DEFAULT_POLICY.protect, plates: ["A*", "?0"] } };
      const deleted = onlyScope(planFor({ desired: ["ZZ99"], live, policy })).changes.filter(
        ({ action }) => action === "delete",
      );
      for (const { licenseNumber } of deleted) expect(keyOf(licenseNumber)).not.toMatch(/^A|^.0$/);
    }),
  );
});

it("what the state is to remember of unclear rows is told where it is another than before", () => {
  const source = { file: "a.csv", line: 2, column: 1 };
  const row: UnclearRow = { source, list: "a.csv", text: "Total 7", reason: "odd", remedy: "skip it" };
  const known = { list: "a.csv", text: "TOTAL 0", count: 1, since: "2026-04-01", held: [] };
  const car = { plateKey: keyOf("AB1"), unclear: { list: "a.csv", text: "TOTAL 0" } };
  const news = (
    unclear: readonly UnclearRow[],
    before: readonly RememberedUnclear[] | undefined,
    held = [car].slice(1),
  ) => unclearNews({ unclear }, held, { ...memoryOf(1), ...(before && { unclear: before }) }, DAY);
  expect([news([], undefined), news([], []), news([row], [known])]).toEqual([undefined, undefined, undefined]);
  expect(news([row], undefined)).toEqual([{ ...known, since: DAY }]);
  expect(news([], [known])).toEqual([]);
  expect(news([row, row], [known], [car])).toEqual([{ ...known, count: 2, held: ["AB1"] }]);
  expect(news([row], [{ ...known, list: "b.csv" }])).toEqual([{ ...known, since: DAY }]);
  expect(news([row], [known], [{ ...car, unclear: { ...car.unclear, list: "b.csv" } }])).toBeUndefined();
});
