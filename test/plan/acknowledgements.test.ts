import { expect, it } from "vitest";
import { acknowledgementsFor, type Guard } from "../../src/plan/index.ts";

const guard = (rule: Guard["rule"], scope: Guard["scope"], actual: number, tripped = true): Guard => ({
  rule,
  scope,
  tripped,
  limit: 10,
  actual,
  override: rule.startsWith("max")
    ? "--allow-deletes=1"
    : rule === "emptyLive"
      ? "--allow-adds=1"
      : "policy.allowEmpty: true",
});

it("a list that is over its limits needs an entry of its own for each", () => {
  const guards = [
    guard("maxDeletes", "account:1", 20),
    guard("maxAdds", "account:1", 60),
    guard("maxDeletes", "account:2", 3, false),
    guard("maxDeletes", "account:3", 30),
  ];
  expect(acknowledgementsFor(guards)).toEqual({
    entries: [
      { scope: "account:1", deletes: 20, adds: 60 },
      { scope: "account:3", deletes: 30 },
    ],
    others: [],
  });
});

it("one entry for all lists stands for the entries of each", () => {
  const guards = [
    guard("maxDeletes", "account:1", 20),
    guard("emptyLive", "account:2", 5),
    guard("maxDeletes.total", "all", 24),
  ];
  expect(acknowledgementsFor(guards).entries).toEqual([
    { scope: "all", deletes: 24 },
    { scope: "account:2", adds: 5 },
  ]);
});

it("the deletes of earlier days are not asked for again", () => {
  const guards = [guard("maxDeletes", "global", 4, false), { ...guard("maxDeletes.window", "global", 40), planned: 4 }];
  expect(acknowledgementsFor(guards).entries).toEqual([{ scope: "global", deletes: 4 }]);
});

it("guards that no entry lets pass are named", () => {
  const empty = guard("emptyDesired", "global", 12);
  const shrunk = { ...guard("maxShrink", "all", 12), override: "--allow-shrink=12" };
  const failed = {
    ...guard("maxDeletes", "global", 0),
    override: "nothing: this guard failed (x), which is a defect",
  };
  expect(acknowledgementsFor([empty, shrunk, failed])).toEqual({ entries: [], others: [empty, shrunk, failed] });
});
