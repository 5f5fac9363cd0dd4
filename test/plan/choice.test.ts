import { expect, it } from "vitest";
import type { Choice } from "../../src/allowlist/index.ts";
import { buildPlan, stalenessOf } from "../../src/plan/index.ts";
import { guardOf, inputsFor, memoryOf, NOW, planFor, plates, signs, trippedRules } from "./support.ts";

const LISTS = {
  desired: [{ plate: "NEW1" }, { plate: "SAME1" }, { plate: "WAS1", features: ["POOL"] }, { plate: "NEW2" }],
  live: ["SAME1", "WAS1", "OLD1", "OLD2"],
};

function chosen(choice: Choice) {
  return planFor({ ...LISTS, choice });
}

const messages = (choice: Choice, code = "left-out") =>
  chosen(choice)
    .warnings.filter((one) => one.code === code)
    .map(({ message }) => message);

it.each<[Choice, string[]]>([
  [{ only: ["add"] }, ["+ NEW1", "+ NEW2"]],
  [{ only: ["update"] }, ["~ WAS1"]],
  [{ only: ["delete"] }, ["- OLD1", "- OLD2"]],
  [{ only: ["add", "delete"] }, ["+ NEW1", "+ NEW2", "- OLD1", "- OLD2"]],
  [{ skip: ["new-1", "OLD 2"] }, ["+ NEW2", "~ WAS1", "- OLD1"]],
  [{ only: ["delete"], skip: ["OLD1"] }, ["- OLD2"]],
  [{ only: ["delete"], skip: ["OLD1", "OLD2"] }, []],
])("the choice %j plans these changes, and the counts are theirs", (choice, expected) => {
  const plan = chosen(choice);
  expect(signs(plan)).toEqual(expected);
  const { add, update, delete: deletes } = plan.counts;
  expect(add + update + deletes).toBe(expected.length);
  const { leftOut } = plan.scopes[0] ?? {};
  expect((leftOut?.add ?? 0) + (leftOut?.update ?? 0) + (leftOut?.delete ?? 0)).toBe(5 - expected.length);
  expect(plan.choice).toEqual(choice);
});

it("what is left out is named with its numbers and its first cars", () => {
  expect(messages({ only: ["update"], skip: ["OLD1"] })).toEqual([
    "global: 2 adds, 2 deletes left out by --only update --skip, and still to be done: + `NEW1`, + `NEW2`, - `OLD1`, - `OLD2`",
  ]);
  const many = planFor({ desired: plates(50), live: [], choice: { only: ["delete"] } });
  expect(many.scopes[0]?.leftOut).toMatchObject({ add: 50, cars: { length: 20 } });
  expect(many.warnings[0]?.message).toMatch(/50 adds left out .*AB1004` and 45 more$/);
});

it("a choice that leaves nothing out leaves the plan as it is", () => {
  const { choice, ...plan } = chosen({ only: ["add", "update", "delete"] });
  expect(choice).toBeDefined();
  expect(plan).toEqual(planFor(LISTS));
});

it("a car to skip that the plan does not change is named, with the one that may be meant", () => {
  expect(messages({ skip: ["NEW1", "OLD3", "ZZ999"] }, "skip-unused")).toEqual([
    "--skip `OLD3`: the plan has no change of this car; did you mean `OLD1`?",
    "--skip `ZZ999`: the plan has no change of this car",
  ]);
  expect(messages({ skip: ["SAME1"] }, "skip-unused")).toHaveLength(1);
});

const scopes = {
  "account:1": { live: ["MOVE1", "STAY1"], desired: ["STAY1"] },
  "account:2": { live: [], desired: ["MOVE1"] },
};

it.each<[Choice, string[]]>([
  [{ only: ["delete"] }, []],
  [{ skip: ["MOVE1"] }, []],
  [{ only: ["add"] }, ["+ MOVE1"]],
])("a car whose add is left out stays where it is: %j", (choice, expected) => {
  expect(signs(planFor({ scopes, choice }))).toEqual(expected);
});

const there = plates(40);

it("deletes that are left out trip no guard, and those that are chosen do", () => {
  const text = { live: there, desired: there.slice(30), memory: memoryOf(40) };
  expect(trippedRules(planFor(text))).toContain("maxDeletes");
  expect(trippedRules(planFor({ ...text, choice: { only: ["add"] } }))).toEqual([]);
  const some = planFor({ ...text, choice: { skip: there.slice(0, 28) } });
  expect(guardOf(some, "maxDeletes")).toMatchObject({ actual: 2, tripped: false });
});

it("a file without cars stops no run that deletes nothing", () => {
  expect(trippedRules(planFor({ live: there, desired: [], choice: { only: ["add"] } }))).toEqual([]);
  expect(trippedRules(planFor({ live: there, desired: [], choice: { skip: ["AB1000"] } }))).toContain("emptyDesired");
});

it("a list file that shrank stops a run that deletes some of its cars, and none that deletes nothing", () => {
  const source = { file: "fleet.yaml", line: 3, column: 1 };
  const list = { name: "cars.txt", source, files: ["cars.txt"], cars: 10, maxShrink: { rows: 2 } };
  const memory = { ...memoryOf(40), lists: new Map([["cars.txt", { rows: new Map(), gone: new Map(), cars: 40 }]]) };
  const text = { live: there, desired: there.slice(0, 38), memory, lists: [list] };
  expect(trippedRules(planFor(text))).toEqual(["maxShrink"]);
  expect(trippedRules(planFor({ ...text, choice: { only: ["add"] } }))).toEqual([]);
  expect(trippedRules(planFor({ ...text, choice: { skip: ["AB1039"] } }))).toEqual(["maxShrink"]);
});

it("adds that are left out share no car with the list all the same", () => {
  const strange = { live: plates(5, "OLD"), desired: plates(5, "NEW"), choice: { only: ["delete"] } } as const;
  expect(trippedRules(planFor(strange))).toContain("noOverlap");
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
  const sealed = buildPlan({ ...edited, base: before });
  expect(signs(sealed)).toEqual(["+ NEW2", "- OLD1"]);
  const run = buildPlan({ ...edited, whole: sealed, now: NOW });
  expect(signs(run)).toEqual(signs(sealed));
  expect(stalenessOf(sealed, run)).toEqual([]);
  expect(signs(buildPlan({ ...edited, base, choice: { only: ["drift"] } }))).toEqual([
    "+ NEW1",
    "+ NEW2",
    "~ WAS1",
    "- DRIFT1",
    "- OLD1",
  ]);
});
