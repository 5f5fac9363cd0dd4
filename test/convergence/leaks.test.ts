import { describe, expect, it } from "vitest";
import { InterfaceError } from "../../src/run/ports/index.ts";
import { accountsFile, numbered, Town } from "./town.ts";

const DAY = 24 * 60 * 60 * 1000;
const codes = ({ plan }: { readonly plan: { readonly warnings: readonly { readonly code: string }[] } | undefined }) =>
  plan?.warnings.map(({ code }) => code) ?? [];

describe("a list that loses a little every day (V18)", () => {
  const cars = numbered("AB1", 0, 99);
  // With the limits that hold where a file says nothing.
  const losing = (count: number) => `version: 1\nmode: global\ncars: [${cars.slice(count).join(", ")}]\n`;

  it("a list that loses a little every day is stopped when the days together lose too much, until the option names the number or the days are over", async () => {
    const town = new Town().put(cars);
    expect((await town.apply(losing(20))).exitCode).toBe(0);
    await town.clock.sleep(DAY);
    expect((await town.apply(losing(36))).exitCode).toBe(0);
    await town.clock.sleep(DAY);
    const stopped = await town.apply(losing(41));
    expect({ code: stopped.exitCode, writes: stopped.writes }).toEqual({ code: 4, writes: 0 });
    expect(stopped.plan?.guards.find(({ tripped }) => tripped)).toMatchObject({
      rule: "maxDeletes.window",
      limit: 40,
      actual: 41,
      override: "--allow-deletes=5",
    });
    expect((await town.apply(losing(41), { allowances: { deletes: 5 } })).exitCode).toBe(0);
    // What was allowed by its number counts against nobody, what was not still does.
    expect((await town.apply(losing(45))).exitCode).toBe(0);
    expect((await town.apply(losing(46))).exitCode).toBe(4);
    await town.clock.sleep(7 * DAY);
    expect((await town.apply(losing(50))).exitCode).toBe(0);
  });

  it("the loss over several days does not count deletes that the server refused", async () => {
    const town = new Town().put(cars);
    town.fault = ({ action, cars: asked }) =>
      action === "delete"
        ? {
            kind: "response",
            status: 207,
            failures: asked.map(({ licenseNumber }) => ({ licenseNumber, error: "no" })),
          }
        : undefined;
    for (let run = 1; run <= 3; run += 1) expect((await town.apply(losing(20))).exitCode).toBe(9);
    town.fault = () => undefined;
    expect((await town.apply(losing(20))).exitCode).toBe(0);
    expect(town.plates()).toEqual(cars.slice(20));
  });
});

const before = accountsFile({ 1: ["MV1", "AA1"], 2: ["BB1"] });
const after = accountsFile({ 1: ["AA1"], 2: ["BB1", "MV1"] });
const both = () => new Town().put(["MV1", "AA1"], "account:1").put(["BB1"], "account:2");

it("half of a move with --account keeps the car on its old list until the new one holds it, and says so", async () => {
  const town = both();
  await town.apply(before);
  const waiting = await town.apply(after, { accounts: ["1"] });
  expect({ code: waiting.exitCode, writes: waiting.writes, codes: codes(waiting) }).toEqual({
    code: 0,
    writes: 0,
    codes: ["half-move"],
  });
  expect(waiting.plan?.scopes[0]?.exempt).toMatchObject([
    { licenseNumber: "MV1", reason: "waits until it is on the list of account:2" },
  ]);
  await town.apply(after, { accounts: ["2"] });
  const done = await town.apply(after, { accounts: ["1"] });
  expect({ code: done.exitCode, codes: codes(done) }).toEqual({ code: 0, codes: [] });
  expect([town.plates("account:1"), town.plates("account:2")]).toEqual([["AA1"], ["BB1", "MV1"]]);
});

it("half of a move asks the list where it can be read, and the state where it cannot", async () => {
  const town = both();
  town.list("account:2").set("MV1", []);
  expect((await town.apply(after, { accounts: ["1"] })).writes).toBe(1);
  const blind = both();
  blind.offersLists = false;
  await blind.apply(before);
  expect((await blind.apply(after, { accounts: ["1"] })).writes).toBe(0);
  await blind.apply(after, { accounts: ["2"] });
  expect((await blind.apply(after, { accounts: ["1"] })).writes).toBe(1);
  expect(blind.plates("account:1")).toEqual(["AA1"]);
});

it("half of a move does not wait for a list that wants the car from another day on only", async () => {
  const town = both();
  const later = `${accountsFile({ 1: ["AA1"], 2: ["BB1"] })}`.replace(
    "BB1",
    "BB1, { licenseNumber: MV1, validFrom: 2099-01-01 }",
  );
  expect((await town.apply(later, { accounts: ["1"] })).writes).toBe(1);
});

it("an account that left the fleet file is named in every plan, once, with cars in doubt counted, and not as one that was never managed", async () => {
  const town = new Town();
  town.accountsOfServer = ["1", "7", "8"];
  town.fault = ({ cars }) =>
    cars.some(({ licenseNumber }) => licenseNumber === "DD1") ? { kind: "lost", reason: "reset" } : undefined;
  await town.apply(accountsFile({ 1: ["AA1"], 7: ["BB1", "BB2"], 8: [] }));
  await town.apply(accountsFile({ 1: ["AA1"], 7: ["BB1", "BB2", "DD1"], 8: [] }));
  for (const accounts of [undefined, ["1"]]) {
    const { plan } = await town.plan(accountsFile({ 1: ["AA1"], 8: [] }), accounts ? { accounts } : {});
    expect(plan?.warnings).toMatchObject([
      { code: "forgotten-account", scope: "account:7", message: expect.stringContaining("the state knows 3 cars") },
    ]);
  }
});

it("an account that somebody else emptied is not named as forgotten once a run has read that its list is empty", async () => {
  const town = new Town();
  await town.apply(accountsFile({ 1: ["AA1"], 7: ["BB1"] }));
  town.list("account:7").clear();
  expect(codes(await town.plan(accountsFile({ 1: ["AA1"] })))).toEqual(["forgotten-account"]);
  await town.apply(accountsFile({ 1: ["AA1"], 7: [] }));
  expect(codes(await town.plan(accountsFile({ 1: ["AA1"] })))).toEqual([]);
});

it("an account that no fleet file declares is named once in a plan of all accounts, unless it is meant to be left out", async () => {
  const town = new Town().put(["AA1"], "account:1");
  town.accountsOfServer = ["1", "7", "8"];
  const plan = await town.plan(accountsFile({ 1: ["AA1"] }));
  expect(plan.plan?.warnings).toEqual([
    {
      code: "unmanaged-account",
      message:
        "the server has 2 billing accounts that no fleet file declares: 7, 8; declare them, or name them in policy.accounts.ignore",
    },
  ]);
  const ignoring = accountsFile({ 1: ["AA1"] }).replace("policy: {", "policy: { accounts: { ignore: [7, 8] },");
  expect((await town.plan(ignoring)).plan?.warnings).toEqual([]);
  expect(codes(await town.plan(accountsFile({ 1: ["AA1"], 2: [] }), { accounts: ["1"] }))).toEqual([]);
});

it("an account that no fleet file declares makes no plan fail where the server does not name its accounts", async () => {
  const town = new Town().put(["AA1"], "account:1");
  Object.defineProperty(town, "accountsOfServer", {
    get: () => {
      throw new InterfaceError("404", { kind: "status", status: 404 });
    },
  });
  expect((await town.plan(accountsFile({ 1: ["AA1"] }))).exitCode).toBe(0);
});
