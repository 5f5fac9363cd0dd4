import { describe, expect, it } from "vitest";
import type { ListDay, Scope, ScopeMemory } from "../../src/allowlist/index.ts";
import { acknowledgementsFor } from "../../src/plan/index.ts";
import { acknowledge, DAY, keyOf, memoryOf, type PlanText, planFor, planOf, plates, trippedRules } from "./support.ts";

const YESTERDAY = "2026-04-30";
const TWELVE = { percent: 40, count: 500, always: 0 };

/** Accounts 1 to 3 with so many cars each, of which each loses some. */
function threeAccounts(cars: number, losses: readonly number[], rest: Partial<PlanText> = {}) {
  const scopes = Object.fromEntries(
    losses.map((lost, at) => {
      const live = plates(cars, `A${at}`);
      return [`account:${at + 1}`, { live, desired: live.slice(lost) }];
    }),
  );
  return planFor({ scopes, ...rest });
}

function withRecent(live: number, ...recent: readonly Partial<ListDay>[]): { readonly memory: ScopeMemory } {
  const days = recent.map((one): ListDay => ({ day: DAY, deletes: 0, most: live, ...one }));
  return { memory: { ...memoryOf(live), recent: days } };
}

it.each([
  [100, [10, 10, 10], false],
  [100, [20, 20, 20], false],
  [40, [10, 10, 4], false],
  [40, [10, 10, 5], true],
  [3, [2, 2, 0], false],
  [3, [2, 2, 1], true],
  [10, [4, 4, 3], true],
])("maxDeletes.total with three lists of %i cars, of which %j are deleted: tripped %s", (cars, losses, tripped) => {
  expect(trippedRules(threeAccounts(cars, losses))).toEqual(tripped ? ["maxDeletes.total"] : []);
});

it("maxDeletes.total stops above its count, however large the lists are", () => {
  expect(trippedRules(threeAccounts(3000, [200, 200, 100]))).toEqual([]);
  expect(trippedRules(threeAccounts(3000, [200, 200, 101]))).toEqual(["maxDeletes.total"]);
});

it("maxDeletes.total names all lists, and the option that lets exactly this plan pass", () => {
  const plan = threeAccounts(40, [10, 10, 5]);
  expect(plan.guards.find(({ tripped }) => tripped)).toEqual({
    rule: "maxDeletes.total",
    scope: "all",
    tripped: true,
    limit: 24,
    actual: 25,
    override: "--allow-deletes=25",
    changed: { live: 120, wanted: 95 },
  });
  expect(trippedRules(threeAccounts(40, [10, 10, 5], { allowances: { deletes: 25 } }))).toEqual([]);
  expect(trippedRules(threeAccounts(40, [10, 10, 5], { allowances: { deletes: 24 } }))).toEqual(["maxDeletes.total"]);
});

it("maxDeletes.total is acknowledged for all lists, not for one of them", () => {
  const entry = (scope: "all" | "account:1", deletes: number) => ({ policy: acknowledge({ scope, deletes }) });
  expect(trippedRules(threeAccounts(40, [10, 10, 5], entry("all", 25)))).toEqual([]);
  expect(trippedRules(threeAccounts(40, [10, 10, 5], entry("all", 24)))).toEqual(["maxDeletes.total"]);
  expect(trippedRules(threeAccounts(40, [10, 10, 5], entry("account:1", 25)))).toEqual(["maxDeletes.total"]);
});

it("an acknowledgement for all lists passes the guards of each of them, too", () => {
  const policy = acknowledge({ scope: "all", deletes: 30 });
  expect(trippedRules(threeAccounts(40, [30, 0, 0]))).toEqual(["maxDeletes", "maxDeletes.total"]);
  expect(trippedRules(threeAccounts(40, [30, 0, 0], { policy }))).toEqual([]);
  expect(threeAccounts(40, [30, 0, 0], { policy }).warnings).toEqual([]);
});

it("maxDeletes.total leaves a plan of one list to that list's own limit, unless the file gives a total", () => {
  const maxDeletes = { percent: 100, count: 900, always: 10 };
  const total = { percent: 20, count: 5, always: 10 };
  expect(trippedRules(planOf(1000, { deletes: 600 }, { policy: { maxDeletes } }))).toEqual([]);
  expect(trippedRules(planOf(1000, { deletes: 6 }, { policy: { maxDeletes: { ...maxDeletes, total } } }))).toEqual([
    "maxDeletes.total",
  ]);
});

it.each([
  ["nothing before", [], 20, false],
  ["at the limit", [{ deletes: 20 }], 20, false],
  ["above it", [{ deletes: 21 }], 20, true],
  ["spread over days", [{ day: "2026-04-25", deletes: 15 }, { deletes: 10 }], 16, true],
  ["before the window", [{ day: "2026-04-24", deletes: 30 }], 20, false],
  ["a clock that was ahead", [{ day: "2026-05-09", deletes: 30 }], 20, true],
])("maxDeletes.window %s: %j, and now %i of 100: tripped %s", (_, recent, deletes, tripped) => {
  const plan = planOf(100, { deletes }, withRecent(100, ...recent));
  expect(trippedRules(plan)).toEqual(tripped ? ["maxDeletes.window"] : []);
});

it("maxDeletes.window measures against the largest list of those days", () => {
  // 60 left of 100: the limit stays 40, although 40 percent of 60 are 24.
  expect(trippedRules(planOf(70, { deletes: 10 }, withRecent(100, { deletes: 30 })))).toEqual([]);
  expect(trippedRules(planOf(70, { deletes: 11 }, withRecent(100, { deletes: 30 })))).toEqual(["maxDeletes.window"]);
});

it("maxDeletes.window lets `always` pass in sum, and says nothing where nothing is deleted", () => {
  expect(trippedRules(planOf(14, { deletes: 4 }, withRecent(20, { deletes: 6 })))).toEqual([]);
  expect(trippedRules(planOf(14, { deletes: 5 }, withRecent(20, { deletes: 6 })))).toEqual(["maxDeletes.window"]);
  expect(trippedRules(planOf(12, {}, withRecent(12, { deletes: 12 })))).toEqual([]);
});

it("maxDeletes.window counts what is planned against the option and the acknowledgement, not what went before", () => {
  const before = withRecent(100, { deletes: 30 });
  expect(planOf(100, { deletes: 20 }, before).guards.find(({ tripped }) => tripped)).toMatchObject({
    limit: 40,
    actual: 50,
    override: "--allow-deletes=20",
  });
  expect(trippedRules(planOf(100, { deletes: 20 }, { ...before, allowances: { deletes: 20 } }))).toEqual([]);
  expect(trippedRules(planOf(100, { deletes: 20 }, { ...before, policy: acknowledge({ deletes: 20 }) }))).toEqual([]);
  expect(trippedRules(planOf(100, { deletes: 20 }, { ...before, policy: acknowledge({ deletes: 19 }) }))).toEqual([
    "maxDeletes.window",
  ]);
});

it("maxDeletes.window follows a higher percentage for one run, unless the file gives the window one of its own", () => {
  const maxDeletes = { percent: 100, count: 500, always: 10 };
  const before = withRecent(100, { deletes: 30 });
  expect(trippedRules(planOf(100, { deletes: 60 }, { ...before, policy: { maxDeletes } }))).toEqual([]);
  const strict = { maxDeletes: { ...maxDeletes, window: { days: 7, percent: 40 } } };
  expect(trippedRules(planOf(100, { deletes: 60 }, { ...before, policy: strict }))).toEqual(["maxDeletes.window"]);
});

it("maxDeletes.window adds up over all lists", () => {
  const memory = withRecent(40, { day: YESTERDAY, deletes: 10 }).memory;
  const list = (prefix: string, lost: number) => ({
    live: plates(40, prefix),
    desired: plates(40, prefix).slice(lost),
    memory,
  });
  const scopes = { "account:1": list("A", 6), "account:2": list("B", 6), "account:3": list("C", 6) };
  expect(trippedRules(planFor({ scopes }))).toEqual([]);
  const more = { ...scopes, "account:3": list("C", 7) };
  expect(planFor({ scopes: more }).guards.filter(({ tripped }) => tripped)).toMatchObject([
    { rule: "maxDeletes.window", scope: "account:3", actual: 17, limit: 16 },
    { rule: "maxDeletes.window", scope: "all", actual: 49, limit: 48 },
  ]);
});

describe("limits of the target, whatever a run chose (V18)", () => {
  const ACCOUNTS = ["account:1", "account:2", "account:3"] as const;
  const [LIVE, KEPT] = [10, 6];

  /** Runs over the chosen accounts, one after the other on one day, each of which does what it may; all deletes that were done. */
  function deletedBy(runs: readonly (readonly Scope[])[], rest: Partial<PlanText> = {}): number {
    const gone = new Map<Scope, number>(ACCOUNTS.map((scope) => [scope, 0]));
    for (const chosen of runs) {
      const scopes = Object.fromEntries(
        ACCOUNTS.map((scope, at) => {
          const cars = plates(LIVE, `A${at}`);
          const deletes = gone.get(scope) ?? 0;
          const { memory } = withRecent(LIVE - deletes, { deletes, most: deletes === 0 ? 0 : LIVE });
          return [scope, { live: cars.slice(deletes), desired: cars.slice(LIVE - KEPT), memory }];
        }),
      );
      const plan = planFor({ scopes, chosen, ...rest });
      if (trippedRules(plan).length > 0) continue;
      for (const { scope, counts } of plan.scopes) gone.set(scope, (gone.get(scope) ?? 0) + counts.delete);
    }
    return [...gone.values()].reduce((sum, deletes) => sum + deletes, 0);
  }

  it("lists taken one by one or in pairs lose no more than one run over all may delete", () => {
    const twelve = { policy: { maxDeletes: { percent: 40, count: 500, always: 0, total: TWELVE } } };
    expect(deletedBy([ACCOUNTS], twelve)).toBe(12);
    expect(deletedBy([ACCOUNTS])).toBe(0);
    const oneByOne = ACCOUNTS.map((scope) => [scope]);
    expect(deletedBy(oneByOne)).toBe(8);
    expect(deletedBy([...oneByOne, ...oneByOne])).toBe(8);
    expect(deletedBy([["account:1", "account:2"], ["account:2", "account:3"], ["account:3"]])).toBe(8);
  });

  it("the option counts the deletes of its run, not those of earlier ones", () => {
    const gone = withRecent(LIVE - 4, { deletes: 4, most: LIVE }).memory;
    const cars = plates(LIVE, "A");
    const scopes = {
      "account:1": { live: cars.slice(4), desired: cars.slice(4), memory: gone },
      "account:2": { live: cars.slice(4), desired: cars.slice(4), memory: gone },
      "account:3": { live: cars, desired: cars.slice(4), memory: memoryOf(LIVE) },
    };
    const plan = (rest: Partial<PlanText> = {}) => planFor({ scopes, chosen: ["account:3"], ...rest });
    expect(plan().guards.filter(({ tripped }) => tripped)).toEqual([
      {
        rule: "maxDeletes.total",
        scope: "all",
        tripped: true,
        limit: 10,
        actual: 12,
        planned: 4,
        override: "--allow-deletes=4",
        changed: { before: 10, live: 10, wanted: 6 },
      },
    ]);
    expect(trippedRules(plan({ allowances: { deletes: 4 } }))).toEqual([]);
    expect(trippedRules(plan({ allowances: { deletes: 3 } }))).toEqual(["maxDeletes.total"]);
    const policy = acknowledge({ scope: "all", deletes: 4 });
    expect(trippedRules(plan({ policy }))).toEqual([]);
    expect(acknowledgementsFor(plan().guards).entries).toEqual([{ scope: "all", deletes: 4 }]);
  });

  it("a delete of today that is planned again counts once, and deletes of yesterday do not count into the total", () => {
    const cars = plates(LIVE, "A");
    const openDeletes = new Map(cars.slice(0, 3).map((plate) => [keyOf(plate), DAY]));
    const other = { live: cars, desired: cars, memory: withRecent(LIVE, { day: YESTERDAY, deletes: 9 }).memory };
    const memory = { ...withRecent(LIVE, { deletes: 3 }).memory, openDeletes };
    const plan = planFor({
      scopes: { "account:1": other, "account:2": { live: cars, desired: cars.slice(4), memory } },
    });
    expect(plan.guards.find(({ rule }) => rule === "maxDeletes.total")).toMatchObject({ actual: 4, limit: 10 });
  });
});
