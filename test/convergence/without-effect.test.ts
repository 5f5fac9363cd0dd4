import { expect, it } from "vitest";
import type { Plan } from "../../src/plan/index.ts";
import type { WriteRequest } from "../../src/run/ports/index.ts";
import { response } from "../apply/world.ts";
import { accountsFile, globalFile, numbered, Town } from "./town.ts";

const LIVE = numbered("C", 0, 9);

/** A server that confirms everything, and does nothing about these cars until it has healed. */
function ignoring(town: Town, ...plates: readonly string[]): { isHealed: boolean } {
  const server = { isHealed: false };
  town.fault = (request) => {
    if (server.isHealed) return undefined;
    return town.obey({ ...request, cars: request.cars.filter(({ licenseNumber }) => !plates.includes(licenseNumber)) });
  };
  return server;
}

function platesOf({ cars }: WriteRequest): string[] {
  return cars.map(({ licenseNumber }) => licenseNumber);
}

function warningsOf(plan: Plan | undefined): string[] {
  return (plan?.warnings ?? []).filter(({ code }) => code === "undone-again").map(({ message }) => message);
}

async function refusedOnce(town: Town, run: number): Promise<void> {
  const failures = [{ licenseNumber: "AB1", error: "busy" }];
  town.fault = () => (run === 3 ? response(207, { failures }) : undefined);
  await town.apply(globalFile(["AB1"]));
  town.list().delete("AB1");
}

async function lastedOnce(town: Town, run: number): Promise<void> {
  await town.apply(globalFile(["AB1", `N${run}`]));
  if (run !== 2) town.list().delete("AB1");
}

async function ignored(town: Town): Promise<void> {
  ignoring(town, "AB1");
  await town.apply(globalFile(["AB1"]));
}

it("E4: a car that somebody takes off after every run is added by every run", async () => {
  const town = new Town();
  const warned: number[] = [];
  for (let run = 1; run <= 10; run += 1) {
    const { writes, plan } = await town.apply(globalFile(["AB1", "STAYS"]));
    expect(writes, `run ${run}`).toBe(1);
    if (warningsOf(plan).length > 0) warned.push(run);
    town.list().delete("AB1");
  }
  expect(warned).toEqual([4, 5, 6, 7, 8, 9, 10]);
  expect(warningsOf((await town.plan(globalFile(["AB1", "STAYS"]))).plan)).toEqual([
    "global: `AB1` was added and found gone in each of the last 3 runs that changed this list; who or what undoes it?",
  ]);
});

it.each<[string, (town: Town, run: number) => Promise<unknown>]>([
  ["that the file takes off and puts back", (town, run) => town.apply(globalFile(run % 2 === 0 ? ["AB1"] : []))],
  ["that was refused in between", (town, run) => refusedOnce(town, run)],
  ["that lasted while a run changed something else", (town, run) => lastedOnce(town, run)],
  ["that the server ignores", (town) => ignored(town)],
])("no warning says that somebody undoes a car %s", async (_, runOf) => {
  const town = new Town();
  for (let run = 1; run <= 4; run += 1) await runOf(town, run);
  expect(warningsOf((await town.plan(globalFile(["AB1"]))).plan)).toEqual([]);
});

it("E4: a car that somebody puts back after every run is deleted by every run", async () => {
  const town = new Town();
  for (let run = 1; run <= 10; run += 1) {
    town.put(["D1", "KEEP"]);
    const { exitCode, writes, plan } = await town.apply(globalFile(["KEEP"]));
    expect([exitCode, writes]).toEqual([0, 1]);
    expect(warningsOf(plan)).toEqual(run <= 3 ? [] : [expect.stringContaining("`D1` was deleted and found back")]);
  }
});

it.each([3, 5, 9])(
  "E4, V7: a server ignores one car for %i of ten runs, each of which sends it, and the next brings it on the list",
  async (runs) => {
    const town = new Town().put(LIVE);
    const server = ignoring(town, "XX123");
    for (let run = 1; run <= 10; run += 1) {
      server.isHealed = run > runs;
      const { exitCode, results } = await town.apply(globalFile([...LIVE, "XX123", ...numbered("N", 1, run)]));
      // The first run cannot tell that the list is not late; an hour later it is not.
      await town.clock.sleep(60 * 60_000);
      expect(exitCode, `run ${run}`).toBe(run > runs ? 0 : run === 1 ? 10 : 9);
      if (run > runs) expect(town.plates()).toContain("XX123");
      else {
        const seen = "the server confirmed it and did not list it within 2 s (--settle-time)";
        const error = run === 1 ? seen : `${seen}, as in an earlier run`;
        expect(results).toContainEqual(expect.objectContaining({ licenseNumber: "XX123", error }));
        expect(town.sent.flatMap(platesOf)).toContain("XX123");
      }
    }
    expect((await town.apply(globalFile([...LIVE, "XX123", ...numbered("N", 1, 10)]))).writes).toBe(0);
  },
);

it("E4: a car that had no effect goes alone and after all others, until it is done", async () => {
  const town = new Town().put(LIVE);
  const server = ignoring(town, "AA1", "AA2");
  await town.apply(globalFile([...LIVE, "AA1", "AA2", "N1"]));
  await town.apply(globalFile([...LIVE, "AA1", "AA2", "N1", "N2", "N3"]));
  expect(town.sent.map(platesOf)).toEqual([["N2", "N3"], ["AA1"], ["AA2"]]);
  server.isHealed = true;
  expect((await town.apply(globalFile([...LIVE, "AA1", "AA2", "N1", "N2", "N3"]))).exitCode).toBe(0);
  town.list().delete("AA1");
  town.list().delete("N1");
  await town.apply(globalFile([...LIVE, "AA1", "AA2", "N1", "N2", "N3"]));
  expect(town.sent.map(platesOf)).toEqual([["AA1", "N1"]]);
});

it("E4: of many cars that had no effect, twenty requests are made at most", async () => {
  const many = numbered("AA", 0, 49);
  const town = new Town().put(LIVE);
  ignoring(town, ...many);
  const options = { allowances: { adds: 60 } };
  await town.apply(globalFile([...LIVE, ...many, "N1"]), options);
  await town.apply(globalFile([...LIVE, ...many, "N1", "N2"]), options);
  expect(town.sent.map(({ cars }) => cars.length)).toEqual([1, ...Array.from({ length: 16 }, () => 3), 2]);
});

it("E4: a run that was interrupted forgets nothing of what had no effect before", async () => {
  const town = new Town().put(LIVE);
  ignoring(town, "AA1");
  await town.apply(globalFile([...LIVE, "AA1", "N1"]));
  const stop = new AbortController();
  const obey = town.fault;
  town.fault = (request) => {
    if (platesOf(request).includes("AA1")) stop.abort();
    return obey(request);
  };
  await town.apply(globalFile([...LIVE, "AA1", "N1"]), { stop: stop.signal });
  town.fault = obey;
  await town.apply(globalFile([...LIVE, "AA1", "N1", "N2"]));
  expect(town.sent.map(platesOf)).toEqual([["N2"], ["AA1"]]);
});

it("features that the file changes back and forth are sent each time", async () => {
  const town = new Town();
  for (let run = 1; run <= 8; run += 1) {
    const features = run % 2 === 1 ? "[LEASING]" : "[]";
    const file = globalFile([`{ licenseNumber: AB1, features: ${features} }`]);
    expect(await town.apply(file), `run ${run}`).toMatchObject({ exitCode: 0, writes: 1 });
  }
});

it("G7: a car that the server ignores does not stop the others, and deletes continue", async () => {
  const rest = numbered("OLD", 1, 6);
  const town = new Town().put(rest);
  town.fault = ({ action }) => (action === "add" ? response(204) : undefined);
  for (let run = 1; run <= 5; run += 1) {
    const { exitCode } = await town.apply(globalFile(["GHOST", ...rest.slice(run)]));
    expect(exitCode).toBe(10);
    if (run > 1) expect(town.plates()).toEqual(rest.slice(run));
  }
  town.fault = () => undefined;
  expect((await town.apply(globalFile(["GHOST"]))).exitCode).toBe(0);
});

it("G7, G12: deletes that the server ignored are not the first to be tried, and stop those of no other list", async () => {
  const ignored = ["XX1", "XX2", "XX3", "XX4"];
  const town = new Town().put([...ignored, "K1"], "account:4711").put(["OLD1", "OLD2", "OLD3", "K2"], "account:4712");
  const server = ignoring(town, ...ignored);
  const apply = (...listed: readonly string[]) =>
    town.apply(accountsFile({ 4711: ["K1"], 4712: [...listed, "K2"] }), { allowances: { deletes: 99 } });
  // Each of these runs finds one of them out, and stops.
  for (const _ of ignored) await apply("OLD1", "OLD2", "OLD3");
  await apply("OLD3");
  expect(town.plates("account:4712")).toEqual(["K2", "OLD3"]);
  expect(town.sent.map(platesOf)).toContainEqual(["XX4"]);
  expect(town.sent.map(platesOf)[0]).toEqual(["OLD1"]);
  server.isHealed = true;
  expect((await apply("OLD3")).exitCode).toBe(0);
  expect(town.plates("account:4711")).toEqual(["K1"]);
});

it("R6: what a list shows late is unknown, and the next run says that the list is late, once", async () => {
  const town = new Town().put(LIVE);
  const isLate = { is: true };
  const rows = new Map(town.list());
  town.shows = () => (isLate.is ? rows : town.list());
  const file = globalFile([...LIVE.slice(1), "N1", "N2"]);
  const late = await town.apply(file);
  expect(late.exitCode).toBe(10);
  expect(new Set(late.results.map(({ outcome }) => outcome))).toEqual(new Set(["unknown", "not-sent"]));
  expect((await town.apply(file)).exitCode).toBe(10);
  isLate.is = false;
  const warnings = async () => {
    const { plan } = await town.apply(file);
    return (plan?.warnings ?? []).filter(({ code }) => code === "shown-late").map(({ message }) => message);
  };
  expect(await warnings()).toEqual([
    expect.stringMatching(/^global: 3 changes that an earlier run sent.*--settle-time$/),
  ]);
  expect(await warnings()).toEqual([]);
  expect(town.plates()).toEqual([...LIVE.slice(1), "N1", "N2"]);
});
