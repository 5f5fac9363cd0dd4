import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acknowledgementsFor } from "../../src/plan/index.ts";
import { acknowledge, guardOf, memoryOf, type PlanText, planFor, planOf, plates, trippedRules } from "./support.ts";

const BEFORE_TODAY = "2026-04-30";

it.each([
  [1, 1, false],
  [3, 3, false],
  [4, 2, false],
  [4, 3, true],
  [9, 4, false],
  [9, 5, true],
  [10, 5, false],
  [10, 6, true],
  [19, 9, false],
  [19, 10, true],
  [20, 10, false],
  [50, 10, false],
  [50, 11, true],
  [54, 10, false],
  [54, 11, true],
  [55, 11, false],
  [55, 12, true],
  [1000, 199, false],
  [1000, 200, false],
  [1000, 201, true],
  [3000, 499, false],
  [3000, 500, false],
  [3000, 501, true],
])("maxDeletes by default, of %i live cars, %i deletes: tripped %s", (live, deletes, tripped) => {
  // One car stays or comes in, so that an empty file is not what trips.
  const plan = planOf(live, { deletes, adds: 1 });
  expect(guardOf(plan, "maxDeletes")).toMatchObject({ actual: deletes, tripped });
  expect(trippedRules(plan)).toEqual(tripped ? ["maxDeletes"] : []);
});

it.each([
  [{ percent: 20, count: 5, always: 10 }, 100, 6, true],
  [{ percent: 0, count: 500, always: 0 }, 100, 1, true],
  [{ percent: 100, count: 500, always: 0 }, 100, 100, false],
  [{ percent: 0.5, count: 500, always: 0 }, 200, 1, false],
  [{ percent: 0.5, count: 500, always: 0 }, 200, 2, true],
  // 16.4 * 750 / 100 is 122.999… in binary fractions.
  [{ percent: 16.4, count: 500, always: 0 }, 750, 123, false],
  [{ percent: 16.4, count: 500, always: 0 }, 750, 124, true],
])("maxDeletes as set, %o over %i cars, %i deletes: tripped %s", (maxDeletes, live, deletes, tripped) => {
  expect(guardOf(planOf(live, { deletes, adds: 1 }, { policy: { maxDeletes } }), "maxDeletes")?.tripped).toBe(tripped);
});

it("maxDeletes counts per scope: few deletes in sum may be much of one account", () => {
  const large = plates(1000);
  const small = plates(20, "CD");
  const plan = planFor({
    scopes: {
      "account:1": { live: large, desired: large },
      "account:2": { live: small, desired: small.slice(11) },
    },
  });
  expect(plan.guards.filter(({ tripped }) => tripped)).toEqual([
    {
      rule: "maxDeletes",
      scope: "account:2",
      tripped: true,
      limit: 10,
      actual: 11,
      override: "--allow-deletes=11",
      changed: { live: 20, wanted: 9 },
    },
  ]);
});

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

describe("maxAdds (E2): above 50 % of live and above 50, but not on a first run", () => {
  it.each([
    [1, 50, false],
    [1, 51, true],
    [100, 50, false],
    [100, 51, true],
    [200, 99, false],
    [200, 100, false],
    [200, 101, true],
  ])("maxAdds by default, of %i live cars, %i adds: tripped %s", (live, adds, tripped) => {
    const plan = planOf(live, { adds });
    expect(guardOf(plan, "maxAdds")).toMatchObject({ actual: adds, tripped });
    expect(trippedRules(plan)).toEqual(tripped ? ["maxAdds"] : []);
  });

  const added = plates(100, "NEW");
  it.each([
    ["live empty, state knows nothing", { live: [] }, false],
    [
      "a killed first run left some cars",
      { live: added.slice(0, 30), memory: memoryOf(undefined, added.slice(0, 30)) },
      false,
    ],
    [
      "a killed first run never confirmed any",
      {
        live: [],
        memory: memoryOf(
          undefined,
          added.map((plate) => ({ plate, uncertain: true as const })),
        ),
      },
      false,
    ],
    ["cars that we did not add are there", { live: ["XY1"] }, true],
    ["the list was seen before", { live: [], memory: memoryOf(9) }, true],
    ["the list was seen empty before", { live: [], memory: memoryOf(0) }, true],
  ])("maxAdds with settings, %s is judged", (_, scope, tripped) => {
    expect(trippedRules(planFor({ desired: added, policy: { prune: "none" }, ...scope }))).toEqual(
      tripped ? ["maxAdds"] : [],
    );
  });
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

  it.each([
    [20, 20, false],
    [21, 21, true],
    [40, 20, false],
    [40, 21, true],
    [100, 50, false],
    [100, 51, true],
    [1000, 1000, true],
  ])("maxUpdates by default, of %i live cars, %i updates: tripped %s", (live, updates, tripped) => {
    const plan = updated(live, updates);
    expect(guardOf(plan, "maxUpdates")).toMatchObject({ actual: updates, tripped });
    expect(trippedRules(plan)).toEqual(tripped ? ["maxUpdates"] : []);
  });

  it("maxUpdates takes its own option and acknowledgement, and those of adds do not reach it", () => {
    expect(guardOf(updated(60, 60), "maxUpdates")).toMatchObject({ limit: 30, override: "--allow-updates=60" });
    expect(trippedRules(updated(60, 60, { allowances: { updates: 60 } }))).toEqual([]);
    expect(trippedRules(updated(60, 60, { allowances: { updates: 59, adds: 99, deletes: 99 } }))).toEqual([
      "maxUpdates",
    ]);
    expect(trippedRules(updated(60, 60, { policy: acknowledge({ updates: 60 }) }))).toEqual([]);
    expect(trippedRules(updated(60, 60, { policy: acknowledge({ updates: 59, adds: 99 }) }))).toEqual(["maxUpdates"]);
    expect(acknowledgementsFor(updated(60, 60).guards).entries).toEqual([{ scope: "global", updates: 60 }]);
  });

  it("maxUpdates follows the limits of the file", () => {
    const policy = { maxUpdates: { percent: 0, always: 3 } };
    expect(trippedRules(updated(60, 3, { policy }))).toEqual([]);
    expect(trippedRules(updated(60, 4, { policy }))).toEqual(["maxUpdates"]);
  });
});

const strangers = plates(3, "ZZ");
it.each<[string, PlanText, boolean]>([
  ["three cars for three others", { live: strangers, desired: plates(3) }, true],
  ["two cars for three others", { live: strangers, desired: plates(2) }, false],
  ["three cars for two others", { live: strangers.slice(1), desired: plates(3) }, false],
  ["one car in common", { live: strangers, desired: [...plates(3), "ZZ1000"] }, false],
  [
    "a car in common whose features differ",
    { live: strangers, desired: [...plates(3), { plate: "ZZ1000", features: ["A"] }] },
    false,
  ],
  [
    "a car in common that is not wanted today",
    { live: strangers, desired: [...plates(3), { plate: "ZZ1000", validUntil: BEFORE_TODAY }] },
    true,
  ],
  ["nothing is deleted", { live: strangers, desired: plates(3), policy: { prune: "none" } }, false],
])("noOverlap, %s, is judged", (_, text, tripped) => {
  expect(trippedRules(planFor(text)).includes("noOverlap")).toBe(tripped);
});

it("noOverlap stops below any other limit, and its number lets it pass", () => {
  const text = {
    live: plates(40, "ZZ"),
    desired: plates(40),
    policy: { protect: { customerCare: true, plates: ["ZZ100?", "ZZ101?", "ZZ102?"] } },
  };
  const plan = planFor({ ...text, memory: memoryOf(40) });
  expect(guardOf(plan, "noOverlap")).toMatchObject({ limit: 0, actual: 10, override: "--allow-deletes=10" });
  expect(trippedRules(plan)).toEqual(["noOverlap"]);
  expect(trippedRules(planFor({ ...text, memory: memoryOf(40), allowances: { deletes: 10 } }))).toEqual([]);
  expect(trippedRules(planFor({ ...text, policy: { ...text.policy, ...acknowledge({ deletes: 10 }) } }))).toEqual([]);
});

describe("an empty list that was full (D9)", () => {
  const confirmed = plates(10, "CD");
  it.each([
    ["seen with 9 cars", memoryOf(9), false],
    ["seen with 10 cars", memoryOf(10), true],
    ["filled by us with 10 cars, never seen whole", memoryOf(undefined, confirmed), true],
    ["filled by us with 9 cars, never seen whole", memoryOf(undefined, confirmed.slice(1)), false],
    ["seen with 5 cars before we filled it", memoryOf(5, confirmed), true],
    ["seen empty since", memoryOf(0, confirmed), false],
    [
      "sent 10 cars that were never confirmed",
      memoryOf(
        undefined,
        confirmed.map((plate) => ({ plate, uncertain: true as const })),
      ),
      false,
    ],
    ["never heard of", undefined, false],
  ])("a list that is suddenly empty, %s is judged", (_, memory, tripped) => {
    const plan = planFor({ desired: ["AB1"], ...(memory && { memory }) });
    expect(trippedRules(plan)).toEqual(tripped ? ["emptyLive"] : []);
  });

  it("a list that is suddenly empty trips for one add, and the named option lets exactly it pass", () => {
    const inputs = { desired: ["AB1"], memory: memoryOf(10) };
    expect(guardOf(planFor(inputs), "emptyLive")).toMatchObject({ limit: 0, actual: 1, override: "--allow-adds=1" });
    expect(trippedRules(planFor({ ...inputs, allowances: { adds: 0 } }))).toEqual(["emptyLive"]);
    expect(trippedRules(planFor({ ...inputs, allowances: { adds: 1 } }))).toEqual([]);
  });

  it("a list that is suddenly empty needs no guard where the file is empty, too", () => {
    expect(planFor({ memory: memoryOf(500) }).guards).toEqual([]);
  });
});

describe("an empty desired scope (E1, A7)", () => {
  it.each([1, 9, 600])("an empty desired scope trips over %i live cars, whatever the options allow", (live) => {
    const plan = planOf(live, { deletes: live }, { allowances: { deletes: 10_000, adds: 10_000 } });
    expect(trippedRules(plan)).toEqual(["emptyDesired"]);
    expect(guardOf(plan, "emptyDesired")).toMatchObject({ actual: live, override: "policy.allowEmpty: true" });
  });

  it("no acknowledgement lets an empty desired scope pass", () => {
    const policy = acknowledge({ deletes: 1000, adds: 1000 });
    expect(trippedRules(planOf(5, { deletes: 5 }, { policy }))).toEqual(["emptyDesired"]);
  });

  it("allowEmpty lets an empty desired scope pass, and maxDeletes still counts", () => {
    const few = planOf(3, { deletes: 3 }, { policy: { allowEmpty: true } });
    expect(trippedRules(few)).toEqual([]);
    expect(guardOf(few, "emptyDesired")?.overriddenBy).toBe("policy.allowEmpty: true");
    expect(trippedRules(planOf(50, { deletes: 50 }, { policy: { allowEmpty: true } }))).toEqual(["maxDeletes"]);
  });

  it("a scope whose cars are all not valid today counts as empty", () => {
    const plan = planFor({ live: ["AB1"], desired: [{ plate: "AB1", validUntil: BEFORE_TODAY }] });
    expect(trippedRules(plan)).toEqual(["emptyDesired"]);
  });

  it("an empty desired scope over an empty list trips no guard", () => {
    expect(planFor({}).guards).toEqual([]);
  });
});
