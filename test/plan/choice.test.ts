import { expect, it } from "vitest";
import { buildPlan, stalenessOf } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import { inputsFor, NOW, planFor, plates, signs } from "./support.ts";

const LISTS = {
  desired: [{ plate: "NEW1" }, { plate: "SAME1" }, { plate: "WAS1", features: ["POOL"] }, { plate: "NEW2" }],
  live: ["SAME1", "WAS1", "OLD1", "OLD2"],
};

planCases(import.meta.url);

it("only the first of many cars that are left out are named", () => {
  const many = planFor({ desired: plates(50), live: [], choice: { only: ["delete"] } });
  expect(many.scopes[0]?.leftOut).toMatchObject({ add: 50, cars: { length: 20 } });
  expect(many.warnings[0]?.message).toMatch(/50 adds left out .*AB1004` and 45 more$/);
});

it("a choice that leaves nothing out leaves the plan as it is", () => {
  const { choice, ...plan } = planFor({ ...LISTS, choice: { only: ["add", "update", "delete"] } });
  expect(choice).toBeDefined();
  expect(plan).toEqual(planFor(LISTS));
});

it("a run follows the choice of its plan: what was left out is not in its way, and what is new is", () => {
  const choice = { only: ["delete"] } as const;
  const sealed = planFor({ ...LISTS, choice });
  const again = planFor({ ...LISTS, live: [...LISTS.live.slice(0, 3), "OLD2"], choice });
  expect(stalenessOf(sealed, again)).toEqual([]);
  const more = planFor({ ...LISTS, live: [...LISTS.live, "OLD3"], choice });
  expect(stalenessOf(sealed, more)).toEqual([expect.stringContaining("delete `OLD3`")]);
});

it("of a choice by cause, a run does what the plan has, for it knows no causes", () => {
  const base = { ...inputsFor(LISTS).desired };
  const edited = inputsFor({ ...LISTS, live: ["SAME1", "WAS1", "OLD1", "DRIFT1"], choice: { only: ["edit"] } });
  const before = inputsFor({ ...LISTS, desired: [...LISTS.desired.slice(0, 3), { plate: "OLD1" }] }).desired;
  const sealed = buildPlan({ ...edited, source: { kind: "own", base: before } });
  expect(signs(sealed)).toEqual(["+ NEW2", "- OLD1"]);
  const run = buildPlan({ ...edited, source: { kind: "approved", plan: sealed }, now: NOW });
  expect(signs(run)).toEqual(signs(sealed));
  expect(stalenessOf(sealed, run)).toEqual([]);
  expect(signs(buildPlan({ ...edited, source: { kind: "own", base }, choice: { only: ["drift"] } }))).toEqual([
    "+ NEW1",
    "+ NEW2",
    "~ WAS1",
    "- DRIFT1",
    "- OLD1",
  ]);
});
