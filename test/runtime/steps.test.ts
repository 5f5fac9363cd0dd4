import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachInSteps, ITEMS_A_STEP, mapInSteps, type Steps, sortInSteps, takeSteps } from "../../src/runtime/steps.ts";
import { takeTurns } from "../../src/runtime/turns.ts";
import { mostInAStep } from "../most-in-a-step.ts";
import { cases } from "../properties.ts";

const MANY = Array.from({ length: 3 * ITEMS_A_STEP + 7 }, (_, at) => ({ at, key: (at * 7919) % 1000 }));
const byKey = (left: { readonly key: number }, right: { readonly key: number }) => left.key - right.key;

describe("calculations in steps", () => {
  it("a pass over many items works on a bounded number of them in each step", () => {
    let worked = 0;
    const { most, result } = mostInAStep(
      mapInSteps(MANY, ({ at }) => {
        worked += 1;
        return at;
      }),
      () => worked,
    );
    expect({ most, result }).toEqual({ most: ITEMS_A_STEP, result: MANY.map(({ at }) => at) });
  });

  it("a sort of many items compares a bounded number of them in each step", () => {
    let compared = 0;
    const compare = (left: (typeof MANY)[number], right: (typeof MANY)[number]) => {
      compared += 1;
      return byKey(left, right);
    };
    const { most, result } = mostInAStep(sortInSteps(MANY, compare), () => compared);
    expect(result).toEqual([...MANY].sort(byKey));
    expect(most).toBeLessThan(ITEMS_A_STEP * Math.log2(2 * ITEMS_A_STEP));
  });

  it("a sort in steps orders as a sort at once does, equal items as they came", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { maxLength: 9 }).chain((keys) => fc.tuple(fc.constant(keys), fc.nat(3))),
        ([keys, kind]) => {
          // Long enough for several runs: the drawn keys in turn, as they are, rising or falling.
          const items = Array.from({ length: 2 * ITEMS_A_STEP + 1 }, (_, at) => {
            const key = keys[at % Math.max(1, keys.length)] ?? 0;
            return { at, key: kind === 1 ? at : kind === 2 ? -at : key };
          });
          expect(takeSteps(sortInSteps(items, byKey))).toEqual([...items].sort(byKey));
        },
      ),
      { numRuns: cases(50) },
    );
  });

  it("few items are worked on without a pause", () => {
    const steps = eachInSteps([1, 2, 3], () => undefined);
    expect(steps.next().done).toBe(true);
  });

  it("what waits has its turn between two steps, and an aborted signal ends a calculation without end", async () => {
    const stop = new AbortController();
    function* endless(): Steps<never> {
      for (;;) yield;
    }
    setImmediate(() => stop.abort(new Error("interrupted")));
    await expect(takeTurns(endless(), stop.signal)).rejects.toThrow("interrupted");
  });
});
