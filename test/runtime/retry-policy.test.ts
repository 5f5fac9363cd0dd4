import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRetryBudget, MAX_ATTEMPTS, retryDelay } from "../../src/runtime/pace.ts";
import { NUMBER, rowsOf } from "../rows.ts";

it.each(rowsOf(import.meta.url, "the delay before another attempt: attempt", NUMBER, NUMBER))(
  "the delay before another attempt: attempt %i: anything up to %i ms",
  (attempt, ceiling) => {
    expect(retryDelay(attempt, () => 0)).toBe(0);
    expect(retryDelay(attempt, () => 0.5)).toBe(ceiling / 2);
    expect(retryDelay(attempt, () => 0.999_999)).toBeLessThan(ceiling);
  },
);

it("F10: the delay before another attempt is never shorter than the server asked, however long that is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 50 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(1e9),
      (n, r, asked) => {
        expect(retryDelay(n, () => r, asked)).toBe(
          Math.max(
            asked,
            retryDelay(n, () => r),
          ),
        );
      },
    ),
  );
});

it("reads are tried four times, logins and writes three", () => {
  expect(MAX_ATTEMPTS).toEqual({ read: 4, login: 3, write: 3 });
});

describe("the budget of retries over a run (F15)", () => {
  const spendAll = (cost: number): number => {
    const budget = createRetryBudget();
    let spent = 0;
    while (budget.spend(cost)) spent += 1;
    return spent;
  };

  it("the budget of retries pays for 20 retries, or 10 after time-outs", () => {
    expect(spendAll(1)).toBe(20);
    expect(spendAll(2)).toBe(10);
  });

  it("the budget of retries earns a retry back with about ten successes, and never grows past its start", () => {
    const budget = createRetryBudget();
    for (let at = 0; at < 1000; at += 1) budget.earn();
    for (let at = 0; at < 20; at += 1) expect(budget.spend(1)).toBe(true);
    expect(budget.spend(1)).toBe(false);
    for (let at = 0; at < 9; at += 1) budget.earn();
    expect(budget.spend(1)).toBe(false);
    budget.earn();
    budget.earn();
    expect(budget.spend(1)).toBe(true);
  });

  it("a cost that exceeds the budget of retries leaves it as it is", () => {
    const budget = createRetryBudget();
    for (let at = 0; at < 19; at += 1) budget.spend(1);
    expect(budget.spend(2)).toBe(false);
    expect(budget.spend(1)).toBe(true);
  });
});
