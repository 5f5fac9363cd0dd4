import fc from "fast-check";
import { expect, it } from "vitest";
import { planCases } from "./cases.ts";
import { memoryOf, planOf, trippedRules } from "./support.ts";

planCases(import.meta.url);

it("whatever the plan, passing every override named in it un-trips all guards that take a number", () => {
  const count = fc.nat(80);
  fc.assert(
    fc.property(count, count, count, count, (live, deletes, adds, lastCount) => {
      const inputs = { deletes: Math.min(deletes, live), adds };
      const memory = memoryOf(lastCount);
      const overrides = planOf(live, inputs, { memory }).guards.map(({ override }) => override);
      const numberOf = (option: string) => overrides.map((one) => one.split(`${option}=`)[1]).find(Boolean);
      const allowances = {
        deletes: Number(numberOf("--allow-deletes") ?? 0),
        adds: Number(numberOf("--allow-adds") ?? 0),
      };
      const rest = { memory, allowances, policy: { allowEmpty: true } };
      expect(trippedRules(planOf(live, inputs, rest))).toEqual([]);
    }),
  );
});
