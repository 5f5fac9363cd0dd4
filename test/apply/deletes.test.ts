import { describe, expect, it } from "vitest";
import type { Reply } from "../../src/run/ports/index.ts";
import { applyCases } from "./cases.ts";
import { ACKNOWLEDGED, failed, outcomes, planOf, plates, resultsOf, unreadable, type Work, World } from "./world.ts";

const deletes = (...plate: string[]) => planOf(["global", { delete: plate }]);

applyCases(import.meta.url);

describe("the canary (G12)", () => {
  it("the first delete of a run is one car of one list, and no other leaves before the list was read", async () => {
    const world = new World().put(plates(9, "D"), "account:1").put(plates(9, "E"), "account:2");
    const result = await world.apply(
      planOf(["account:1", { delete: plates(9, "D") }], ["account:2", { delete: plates(9, "E") }]),
    );
    expect(world.sent.map(({ cars }) => cars.length)).toEqual([1, 8, 9]);
    expect(world.events.filter((event) => event === "send" || event === "read").slice(0, 3)).toEqual([
      ...["send", "read"],
      "send",
    ]);
    expect(result.scopes.map(({ counts }) => counts.verified)).toEqual([9, 9]);
  });

  it.each([
    ["other cars", (rows: Map<string, unknown>) => rows.clear(), /took 20 more off the list \(.*…\)/],
    ["one other car", (rows: Map<string, unknown>) => rows.delete("STAYS"), /took 1 more off the list \(`STAYS`\)/],
  ])("a canary delete that removes %s stops the run with an error", async (_, remove, words) => {
    const world = new World().put(plates(20, "D")).put(["STAYS"]);
    world.behaviour = ({ action }) => {
      if (action === "delete") remove(world.list());
      return undefined;
    };
    const result = await world.apply(deletes(...plates(20, "D")));
    expect(world.sent).toHaveLength(1);
    expect(result.alarms[0]?.message).toMatch(words);
    expect(result.scopes[0]?.counts.notSent).toBe(19);
  });

  it("a reading that misses another car after the canary is repeated before anyone is alarmed", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "STAYS") : rows);
    const result = await world.apply(deletes("D1", "D2"));
    expect(result.alarms).toEqual([]);
    expect(outcomes(result)).toEqual({ D1: "verified", D2: "verified" });
  });

  it("a canary that is back on the list when the others are proven is not verified", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "D1") : rows);
    world.behaviour = ({ cars }) => (cars[0]?.licenseNumber === "D1" ? ACKNOWLEDGED : undefined);
    expect(outcomes(await world.apply(deletes("D1", "D2")))).toMatchObject({ D1: "unknown", D2: "verified" });
  });

  it("a car that the newest reading does not show is no canary: that it is off the list afterwards proves nothing", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    // Somebody else deleted D1 after the plan was made; the adds are read back before the deletes.
    world.behaviour = ({ action }) => {
      if (action === "add") world.list().delete("D1");
      return undefined;
    };
    const result = await world.apply(planOf(["global", { add: ["A1"], delete: ["D1", "D2"] }]));
    expect(world.sent.map(({ cars }) => cars.map((car) => car.licenseNumber))).toEqual([["A1"], ["D2"], ["D1"]]);
    expect(outcomes(result)).toEqual({ A1: "verified", D1: "verified", D2: "verified" });
  });

  it("deletes are held back where the newest readings show none of them", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    world.behaviour = ({ action }) => {
      if (action === "add") for (const plate of ["D1", "D2"]) world.list().delete(plate);
      else world.list().clear();
      return undefined;
    };
    const result = await world.apply(planOf(["global", { add: ["A1"], delete: ["D1", "D2"] }]));
    expect(world.plates()).toEqual(["A1", "STAYS"]);
    expect(outcomes(result)).toEqual({ A1: "verified", D1: "not-sent", D2: "not-sent" });
    expect(resultsOf(result).find((one) => one.licenseNumber === "D1")?.error).toContain("does not show it");
  });

  it("a canary delete that stays unknown ends the deleting", async () => {
    const world = new World().put(["D1", "D2"]);
    world.show = (rows) => {
      if (world.sent.length > 0) throw unreadable();
      return rows;
    };
    expect(outcomes(await world.apply(deletes("D1", "D2")))).toEqual({ D1: "unknown", D2: "not-sent" });
  });
});

it.each<[string, Work, boolean, (world: World) => Reply | undefined, string[]]>([
  [
    "is its own, and the others hear of it",
    { delete: ["D1", "D2"] },
    true,
    () => undefined,
    ["begin true", "1", "well", "1"],
  ],
  ["was done by another part", { delete: ["D1", "D2"] }, false, () => undefined, ["begin true", "2"]],
  [
    "is not seen on a list that is not read",
    { delete: ["D1"], source: "state" },
    true,
    () => undefined,
    ["begin false", "1"],
  ],
  ["is none without deletes", { add: ["A1"] }, true, () => undefined, ["1"]],
  ["is refused", { delete: ["D1"] }, true, () => failed({ licenseNumber: "D1", error: "no" }), ["begin true", "1"]],
  ["takes others along", { delete: ["D1"] }, true, (world) => void world.list().clear(), ["begin true", "1"]],
  ["ends with an interrupt", { delete: ["D1"] }, true, (world) => void world.stop.abort(), ["begin true", "1"]],
])("the first delete of a run in parts %s", async (_, work, isOurs, behaviour, calls) => {
  const world = new World().put(["D1", "D2", "STAYS"]);
  const seen: string[] = [];
  world.options = {
    firstDelete: {
      begin: async (isShown) => seen.push(`begin ${isShown}`) > 0 && isOurs,
      wentWell: async () => void seen.push("well"),
    },
  };
  world.behaviour = ({ cars }) => {
    seen.push(`${cars.length}`);
    return behaviour(world);
  };
  await world.apply(planOf(["global", work]));
  expect(seen).toEqual(calls);
});

it("one sweep that misses the car does not prove a delete", async () => {
  const world = new World().put(["D1", "STAYS"]);
  world.behaviour = () => ACKNOWLEDGED;
  // The car is skipped once, as by a page that shifted, and is there in every other sweep.
  world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "D1") : rows);
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "unknown" });
});

it("two sweeps that miss a car do not outweigh the server's answer that its delete was refused", async () => {
  const world = new World().put(["D1", "STAYS"]);
  world.behaviour = () => failed({ licenseNumber: "D1", error: "not today" });
  // Pages of replicas of different ages leave out the same car twice, and show it afterwards.
  world.show = (rows) => (world.sent.length > 0 && world.reads <= 2 ? rows.filter((row) => row !== "D1") : rows);
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "rejected" });
});

it("a list that keeps changing leaves a deleted car unknown", async () => {
  const world = new World().put(["D1"]);
  world.show = (rows) => [...rows, `X${world.reads}`];
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "unknown" });
});

it("D12: a delete is verified on a list that lags by waiting", async () => {
  const world = new World().put(["D1"]);
  world.show = (rows) => (world.sent.length > 0 && world.clock.passed < 15_000 ? ["D1"] : rows);
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "verified" });
  expect(world.sent).toHaveLength(1);
});

it("of two rows of one car, the row whose spelling was sent must be deleted", async () => {
  const world = new World().put(["AB1"]);
  world.show = (rows) => (rows.includes("AB1") ? rows : ["A-B1"]);
  expect(outcomes(await world.apply(deletes("AB1")))).toEqual({ AB1: "verified" });
});
