import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import {
  ACKNOWLEDGED,
  failed,
  LOST,
  outcomes,
  planOf,
  plates,
  response,
  resultsOf,
  unreadable,
  World,
} from "./world.ts";

const deletes = (...plate: string[]) => planOf(["global", { delete: plate }]);
const actions = ({ sent }: World) => sent.map(({ action, cars }) => `${action} ${cars.length}`);

it("E9: adds are sent before deletes, and the first delete is sent alone", async () => {
  const world = new World().put(plates(5, "D"));
  const result = await world.apply(planOf(["global", { add: plates(3), delete: plates(5, "D") }]));
  expect(actions(world)).toEqual(["add 3", "delete 1", "delete 4"]);
  expect(result.scopes[0]?.counts.verified).toBe(8);
});

it("E9: an unknown add holds back the deletes of its list, and of no other", async () => {
  const world = new World().put(["XYZ1"], "account:1").put(["XYZ2"], "account:2");
  world.behaviour = ({ action, scope }) => (scope === "account:1" && action === "add" ? LOST : undefined);
  world.settings = { ...DEFAULT_INTERFACE, batchSize: 1 };
  const result = await world.apply(
    planOf(
      ["account:1", { add: ["A1"], delete: ["XYZ1"] }],
      ["account:2", { add: ["A2", "A3", "A4"], delete: ["XYZ2"] }],
    ),
  );
  expect(outcomes(result)).toMatchObject({ A1: "unknown", XYZ1: "not-sent", XYZ2: "verified" });
});

it("a car that moves is deleted from its old list only once it is on the new one", async () => {
  const world = new World().put(["M1", "M2"], "account:1");
  world.behaviour = ({ scope, cars }) =>
    scope === "account:2" && cars.some((car) => car.licenseNumber === "m-2") ? response(400) : undefined;
  const result = await world.apply(
    planOf(["account:1", { delete: ["M1", "M2"] }], ["account:2", { add: ["M1", "m-2"] }]),
  );
  expect(outcomes(result, "account:1")).toEqual({ M1: "verified", M2: "not-sent" });
  expect(outcomes(result, "account:2")).toEqual({ M1: "verified", "m-2": "rejected" });
  expect(resultsOf(result).find((one) => one.licenseNumber === "M2")?.error).toContain("account:2");
  expect(world.plates("account:1")).toEqual(["M2"]);
});

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

  it("a canary delete that does nothing stops the run", async () => {
    const world = new World().put(plates(20, "D"));
    world.behaviour = () => ACKNOWLEDGED;
    const result = await world.apply(deletes(...plates(20, "D")));
    expect(result.haltReason).toContain("confirms changes that have no effect");
    expect(world.sent.every(({ cars }) => cars.length === 1)).toBe(true);
    expect(world.sent.length).toBeLessThanOrEqual(3);
    expect(result.scopes[0]?.counts).toMatchObject({ verified: 0, rejected: 1, notSent: 19 });
  });

  it("a canary delete that removes other cars stops the run with an error", async () => {
    const world = new World().put(plates(20, "D")).put(["BYSTANDER"]);
    world.behaviour = ({ action }) => {
      if (action === "delete") world.list().clear();
      return ACKNOWLEDGED;
    };
    const result = await world.apply(deletes(...plates(20, "D")));
    expect(world.sent).toHaveLength(1);
    expect(result.haltReason).toMatch(/took 20 more off the list \(.*…\)/);
    expect(result.scopes[0]?.counts.notSent).toBe(19);
  });

  it("a canary delete that takes a single other car along stops the run, too", async () => {
    const world = new World().put(plates(20, "D")).put(["STAYS"]);
    world.behaviour = ({ action }) => {
      if (action === "delete") world.list().delete("STAYS");
      return undefined;
    };
    const result = await world.apply(deletes(...plates(20, "D")));
    expect(world.sent).toHaveLength(1);
    expect(result.haltReason).toContain("took 1 more off the list (`STAYS`)");
  });

  it("one reading lets the other deletes follow the canary, and the readings that prove them prove it", async () => {
    const world = new World().put([...plates(9, "D"), "STAYS"]);
    const result = await world.apply(deletes(...plates(9, "D")));
    expect(world.events.filter((event) => event === "send" || event === "read")).toEqual([
      ...["send", "read"],
      ...["send", "read", "read"],
    ]);
    expect(result.scopes[0]?.counts).toMatchObject({ verified: 9 });
  });

  it("a canary that is the only delete is proven by two readings of its own", async () => {
    const world = new World().put(["D1", "STAYS"]);
    expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "verified" });
    expect(world.reads).toBe(2);
  });

  it("a reading that misses another car after the canary is repeated before anyone is alarmed", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "STAYS") : rows);
    const result = await world.apply(deletes("D1", "D2"));
    expect(result.haltReason).toBeUndefined();
    expect(outcomes(result)).toEqual({ D1: "verified", D2: "verified" });
  });

  it("a canary that is back on the list when the others are proven is not verified", async () => {
    const world = new World().put(["D1", "D2", "STAYS"]);
    world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "D1") : rows);
    world.behaviour = ({ cars }) => (cars[0]?.licenseNumber === "D1" ? ACKNOWLEDGED : undefined);
    expect(outcomes(await world.apply(deletes("D1", "D2")))).toMatchObject({ D1: "rejected", D2: "verified" });
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

  it("a canary delete may be refused: the next car is tried, three at most", async () => {
    const world = new World().put(plates(9, "D"));
    const refuse = (count: number) => {
      world.behaviour = ({ cars }) =>
        world.sent.length <= count ? failed({ licenseNumber: cars[0]?.licenseNumber ?? "", error: "no" }) : undefined;
    };
    refuse(2);
    expect((await world.apply(deletes(...plates(9, "D")))).scopes[0]?.counts).toMatchObject({
      rejected: 2,
      verified: 7,
    });
    const again = new World().put(plates(9, "D"));
    again.behaviour = ({ cars }) => failed({ licenseNumber: cars[0]?.licenseNumber ?? "", error: "no" });
    const result = await again.apply(deletes(...plates(9, "D")));
    expect(again.sent).toHaveLength(3);
    expect(result.scopes[0]?.counts).toMatchObject({ rejected: 3, notSent: 6 });
  });

  it("the canary delete is sent on the next list when its own is closed", async () => {
    const world = new World().put(["D1", "D2"], "account:1").put(["D3", "D4"], "account:2");
    world.behaviour = ({ scope }) => (scope === "account:1" ? response(403) : undefined);
    const result = await world.apply(
      planOf(["account:1", { delete: ["D1", "D2"] }], ["account:2", { delete: ["D3", "D4"] }]),
    );
    expect(outcomes(result)).toEqual({ D1: "rejected", D2: "not-sent", D3: "verified", D4: "verified" });
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

it("one sweep that misses the car does not prove a delete", async () => {
  const world = new World().put(["D1", "STAYS"]);
  world.behaviour = () => ACKNOWLEDGED;
  // The car is skipped once, as by a page that shifted, and is there in every other sweep.
  world.show = (rows) => (world.reads === 1 ? rows.filter((row) => row !== "D1") : rows);
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "rejected" });
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

it.each([
  ["a failure", failed({ licenseNumber: "D1", error: "not found" })],
  ["a 404", response(404)],
  ["a 204", ACKNOWLEDGED],
])("G10: %s for a car that is already deleted is a success", async (_, reply) => {
  const world = new World().put(["D1"]);
  world.behaviour = () => {
    world.list().delete("D1");
    return reply;
  };
  expect(outcomes(await world.apply(deletes("D1")))).toEqual({ D1: "verified" });
});

it("F2: a delete that was lost and not done is sent again", async () => {
  const world = new World().put(["D1", "D2", "D3"]);
  world.behaviour = () => (world.sent.length === 2 ? LOST : undefined);
  const result = await world.apply(deletes("D1", "D2", "D3"));
  expect(actions(world)).toEqual(["delete 1", "delete 2", "delete 2"]);
  expect(result.scopes[0]?.counts.verified).toBe(3);
});

it("of two rows of one car, the row whose spelling was sent must be deleted", async () => {
  const world = new World().put(["AB1"]);
  world.show = (rows) => (rows.includes("AB1") ? rows : ["A-B1"]);
  expect(outcomes(await world.apply(deletes("AB1")))).toEqual({ AB1: "verified" });
});
