import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { stalenessOf, withDetaches } from "../../src/plan/index.ts";
import { keyed, type LiveText, liveEntry, planFor } from "./support.ts";

type HeldCars = Parameters<typeof withDetaches>[1][number];

const ACCOUNT = "account:1";
const PLAN = planFor({
  scopes: { [ACCOUNT]: { desired: ["OK1"], live: ["OK1", "AB-1", "CD2"] }, "account:2": { live: ["EF3"] } },
  policy: { allowEmpty: true },
});

function holder(parkingUser: string, cars: readonly LiveText[], scope: HeldCars["scope"] = ACCOUNT): HeldCars {
  const entries = keyed(cars.map(liveEntry));
  return { scope, parkingUser, held: { scope, source: "list", entries, unreadable: [] } };
}

function detachesOf(...holders: readonly HeldCars[]): string[] {
  const plan = withDetaches(PLAN, holders, DEFAULT_INTERFACE);
  return plan.scopes.flatMap(({ scope, changes }) =>
    changes
      .filter(({ action }) => action === "detach")
      .map(({ licenseNumber, parkingUser }) => `${scope} ${parkingUser} ${licenseNumber}`),
  );
}

describe("deleted cars that parking users hold", () => {
  it("are taken from whoever holds them, by the spelling under which they are held", () => {
    const twice = { plate: "ab1", otherSpellings: ["Ab 1"] };
    expect(detachesOf(holder("52", ["CD2", "XX9"]), holder("51", [twice, "OK1", "CD2"]))).toEqual([
      "account:1 51 Ab 1",
      "account:1 51 ab1",
      "account:1 52 CD2",
      "account:1 51 CD2",
    ]);
  });

  it("are those of the same account only", () => {
    expect(detachesOf(holder("51", ["EF3"]), holder("61", ["AB1"], "account:2"))).toEqual([]);
  });

  it("are counted, and leave a plan without any as it was", () => {
    const plan = withDetaches(PLAN, [holder("51", ["CD2"])], DEFAULT_INTERFACE);
    expect(plan.counts).toEqual({ ...PLAN.counts, detach: 1 });
    expect(plan.scopes.map(({ counts }) => counts.detach)).toEqual([1, undefined]);
    expect(withDetaches(PLAN, [holder("51", ["OK1"])], DEFAULT_INTERFACE)).toEqual(PLAN);
  });

  it("need the approval of that very parking user's loss", () => {
    const one = withDetaches(PLAN, [holder("51", ["CD2"])], DEFAULT_INTERFACE);
    const another = withDetaches(PLAN, [holder("52", ["CD2"])], DEFAULT_INTERFACE);
    expect(stalenessOf(one, PLAN)).toEqual([]);
    expect(stalenessOf(one, another)).toEqual([
      "the live list has changed: the plan does not approve detach CD2 (account:1, parking user 52)",
    ]);
  });
});
