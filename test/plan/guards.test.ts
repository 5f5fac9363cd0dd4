import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acknowledgementsFor, buildPlan } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import { acknowledge, guardOf, inputsFor, type PlanText, planFor, planOf, plates, trippedRules } from "./support.ts";

planCases(import.meta.url);

it("more deletes never make a tripped maxDeletes pass", () => {
  const policy = fc.record({ percent: fc.nat(100), count: fc.nat(60), always: fc.nat(20) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.nat(79), policy, (live, deletes, maxDeletes) => {
      const isTripped = (count: number) =>
        guardOf(planOf(live, { deletes: count, adds: 1 }, { policy: { maxDeletes } }), "maxDeletes")?.tripped ?? false;
      const few = Math.min(deletes, live - 1);
      expect(isTripped(few) && !isTripped(few + 1)).toBe(false);
    }),
  );
});

describe("maxUpdates (V21): above 50 % of live and above 20", () => {
  const updated = (live: number, updates: number, rest: Partial<PlanText> = {}) => {
    const cars = plates(live);
    const features = (at: number) => (at < updates ? [] : ["LEASING"]);
    return planFor({
      live: cars.map((plate) => ({ plate, features: ["LEASING"] })),
      desired: cars.map((plate, at) => ({ plate, features: features(at) })),
      ...rest,
    });
  };
  const limits = { maxUpdates: { percent: 0, always: 3 } };

  it.each<[number, number, boolean, Partial<PlanText>?]>([
    [20, 20, false],
    [21, 21, true],
    [40, 20, false],
    [40, 21, true],
    [1000, 1000, true],
    [60, 60, false, { allowances: { updates: 60 } }],
    [60, 60, true, { allowances: { updates: 59, adds: 99, deletes: 99 } }],
    [60, 60, false, { policy: acknowledge({ updates: 60 }) }],
    [60, 60, true, { policy: acknowledge({ updates: 59, adds: 99 }) }],
    [60, 3, false, { policy: limits }],
    [60, 4, true, { policy: limits }],
  ])("maxUpdates, of %i live cars, %i updates: tripped %s (with %j)", (live, updates, tripped, rest = {}) => {
    const plan = updated(live, updates, rest);
    expect(guardOf(plan, "maxUpdates")).toMatchObject({ actual: updates, tripped });
    expect(trippedRules(plan)).toEqual(tripped ? ["maxUpdates"] : []);
  });

  it("maxUpdates names its own option and acknowledgement", () => {
    expect(guardOf(updated(60, 60), "maxUpdates")).toMatchObject({ limit: 30, override: "--allow-updates=60" });
    expect(acknowledgementsFor(updated(60, 60).guards).entries).toEqual([{ scope: "global", updates: 60 }]);
  });
});

it.each([
  { what: "what an apply saw", more: { seen: { at: "2026-04-30T00:00:00Z", digest: "d" } }, before: 100 },
  { what: "no apply where a human said what is listed", more: {}, before: undefined },
])("a guard of a list that was adopted compares with $what", ({ more, before }) => {
  const memory = { lastCount: 100, entries: new Map(), baseline: true, ...more } as const;
  const guard = guardOf(planOf(100, { deletes: 50 }, { memory }), "maxDeletes");
  expect(guard?.changed?.before).toBe(before);
});

it("a part of a plan that guards have judged is not judged again", () => {
  const inputs = inputsFor({ desired: [], live: plates(9) });
  expect(buildPlan({ ...inputs, source: { kind: "part", plan: buildPlan(inputs) } }).guards).toEqual([]);
});
