import { expect, it } from "vitest";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { InterfaceError } from "../../src/run/ports/index.ts";
import { foldJournal } from "../../src/state/index.ts";
import { keyOf } from "../plan/support.ts";
import { applyCases } from "./cases.ts";
import { ACKNOWLEDGED, failed, LOST, outcomes, planOf, plates, resultsOf, unreadable, World } from "./world.ts";

const adds = (...add: string[]) => planOf(["global", { add }]);

function remembered(world: World): string[] {
  const records = [{ at: "2026-05-01T00:00:00.000Z", target: "t", entries: world.journal }];
  const memory = foldJournal(records, { target: "t", rules: { foldLookalikes: false } });
  return [...(memory.get("global")?.entries.values() ?? [])].map(
    ({ licenseNumber, uncertain }) => licenseNumber + (uncertain ? "?" : ""),
  );
}

applyCases(import.meta.url);

it("D12: an add is verified on a list that lags, within the settle time", async () => {
  const world = new World();
  world.clock.passed = 100_000;
  world.show = (rows) => (world.clock.passed < 120_000 ? [] : rows);
  expect(outcomes(await world.apply(adds("AB1")))).toEqual({ AB1: "verified" });
  expect(world.sent).toHaveLength(1);
});

it("D12: a list that lags longer than the settle time is not waited for", async () => {
  const world = new World();
  world.options = { settleMs: 5_000 };
  world.show = (rows) => (world.sent.length === 0 ? rows : []);
  await world.apply(adds("AB1"));
  expect(world.clock.passed).toBeLessThan(30_000);
});

it("a list that lags is read at growing intervals until the settle time is over, and a car is sent again after a pause", async () => {
  const world = new World();
  const read: number[] = [];
  world.show = () => {
    read.push(world.clock.passed);
    return [];
  };
  await world.apply(adds("AB1"));
  expect(read.slice(0, 9)).toEqual([0, 0, 500, 1_500, 3_500, 7_500, 15_500, 23_500, 30_000]);
  expect(world.sent.map(({ at }) => at)).toEqual([0, 30_250]);
});

it("a car that may have been added is not sent again before the settle time is over", async () => {
  const world = new World();
  world.options = { settleMs: 10_000 };
  world.show = (rows) => (world.clock.passed < 1_500 ? [] : rows);
  world.behaviour = (request) => {
    world.obey(request);
    return LOST;
  };
  expect(outcomes(await world.apply(adds("AB1", "CD2")))).toEqual({ AB1: "verified", CD2: "verified" });
  expect(world.sent).toHaveLength(1);
});

it("an unknown car is sent three times at most, with a pause between, and stays unknown", async () => {
  const world = new World();
  world.behaviour = ({ cars }) => (cars.some((car) => car.licenseNumber === "AB1") ? LOST : undefined);
  world.settings = { ...DEFAULT_INTERFACE, batchSize: 1 };
  world.options = { settleMs: 0 };
  expect(outcomes(await world.apply(adds("AB1", "CD2")))).toEqual({ AB1: "unknown", CD2: "verified" });
  const sent = world.sent.filter(({ cars }) => cars[0]?.licenseNumber === "AB1");
  expect(sent).toHaveLength(3);
  expect(sent[1]?.at).toBeGreaterThan(sent[0]?.at ?? 0);
  expect(remembered(world)).toEqual(["AB1?", "CD2"]);
});

it("G9: a reported failure of a car that was sent before waits for a list that lags", async () => {
  const world = new World();
  world.show = (rows) => (world.clock.passed < 40_000 ? [] : rows);
  world.behaviour = (request) => {
    if (world.sent.length === 1) {
      world.obey(request);
      return LOST;
    }
    return failed({ licenseNumber: "AB1", error: "already exists" });
  };
  expect(outcomes(await world.apply(adds("AB1")))).toEqual({ AB1: "verified" });
  expect(world.sent).toHaveLength(2);
});

it("G7: a server that confirms without doing ends the run after two batches, and no car was lost for it", async () => {
  const world = new World().put(["OLD1"]);
  world.settings = { ...DEFAULT_INTERFACE, batchSize: 2 };
  world.behaviour = () => ACKNOWLEDGED;
  const result = await world.apply(planOf(["global", { add: plates(4), delete: ["OLD1"] }]));
  expect(result.alarms[0]?.message).toContain("confirms changes that have no effect");
  expect(result.scopes[0]?.counts).toMatchObject({ unknown: 4, notSent: 1 });
  expect(world.sent.map(({ cars }) => cars.length)).toEqual([2, 2]);
  expect(world.plates()).toEqual(["OLD1"]);
  expect(remembered(world)).toEqual(["P0000?", "P0001?", "P0002?", "P0003?"]);
});

it("V6: an add that was seen and is gone when the deletes are read back is unknown, not verified", async () => {
  const world = new World().put(["D1", "D2", "D3"]);
  world.behaviour = (request) => {
    if (request.action === "delete" && request.cars.length > 1) world.list().delete("AB1");
    return undefined;
  };
  const result = await world.apply(planOf(["global", { add: ["AB1"], delete: ["D1", "D2", "D3"] }]));
  expect(outcomes(result)).toMatchObject({ AB1: "unknown", D1: "verified", D3: "verified" });
  expect(resultsOf(result)[0]?.error).toBe("it was on the list, and went off it with a delete of this run");
});

it("V6: the same for an add that a reading showed, and the next one does not", async () => {
  const world = new World();
  world.show = (rows) => rows.filter((row) => row === (world.clock.passed < 400 ? "AB1" : "CD2"));
  const result = await world.apply(adds("AB1", "CD2"));
  expect(outcomes(result)).toEqual({ AB1: "unknown", CD2: "verified" });
  expect(resultsOf(result)[0]?.error).toBe("it was on the list, and the last reading does not show it");
});

it("confirmed cars are unknown when the list cannot be read back, and only that list is closed", async () => {
  const world = new World().put(["B2"], "account:2");
  world.show = (rows, { sent }, scope) => {
    if (scope === "account:1" && sent.length > 0) throw unreadable();
    return rows;
  };
  const result = await world.apply(
    planOf(["account:1", { add: ["A1"] }], ["account:2", { add: ["A2"], delete: ["B2"] }]),
  );
  expect(outcomes(result)).toEqual({ A1: "unknown", A2: "verified", B2: "verified" });
  expect(resultsOf(result)[0]?.error).toBe(
    "the server confirmed it, and the list could not be read back: GET /api/cars failed",
  );
});

it.each([
  ["again until the settle time is over", unreadable(), 30_000],
  ["no second time where the server does not let us", new InterfaceError("no", { kind: "auth", status: 401 }), 0],
] as const)("a list that cannot be read back is read %s", async (_, error, passed) => {
  const world = new World();
  world.show = (rows) => {
    if (world.sent.length > 0) throw error;
    return rows;
  };
  world.behaviour = () => failed({ licenseNumber: "CD2", error: "no" });
  expect(outcomes(await world.apply(adds("AB1", "CD2")))).toEqual({ AB1: "unknown", CD2: "rejected" });
  expect(world.clock.passed).toBe(passed);
});

it("what the server refused after a lost request is unknown, too, where the list cannot be read back", async () => {
  const world = new World();
  world.behaviour = () => (world.sent.length === 1 ? LOST : failed({ licenseNumber: "AB1", error: "no" }));
  world.options = { settleMs: 0 };
  world.show = (rows) => {
    if (world.sent.length > 1) throw unreadable();
    return rows;
  };
  const [result] = resultsOf(await world.apply(adds("AB1")));
  expect(result).toMatchObject({
    outcome: "unknown",
    error: "the server refused it (`no`), and the list could not be read back: GET /api/cars failed",
  });
});

const NORMALISERS: [string, (plate: string) => string, "verified" | "rejected"][] = [
  ["upper case", (plate) => plate.toUpperCase(), "verified"],
  ["no spaces", (plate) => plate.replaceAll(" ", ""), "verified"],
  ["no hyphens", (plate) => plate.replaceAll("-", ""), "verified"],
  ["0 for O", (plate) => plate.replaceAll("O", "0"), "rejected"],
  ["cut to six", (plate) => plate.slice(0, 6), "rejected"],
  ["a country before it", (plate) => `DK${plate}`, "rejected"],
];

it.each(NORMALISERS)("a server with its own spelling: %s", async (_, normalise, expected) => {
  const ours = "ao-1 2345";
  const world = new World();
  world.behaviour = (request) =>
    world.obey({
      ...request,
      cars: request.cars.map((car) => ({ ...car, licenseNumber: normalise(car.licenseNumber.toUpperCase()) })),
    });
  const [result] = resultsOf(await world.apply(adds(ours)));
  expect(result?.outcome).toBe(expected);
  if (expected === "rejected") expect(result?.error).toContain(normalise(ours.toUpperCase()));
});

it.each<[string, Readonly<Record<string, readonly string[]>>, readonly (string | undefined)[]]>([
  ["the only one, whatever it is", { AB1234: ["ZZ9999"] }, ["ZZ9999"]],
  ["none of two that it is as likely", { AB1234: ["XYZW1234", "KLMN1234"] }, [undefined]],
  ["the one of two that has its digits", { AB1234: ["ZZ9999", "XYZW1234"] }, ["XYZW1234"]],
  [
    "for each of two cars that with its digits",
    { AB1234: ["XYZW1234"], CD5678: ["KLMN5678"] },
    ["XYZW1234", "KLMN5678"],
  ],
  ["none where it may be either of two cars'", { AB1234: ["ZZ9999"], CD5678: [] }, [undefined, undefined]],
  ["one that holds all of its four characters", { AB12: ["ZAB123", "YY77"] }, ["ZAB123"]],
  ["none that holds only three", { AB1: ["ZAB12", "YY77"] }, [undefined]],
])("of the rows that come instead of cars, a car is taken for %s", async (_, rows, twins) => {
  const world = new World();
  world.behaviour = ({ cars, ...rest }) => {
    const instead = cars.flatMap(({ licenseNumber }) => rows[licenseNumber] ?? []);
    return world.obey({ ...rest, cars: instead.map((licenseNumber) => ({ licenseNumber, features: [] })) });
  };
  const results = resultsOf(await world.apply(adds(...Object.keys(rows))));
  expect(results.map(({ outcome }) => outcome)).toEqual(twins.map((twin) => (twin ? "rejected" : "unknown")));
  for (const [at, twin] of twins.entries()) expect(results[at]?.error).toContain(twin ?? "did not list it");
  const written = world.journal.flatMap((entry) => (entry.kind === "outcome" ? entry.cars : []));
  for (const twin of twins) if (twin) expect(written).toContainEqual(expect.objectContaining({ noEffect: true, twin }));
});

it.each([
  ["came with the add in an earlier run, is not deleted while the add does not show", "AB0123", "rejected", "not-sent"],
  ["was there before the add, is deleted: nothing says that it is ours", undefined, "unknown", "verified"],
])("E3: a server with its own spelling: a row that %s", async (_, twin, added, outcome) => {
  const world = new World().put(["AB0123", "ZZ9"]);
  world.behaviour = ({ action, ...rest }) =>
    action === "add" ? world.obey({ ...rest, action, cars: rest.cars.filter(isOther) }) : undefined;
  const earlier = { licenseNumber: "ABO123", action: "add", ...(twin && { twin }) } as const;
  const withoutEffect = new Map([[keyOf("ABO123"), earlier]]);
  const known = {
    entries: new Map(),
    lastCount: 2,
    touched: true,
    wasRead: true,
    withoutEffect,
    notAdded: new Set([keyOf("ABO123")]),
  };
  world.options = { memory: new Map([["global", known]]) };
  const plan = planOf(["global", { add: ["ABO123", "CD4"], delete: ["AB0123", "ZZ9"] }]);
  const result = await world.apply(plan);
  expect(outcomes(result)).toEqual({ ABO123: added, CD4: "verified", AB0123: outcome, ZZ9: "verified" });
});

function isOther({ licenseNumber }: { readonly licenseNumber: string }): boolean {
  return licenseNumber !== "ABO123";
}
