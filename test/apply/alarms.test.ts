import { describe, expect, it } from "vitest";
import { takenCars, takenInWords } from "../../src/apply/run/alarms.ts";
import { exitCodeFor } from "../../src/run/exit-code.ts";
import { liveEntry } from "../plan/support.ts";
import { LOST, NOT_SENT, outcomes, planOf, plates, resultsOf, unreadable, World } from "./world.ts";

const deletes = (...plate: string[]) => planOf(["global", { delete: plate }]);
const codesOf = ({ alarms }: Awaited<ReturnType<World["apply"]>>) => alarms.map(({ code }) => code);
const isProtected = { rule: "protected", reason: "matches `VIP*` (policy.protect.plates)" } as const;

describe("an alarm is told whether or not a change was left unsent (V22)", () => {
  it.each([1, 2, 20])("a server that empties the list with the first of %i deletes", async (count) => {
    const world = new World().put(plates(count, "D")).put(["VIP1", "OTHER"]);
    world.options = {
      exemption: (_, { licenseNumber }) => (licenseNumber.startsWith("VIP") ? isProtected : undefined),
    };
    world.behaviour = ({ action }) => {
      if (action === "delete") world.list().clear();
      return undefined;
    };
    const plan = deletes(...plates(count, "D"));
    const result = await world.apply(plan);
    expect(world.sent).toHaveLength(1);
    expect(codesOf(result)).toEqual(["delete-took-more"]);
    expect(result.alarms[0]?.taken).toMatchObject({ count: count + 1, customerCare: 0, protected: 1 });
    expect(exitCodeFor({ kind: "applied", plan, result })).toBe(9);
  });

  it.each([
    [
      5,
      { customerCare: 2, protected: 1 },
      "(`X0000`, `X0001`, `X0002`, `X0003`, `X0004`), 2 of them added by customer care, 1 of them protected",
    ],
    [6, { customerCare: 0, protected: 0 }, "(`X0000`, `X0001`, `X0002`, `X0003`, `X0004`, …)"],
  ])(
    "of %i cars that go with a delete, five are named, and those that somebody relies on counted",
    (count, of, words) => {
      const gone = plates(count, "X").map((plate, at) =>
        liveEntry({ plate, addedByCustomerCare: at < of.customerCare }),
      );
      const taken = takenCars(gone, ({ licenseNumber }) =>
        of.protected > 0 && licenseNumber === "X0004"
          ? isProtected
          : of.protected > 0
            ? { ...isProtected, rule: "grace" }
            : undefined,
      );
      expect(taken).toMatchObject({ count, ...of });
      expect(takenInWords(taken, "off the list")).toBe(`took ${count} more off the list ${words}`);
    },
  );

  it("a server that takes others only with a request of several cars", async () => {
    const world = new World().put(plates(3, "D"), "account:1").put(["A", "B"], "account:1").put(["E"], "account:2");
    world.behaviour = ({ action, scope, cars }) => {
      if (action === "delete" && cars.length > 1) world.list(scope).clear();
      return undefined;
    };
    world.options = { writesAtOnce: 1 };
    const result = await world.apply(
      planOf(["account:1", { delete: plates(3, "D") }], ["account:2", { delete: ["E"] }]),
    );
    expect(result.alarms).toMatchObject([
      { code: "delete-took-more", scope: "account:1", taken: { count: 2, cars: [{ licenseNumber: "A" }, {}] } },
    ]);
    expect(outcomes(result, "account:2")).toEqual({ E: "not-sent" });
  });

  it("the last delete of the plan, which nobody could verify", async () => {
    const world = new World().put(["D1"]);
    world.show = (rows) => {
      if (world.sent.length > 0) throw unreadable();
      return rows;
    };
    expect(codesOf(await world.apply(deletes("D1")))).toEqual(["delete-not-confirmed"]);
  });

  it("retries that are used up", async () => {
    const world = new World();
    world.settings = { ...world.settings, batchSize: 1 };
    world.behaviour = () => (world.sent.length % 3 === 0 ? undefined : NOT_SENT);
    expect(codesOf(await world.apply(planOf(["global", { add: plates(30) }])))).toContain("retries-used-up");
  });

  it("an outcome of the last request that the state could not record", async () => {
    const world = new World();
    world.journalFails = ({ kind }) => kind === "outcome";
    const result = await world.apply(planOf(["global", { add: ["A1"] }]));
    expect(outcomes(result)).toEqual({ A1: "verified" });
    expect(result.alarms).toMatchObject([{ code: "state-not-written" }]);
  });
});

describe("each delete is asked of the newest reading (V23)", () => {
  const care = { rule: "customer-care", reason: "added by customer care (policy.protect.customerCare)" } as const;

  /** A world in which somebody protects these cars while the first request of this kind is served. */
  function takenOver(action: string, ...cars: string[]): World {
    const world = new World().put(["D1", "D2", "D3"]);
    let isDone = false;
    world.behaviour = (request) => {
      isDone ||= request.action === action;
      return undefined;
    };
    const exemption = (_: unknown, { licenseNumber }: { readonly licenseNumber: string }) =>
      isDone && cars.includes(licenseNumber) ? care : undefined;
    world.options = { exemption };
    return world;
  }

  it.each([
    ["an add", "add", ["D1"], { D1: "not-sent", D2: "verified", D3: "verified" }],
    ["an add, all of them", "add", ["D1", "D2", "D3"], { D1: "not-sent", D2: "not-sent", D3: "not-sent" }],
    ["the first delete", "delete", ["D2"], { D1: "verified", D2: "not-sent", D3: "verified" }],
  ])("a car that customer care takes over while %s is served stays", async (_, action, cars, expected) => {
    const world = takenOver(action, ...cars);
    const result = await world.apply(planOf(["global", { add: ["A1"], delete: ["D1", "D2", "D3"] }]));
    expect(outcomes(result)).toMatchObject({ A1: "verified", ...expected });
    const held = resultsOf(result).find(({ licenseNumber }) => licenseNumber === cars[0]);
    expect(held?.error).toContain("held back: added by customer care");
    expect(world.plates()).toEqual(expect.arrayContaining([...cars]));
  });

  it.each([1, 3])(
    "V14: a lost delete of %i cars that stay by now is not sent again, nor tried to be",
    async (count) => {
      const taken = ["D2", "D3", "D4"].slice(0, count);
      const world = new World().put(["D1", ...taken]);
      const isLost = () => world.sent.length > 1;
      world.behaviour = () => (isLost() ? LOST : undefined);
      world.options = { exemption: (_, { licenseNumber }) => (isLost() && licenseNumber !== "D1" ? care : undefined) };
      world.show = (rows) => {
        if (world.reads > 100) throw unreadable();
        return rows;
      };
      const result = await world.apply(planOf(["global", { delete: ["D1", ...taken] }]));
      expect(world.sent).toHaveLength(2);
      expect(outcomes(result)).toEqual({ D1: "verified", ...Object.fromEntries(taken.map((one) => [one, "unknown"])) });
      expect(result.alarms).toEqual([]);
      expect(world.clock.passed).toBeLessThan(60_000);
    },
  );

  it("a car that stays is not taken from its parking user", async () => {
    const world = takenOver("add", "D1").put([], "account:1");
    for (const plate of ["D1", "D2"]) world.list("account:1").set(plate, []);
    world.held.set("51", new Set(["D1", "D2"]));
    const result = await world.apply(
      planOf(["account:1", { add: ["A1"], delete: ["D1", "D2"], detach: { 51: ["D1", "D2"] } }]),
    );
    expect([...(world.held.get("51") ?? [])]).toEqual(["D1"]);
    expect(resultsOf(result).filter(({ outcome }) => outcome === "not-sent")).toHaveLength(2);
  });
});
