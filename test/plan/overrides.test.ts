import fc from "fast-check";
import { expect, it } from "vitest";
import type { Acknowledgement } from "../../src/allowlist/index.ts";
import { acknowledge, DAY, guardOf, memoryOf, planFor, planOf, plates, trippedRules } from "./support.ts";

const BEFORE_TODAY = "2026-04-30";

const first = plates(30);
const second = plates(30, "CD");
const scopes = {
  "account:1": { live: first, desired: first.slice(12) },
  "account:2": { live: second, desired: second.slice(3) },
};

it("the number in the message of a guard counts over all scopes and permits exactly this plan", () => {
  expect(guardOf(planFor({ scopes }), "maxDeletes")?.override).toBe("--allow-deletes=15");
  expect(trippedRules(planFor({ scopes, allowances: { deletes: 14 } }))).toEqual(["maxDeletes", "maxDeletes.total"]);
  expect(trippedRules(planFor({ scopes, allowances: { deletes: 15 } }))).toEqual([]);
  expect(trippedRules(planFor({ scopes, allowances: { deletes: 9999 } }))).toEqual([]);
});

it("--allow-adds does not permit deletes, nor --allow-deletes adds", () => {
  expect(trippedRules(planFor({ scopes, allowances: { adds: 9999 } }))).toEqual(["maxDeletes", "maxDeletes.total"]);
  expect(trippedRules(planOf(10, { adds: 60 }, { allowances: { deletes: 9999 } }))).toEqual(["maxAdds"]);
  expect(trippedRules(planOf(10, { adds: 60 }, { allowances: { adds: 60 } }))).toEqual([]);
});

it("the plan says which option or entry let it pass", () => {
  const guard = guardOf(planFor({ scopes, allowances: { deletes: 15 } }), "maxDeletes");
  expect(guard).toMatchObject({ tripped: false, overriddenBy: "--allow-deletes=15", override: "--allow-deletes=15" });
});

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

const twelve = { deletes: 12 };
const planWith = (entry: Partial<Acknowledgement>, live = 30) => planOf(live, twelve, { policy: acknowledge(entry) });

it.each([
  ["exactly as many", { deletes: 12 }, false],
  ["more", { deletes: 13 }, false],
  ["fewer", { deletes: 11 }, true],
  ["adds only", { adds: 100 }, true],
  ["another scope", { scope: "account:1", deletes: 12 } as const, true],
  ["until today", { deletes: 12, until: DAY }, false],
  ["until yesterday", { deletes: 12, until: BEFORE_TODAY }, true],
])("policy.acknowledge: %s is judged", (_, entry, tripped) => {
  expect(trippedRules(planWith(entry))).toEqual(tripped ? ["maxDeletes"] : []);
});

it("the plan names the entry of policy.acknowledge that it used", () => {
  expect(guardOf(planWith({ deletes: 12 }), "maxDeletes")?.overriddenBy).toBe("policy.acknowledge at fleet.yaml:40:5");
});

const codes = (plan: ReturnType<typeof planFor>) => plan.warnings.map(({ code }) => code);
it.each([
  ["is used", { deletes: 12 }, []],
  ["is used in part", { deletes: 137, adds: 20 }, []],
  ["is past", { deletes: 12, until: BEFORE_TODAY }, ["acknowledgement-past"]],
  ["does not reach", { deletes: 11 }, ["acknowledgement-too-small"]],
  ["is for adds, which need none", { adds: 12 }, ["acknowledgement-unused"]],
])("an acknowledgement that %s warns where it must", (_, entry, warnings) => {
  expect(codes(planWith(entry))).toEqual(warnings);
});

it("an acknowledgement that is used up warns, with its place", () => {
  expect(planOf(30, {}, { policy: acknowledge({ deletes: 12 }) }).warnings).toEqual([
    expect.objectContaining({ code: "acknowledgement-unused", source: "fleet.yaml:40:5" }),
  ]);
});

it("an acknowledgement is not called unused because an option was given, too", () => {
  const policy = acknowledge({ deletes: 12 });
  expect(codes(planOf(30, twelve, { policy, allowances: { deletes: 12 } }))).toEqual([]);
});

it("an acknowledgement of an account that was not chosen is not judged", () => {
  const list = { live: ["AB1"], desired: ["AB1"] };
  const scopes = { "account:1": list, "account:2": list };
  const policy = acknowledge({ scope: "account:2", deletes: 12 });
  expect(codes(planFor({ scopes, policy, chosen: ["account:1"] }))).toEqual([]);
  expect(codes(planFor({ scopes, policy }))).toEqual(["acknowledgement-unused"]);
});
