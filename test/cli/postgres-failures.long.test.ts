import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cuttingProxy } from "../state/postgres/cutting-proxy.ts";
import { type FillableServer, startFillable } from "../state/postgres/full-disk.ts";
import { schemaOf } from "../state/postgres/server.ts";
import { accountFleet, type Place, place, plates, writesTo } from "./harness.ts";

let server: FillableServer;
beforeAll(async () => {
  server = await startFillable();
});
afterAll(() => server.close());

/** Each car is a request of its own, so that a run has a middle. */
const ONE_BY_ONE = "interface: { batchSize: 1 }\n";
const APPLY = ["apply", "--auto-approve", "--quiet", "--allow-adds=999", "--settle-time", "0"] as const;

interface World extends Place {
  readonly schema: string;
  /** What the schema holds. */
  dump(): Promise<unknown>;
}

/** A fleet whose state has one run behind it already. */
async function fleetWith(cars: readonly string[], address = server.address()): Promise<World> {
  const start = { accounts: [{ baId: "4711", cars: ["OLD1"] }] };
  const here = await place({ mode: "billing-account", start }, { PLATECTL_STATE: address });
  const schema = schemaOf(address);
  here.write("fleet.yaml", accountFleet({ "4711": ["OLD1", "OLD2"] }, ONE_BY_ONE));
  expect(await here.run(...APPLY)).toMatchObject({ code: 0, stderr: "" });
  here.write("fleet.yaml", accountFleet({ "4711": ["OLD1", "OLD2", ...cars] }, ONE_BY_ONE));
  const tables = ["journal", "holder", "list_lock", "record"];
  return {
    ...here,
    schema,
    dump: () => Promise.all(tables.map((table) => server.sql(`select * from ${schema}.${table}`))),
  };
}

/** Cars that were sent, as often as they were. */
function sent(here: Place): string[] {
  return here.sandbox.requests.flatMap(({ body }) =>
    [...(JSON.stringify(body) ?? "").matchAll(/NEW[0-9]+/g)].map(([plate]) => plate),
  );
}

function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** As if a minute had gone by since a run elsewhere was lost. */
function expireLocks({ schema }: World): Promise<unknown> {
  return server.sql(
    `update ${schema}.holder set seen_at = seen_at - interval '61 seconds', facts = jsonb_set(facts, '{host}', '"pod-1"')`,
  );
}

async function expectDone(here: World, cars: readonly string[]): Promise<void> {
  expect(await here.run(...APPLY)).toMatchObject({ code: 0, stderr: "" });
  expect(sent(here).sort()).toEqual([...cars].sort());
  expect((await here.run("plan")).stdout).toContain("No changes");
  expect(await server.sql(`select from ${here.schema}.holder`)).toEqual([]);
}

describe("a database that fails under a run", () => {
  const cars = plates("NEW", 30);

  it("H3: a server that stays away ends the run, and what was sent is not sent again", async () => {
    const here = await fleetWith(cars);
    const stopped = here.written(6).then(() => server.stop("kill"));
    const run = await here.run(...APPLY);
    await stopped;
    await server.start();
    expect(run.code).toBe(9);
    expect(unwrapped(run.stdout)).toMatch(
      /nothing is sent that the state cannot record first: Cannot write the state postgres:[^ ]+: nothing listens there \(ECONNREFUSED\)/,
    );
    expect(sent(here).length).toBeLessThan(cars.length);
    await expireLocks(here);
    await expectDone(here, cars);
  });

  it("H3: a disk that becomes full ends the run, which sends nothing that is not recorded; with room again the next one goes on", async () => {
    const here = await fleetWith(cars);
    await server.fill(here.schema);
    const run = await here.run(...APPLY);
    const before = sent(here);
    const recorded = JSON.stringify(await here.dump());
    await server.free(here.schema);
    expect(run.code).toBe(9);
    expect(unwrapped(run.stdout)).toMatch(/Cannot write the state postgres:[^ ]+: the server's disk is full \(53100\)/);
    expect(before.length).toBeLessThan(cars.length);
    expect(before.filter((plate) => !recorded.includes(plate))).toEqual([]);
    await expectDone(here, cars);
  });
});

describe("a database that a run cannot write to", () => {
  const cars = ["NEW1", "NEW2"];

  /** A run that ends before it sends anything, and leaves everything in the database as it was. */
  async function expectRefused(here: World, words: RegExp): Promise<void> {
    const before = await here.dump();
    const writes = writesTo(here.sandbox).length;
    const run = await here.run(...APPLY);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 3, stdout: "" });
    expect(unwrapped(run.stderr)).toMatch(words);
    expect(run.stderr).toContain("Nothing was sent.");
    expect(run.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(writesTo(here.sandbox)).toHaveLength(writes);
    expect(await here.dump()).toEqual(before);
  }

  it("the tables of a newer platectl are refused by every command with 3, and stay as they are", async () => {
    const here = await fleetWith(cars);
    await server.sql(`update ${here.schema}.journal set version = 99`);
    const words =
      /The tables of postgres:[^ ]+ have version 99; this platectl knows version \d+\. Use a newer platectl\./;
    await expectRefused(here, words);
    for (const args of [["plan"], ["state", "show"], ["history", "OLD2"], ["audit"]]) {
      const { code, stderr } = await here.run(...args);
      expect({ args, code, stderr: unwrapped(stderr) }).toMatchObject({
        args,
        code: 3,
        stderr: expect.stringMatching(words),
      });
    }
    await server.sql(`update ${here.schema}.journal set version = 4, format = 99`);
    await expectRefused(here, /format version 99/);
    expect(sent(here)).toEqual([]);
  });
});

describe("a connection that is lost", () => {
  const cars = plates("NEW", 20);

  it.each([
    ["before", "once"],
    ["after", "once"],
    ["before", "for good"],
    ["after", "for good"],
  ] as const)(
    "V7: lost at any statement, %s it is answered, %s: one run more at most, and no car is sent twice",
    async (moment, how) => {
      const codes = new Set<number | null>();
      let cuts = 0;
      for (let at = 1; ; at += 1) {
        const here = await fleetWith(cars);
        const proxy = await cuttingProxy(server.port, at, moment, how === "for good");
        const through = here.env["PLATECTL_STATE"]?.replace(`:${server.port}/`, `:${proxy.port}/`) ?? "";
        const run = await here.run(...APPLY, "--state", through);
        await proxy.close();
        codes.add(run.code);
        if (run.code === 3) expect(sent(here), `cut ${at}`).toEqual([]);
        if (how === "once") expect({ at, ...run }).toMatchObject({ at, code: 0, stderr: "" });
        else await expireLocks(here);
        await expectDone(here, cars);
        if (!proxy.wasCut()) break;
        cuts += 1;
      }
      expect(cuts).toBeGreaterThan(15);
      if (how === "for good") expect([...codes].sort()).toEqual([0, 3, 9]);
    },
  );
});
