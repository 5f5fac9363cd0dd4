import { describe, expect, it } from "vitest";
import type { ChangedCar } from "../../src/apply/index.ts";
import { accountsFile, globalFile, type Run, Town } from "./town.ts";

const changedIn = ({ result }: Run): Record<string, readonly ChangedCar[]> =>
  result.kind !== "applied"
    ? {}
    : Object.fromEntries(
        result.result.scopes.flatMap(({ scope, changedMeanwhile }) =>
          changedMeanwhile ? [[scope, changedMeanwhile] as const] : [],
        ),
      );

/** Somebody who does this while the first write with such an action is under way. */
function meanwhile(town: Town, act: () => void, action = "add"): Town {
  let isDone = false;
  town.fault = (request) => {
    if (!isDone && request.action === action) {
      isDone = true;
      act();
    }
    return undefined;
  };
  return town;
}

describe("a list that somebody else changes while a run writes (V19)", () => {
  it("cars that went, came and got other features are named once, and the exit code is 9", async () => {
    const town = new Town().put(["AA1", "AA2"]);
    meanwhile(town, () => {
      town.list().delete("AA1");
      town.put(["XX1"]).put(["AA2"], "global", ["LEASING"]);
    });
    const run = await town.apply(globalFile(["AA1", "AA2", "NEW1"]));
    expect(run.exitCode).toBe(9);
    expect(changedIn(run)).toEqual({
      global: [
        { licenseNumber: "AA1", drift: "missing" },
        { licenseNumber: "AA2", drift: "features" },
        { licenseNumber: "XX1", drift: "extra" },
      ],
    });
    const next = await town.apply(globalFile(["AA1", "AA2", "NEW1"]));
    expect({ code: next.exitCode, changed: changedIn(next), plates: town.plates() }).toEqual({
      code: 0,
      changed: {},
      plates: ["AA1", "AA2", "NEW1"],
    });
  });

  it("a car that was taken off and came back before the end is named although its delete was verified", async () => {
    const town = new Town().put(["AA1", "OLD1", "OLD2", "OLD3"]);
    let deletes = 0;
    town.fault = ({ action }) => {
      if (action === "delete") deletes += 1;
      // After the canary: one car of two goes, and comes back while the other one is asked for again.
      if (deletes === 3) town.put(["OLD2"]);
      if (deletes !== 2) return undefined;
      town.list().delete("OLD2");
      return { kind: "response", status: 204, failures: [] };
    };
    const run = await town.apply(globalFile(["AA1"]));
    expect(run.results.map(({ outcome }) => outcome)).toEqual(["verified", "verified", "verified"]);
    expect({ code: run.exitCode, changed: changedIn(run) }).toEqual({
      code: 9,
      changed: { global: [{ licenseNumber: "OLD2", drift: "extra" }] },
    });
  });

  it.each([
    ["prune: none keeps what came", "prune: none", ["XX1"]],
    ["prune: owned keeps what platectl never added", "prune: owned", ["XX1"]],
    ["what came is protected", 'protect: { plates: ["XX*"] }', ["XX1"]],
  ])("nothing is named where %s", async (_, policy, came) => {
    const town = meanwhile(new Town().put(["AA1"]), () => town.put(came));
    const file = globalFile(["AA1", "NEW1"]).replace("policy: {", `policy: { ${policy},`);
    const run = await town.apply(file);
    expect({ code: run.exitCode, changed: changedIn(run) }).toEqual({ code: 0, changed: {} });
  });

  it("a car outside its days is extra when it comes, and not missing when it goes", async () => {
    const town = meanwhile(new Town().put(["AA1"]), () => town.put(["LATER1"]));
    const cars = ["AA1", "NEW1", "{ licenseNumber: LATER1, validFrom: 2099-01-01 }"];
    expect(changedIn(await town.apply(globalFile(cars)))).toEqual({
      global: [{ licenseNumber: "LATER1", drift: "extra" }],
    });
    expect(changedIn(await town.apply(globalFile(cars)))).toEqual({});
  });

  it("changes that were refused or not sent are named by their own outcome alone, and lists without writes are not judged", async () => {
    const town = new Town().put(["OLD1", "AA1"], "account:1").put(["BB1"], "account:2");
    town.fault = ({ action, cars }) => {
      if (action === "add") town.list("account:2").delete("BB1");
      return {
        kind: "response",
        status: 207,
        failures: cars.map(({ licenseNumber }) => ({ licenseNumber, error: "not today" })),
      };
    };
    const run = await town.apply(accountsFile({ 1: ["AA1", "NEW1"], 2: ["BB1"] }));
    expect({ code: run.exitCode, changed: changedIn(run) }).toEqual({ code: 9, changed: {} });
  });

  it("a car that the server keeps under another name is named by its own outcome alone", async () => {
    const town = new Town().put(["AA1"]);
    town.spelling = (plate) => plate.replace("O", "0");
    const run = await town.apply(globalFile(["AA1", "BO123"]));
    expect(run.results).toMatchObject([{ licenseNumber: "BO123", outcome: "rejected" }]);
    expect(changedIn(run)).toEqual({});
  });

  it("a list that somebody emptied meanwhile is not remembered as that small, so that the next plan warns", async () => {
    const cars = Array.from({ length: 20 }, (_, at) => `AB${100 + at}`);
    const town = new Town().put(cars);
    await town.apply(globalFile(cars));
    meanwhile(town, () => {
      for (const car of cars) town.list().delete(car);
    });
    expect((await town.apply(globalFile([...cars, "NEW1"]))).exitCode).toBe(9);
    const { plan } = await town.plan(globalFile([...cars, "NEW1"]));
    expect(plan?.warnings.map(({ code }) => code)).toContain("live-shrunk");
  });
});
