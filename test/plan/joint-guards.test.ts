import { describe, expect, it } from "vitest";
import type { ListDay, Scope, ScopeMemory } from "../../src/allowlist/index.ts";
import { acknowledgementsFor } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import { acknowledge, DAY, memoryOf, type PlanText, planFor, plates, trippedRules } from "./support.ts";

const _YESTERDAY = "2026-04-30";
const TWELVE = { percent: 40, count: 500, always: 0 };

planCases(import.meta.url);

function withRecent(live: number, ...recent: readonly Partial<ListDay>[]): { readonly memory: ScopeMemory } {
  const days = recent.map((one): ListDay => ({ day: DAY, deletes: 0, most: live, ...one }));
  return { memory: { ...memoryOf(live), recent: days } };
}

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
});
