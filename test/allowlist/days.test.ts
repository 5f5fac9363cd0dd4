import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter, daysBetween } from "../../src/allowlist/index.ts";

const DAY_MS = 86_400_000;
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

it("the day so many days after another is that of the calendar, leap years and centuries included", () => {
  const number = fc.integer({ min: Date.parse("1600-01-01") / DAY_MS, max: Date.parse("2400-12-31") / DAY_MS });
  fc.assert(
    fc.property(number, fc.integer({ min: 0, max: 5000 }), (start, days) => {
      expect(dayAfter(dayOf(start), days)).toBe(dayOf(start + days));
      expect(daysBetween(dayOf(start), dayAfter(dayOf(start), days))).toBe(days);
    }),
  );
});
