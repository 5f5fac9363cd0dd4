import { expect, it } from "vitest";
import { differencesOf, type PlanInputs, scopesWithDeletes, stalenessOf } from "../../src/plan/index.ts";
import { inputsFor, keyed, type LiveText, liveEntry, planFor } from "./support.ts";

type HeldCars = NonNullable<PlanInputs["holdings"]>[number];

const ACCOUNT = "account:1";

function planHeldBy(...holdings: readonly HeldCars[]) {
  return planFor({
    scopes: { [ACCOUNT]: { desired: ["OK1", "NEW1"], live: ["OK1", "AB-1", "CD2"] }, "account:2": { live: ["EF3"] } },
    policy: { allowEmpty: true },
    holdings,
  });
}

function holder(parkingUser: string, cars: readonly LiveText[], scope: HeldCars["scope"] = ACCOUNT): HeldCars {
  const entries = keyed(cars.map(liveEntry));
  return { scope, parkingUser, held: { scope, source: "list", entries, unreadable: [] } };
}

function detachesOf(...holdings: readonly HeldCars[]): string[] {
  return planHeldBy(...holdings).scopes.flatMap(({ scope, changes }) =>
    changes
      .filter(({ action }) => action === "detach")
      .map(({ licenseNumber, parkingUser }) => `${scope} ${parkingUser} ${licenseNumber}`),
  );
}

it("deleted cars are taken from whoever holds them, by the spelling under which they are held", () => {
  const twice = { plate: "ab1", otherSpellings: ["Ab 1"] };
  expect(detachesOf(holder("52", ["CD2", "XX9"]), holder("51", [twice, "OK1", "NEW1", "CD2"]))).toEqual([
    "account:1 51 Ab 1",
    "account:1 51 ab1",
    "account:1 52 CD2",
    "account:1 51 CD2",
  ]);
});

it("a deleted car is taken from parking users of its own account only", () => {
  expect(detachesOf(holder("51", ["EF3"]), holder("61", ["AB1"], "account:2"))).toEqual([]);
});

it("detaches are counted, and a plan without any is as it was", () => {
  const plan = planHeldBy(holder("51", ["CD2"]));
  expect(plan.counts).toEqual({ ...planHeldBy().counts, detach: 1 });
  expect(plan.scopes.map(({ counts }) => counts.detach)).toEqual([1, undefined]);
  expect(planHeldBy(holder("51", ["OK1"]))).toEqual(planHeldBy());
});

it("a detach needs the approval of that very parking user's loss", () => {
  const one = planHeldBy(holder("51", ["CD2"]));
  const another = planHeldBy(holder("52", ["CD2"]));
  expect(stalenessOf(one, planHeldBy())).toEqual([]);
  expect(stalenessOf(one, another)).toEqual([
    "the live list has changed: the plan does not approve detach `CD2` (account:1, parking user 52)",
  ]);
});

it("the holders of cars are asked for in the accounts that lose some", () => {
  const scopes = { "account:1": { desired: ["AB1"] }, "account:2": { live: ["EF3"] }, "account:3": { live: ["GH4"] } };
  expect(scopesWithDeletes(differencesOf(inputsFor({ scopes })))).toEqual(["account:2", "account:3"]);
});
