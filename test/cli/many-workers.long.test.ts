import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Server, schemaOf, startPostgres } from "../state/postgres/server.ts";
import { accountFleet, type Ended, type Place, place } from "./harness.ts";

/** `SCALE=400x100` (accounts, cars of each) prints the figures of docs/ci.md. */
const [ACCOUNTS = 40, CARS = 20] = (process.env["SCALE"] ?? "40x20").split("x").map(Number);
/** How many side by side, one trial after the other; `WORKERS=16` tries others. */
const WORKERS = (process.env["WORKERS"] ?? "1,2,4").split(",").map(Number);
const MOST = Math.max(...WORKERS);
/** A server some way off, which is why several workers help. */
const SLOW = {
  latency: [40, 60],
  reset: 0,
  lost: 0,
  unavailable: 0,
  tooMany: 0,
  drip: 0,
  cut: 0,
  failingCars: 0,
} as const;

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const IDS = Array.from({ length: ACCOUNTS }, (_, at) => String(1000 + at));

/** What the server was asked, over all runs; it remembers the last 1,000 requests only. */
interface Counted extends Place {
  readonly count: { requests: number; adds: number };
}

async function fleet(address: string): Promise<Counted> {
  const accounts = IDS.map((baId) => ({ baId, cars: [] }));
  const count = { requests: 0, adds: 0 };
  const log = (line: string): void => {
    count.requests += 1;
    if (/^POST .*\/cars/.test(line)) count.adds += 1;
  };
  const start = { mode: "billing-account", start: { accounts }, chaos: SLOW, log } as const;
  const here = await place(start, { PLATECTL_STATE: address });
  const carsOf = (baId: string) => Array.from({ length: CARS }, (_, at) => `A${baId}X${at}`);
  here.write("fleet.yaml", accountFleet(Object.fromEntries(IDS.map((baId) => [baId, carsOf(baId)]))));
  return { ...here, count };
}

function worker(here: Place, index: number, of: number) {
  const allowed = `--allow-adds=${ACCOUNTS * CARS}`;
  return here.start("apply", "--auto-approve", "--quiet", allowed, "--shard", `${index}/${of}`, "--concurrency", "4");
}

/** A worker that applies its part of the sealed plan. */
function hand(here: Place, index: number, of: number) {
  const part = ["plan.json", "--shard", `${index}/${of}`, "--report", `report-${index}.json`];
  return here.start("apply", ...part, `--allow-adds=${ACCOUNTS * CARS}`, "--quiet", "--concurrency", "4");
}

// A line names a car without features by its plate alone.
function carsInIntents(address: string) {
  return server.sql(
    `select count(*)::int as cars, count(distinct coalesce(car ->> 'licenseNumber', car #>> '{}'))::int as distinct from ${schemaOf(address)}.record,
       jsonb_array_elements(line::jsonb -> 'record' -> 'entries') entry, jsonb_array_elements(entry -> 'cars') car
       where entry ->> 'kind' = 'intent'`,
  );
}

async function expectConverged(here: Place, address: string): Promise<void> {
  const { code, stdout, stderr } = await here.run("plan");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toContain("No changes");
  expect(await server.sql(`select from ${schemaOf(address)}.holder`)).toEqual([]);
}

describe("many workers over one state", () => {
  it("workers apply their parts of one sealed plan over one state, and their speed adds up", async () => {
    for (const workers of WORKERS) {
      const address = server.address();
      const here = await fleet(address);
      const before = performance.now();
      expect(
        (await here.run("plan", "--plan-file", "plan.json", "--quiet", `--allow-adds=${ACCOUNTS * CARS}`)).code,
      ).toBe(0);
      const start = performance.now();
      const runs = Array.from({ length: workers }, (_, at) => hand(here, at + 1, workers).ended);
      const ended: readonly Ended[] = await Promise.all(runs);
      const seconds = (performance.now() - start) / 1000;
      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
      if (process.env["SCALE"]) process.stderr.write(`plan: ${((start - before) / 1000).toFixed(1)} s\n`);
      // Nothing leaves without an intent: as many cars in intents as there are says that none was sent twice.
      expect(await carsInIntents(address)).toEqual([{ cars: ACCOUNTS * CARS, distinct: ACCOUNTS * CARS }]);
      const [row] = await server.sql(
        `select count(*)::int as lines, sum(length(line))::int as bytes, pg_total_relation_size('${schemaOf(address)}.record')::int as disk from ${schemaOf(address)}.record`,
      );
      const figures = { workers, seconds: seconds.toFixed(1), ...here.count, ...row };
      if (process.env["SCALE"]) process.stderr.write(`${JSON.stringify(figures)}\n`);
      await expectConverged(here, address);
      if (process.env["SCALE"]) process.stderr.write(`with a plan: ${here.count.requests} requests\n`);
    }
  });

  it("half of the workers are killed at any time; one run more, and everything is as desired and no lock is left", async () => {
    const address = server.address();
    const here = await fleet(address);
    const workers = Array.from({ length: MOST }, (_, at) => worker(here, at + 1, MOST));
    await here.written(Math.ceil(ACCOUNTS / 3));
    for (const { child } of workers.slice(0, MOST / 2)) child.kill("SIGKILL");
    const ended = await Promise.all(workers.map((run) => run.ended));
    expect(ended.slice(MOST / 2).filter(({ code }) => code !== 0)).toEqual([]);
    const before = here.count.adds;
    const again = await here.start("apply", "--auto-approve", "--quiet", `--allow-adds=${ACCOUNTS * CARS}`).ended;
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: "" });
    if (process.env["SCALE"]) process.stderr.write(`${JSON.stringify({ before, after: here.count.adds })}\n`);
    // Each account is one request: what was answered before the kill is not sent again, and what was in flight may be.
    expect(here.count.adds).toBeLessThanOrEqual(ACCOUNTS + (MOST / 2) * 4);
    await expectConverged(here, address);
  });

  it("a worker of three is killed; its shard runs once more, and one merged report says that all is done", async () => {
    const address = server.address();
    const here = await fleet(address);
    expect((await here.run("plan", "--plan-file", "plan.json", "--quiet")).code).toBe(0);
    const hands = [1, 2, 3].map((index) => hand(here, index, 3));
    await here.written(Math.ceil(ACCOUNTS / 4));
    hands[1]?.child.kill("SIGKILL");
    const ended = await Promise.all(hands.map((one) => one.ended));
    expect([ended[0]?.code, ended[2]?.code]).toEqual([0, 0]);
    const early = await here.run("report", "merge", "report-1.json", "report-3.json");
    expect(early.code).toBe(10);
    expect(early.stdout).toContain("The report of shard 2/3 is missing");
    const again = await hand(here, 2, 3).ended;
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: "" });
    const merged = await here.run("report", "merge", "report-1.json", "report-2.json", "report-3.json", "--json");
    expect(merged.code).toBe(0);
    expect(JSON.parse(merged.stdout)).toMatchObject({ exitCode: 0, shards: { of: 3, missing: [] } });
    // The killed worker had at most four requests in flight; nothing else is sent twice.
    expect(here.count.adds).toBeLessThanOrEqual(ACCOUNTS + 4);
    await expectConverged(here, address);
  });

  it("cars that move between the lists of workers side by side arrive first, and leave by the next run of each worker", async () => {
    const address = server.address();
    const accounts = IDS.map((baId, at) => ({ baId, cars: [`KEEP${at}`, `MOVE${at}`] }));
    const start = { mode: "billing-account", start: { accounts }, chaos: SLOW } as const;
    const here = await place(start, { PLATECTL_STATE: address });
    // Each account's car goes to the next account: most of them to a list of another worker.
    const wanted = IDS.map((baId, at) => [baId, [`KEEP${at}`, `MOVE${(at + 1) % IDS.length}`]]);
    here.write("fleet.yaml", accountFleet(Object.fromEntries(wanted)));
    const allowed = [`--allow-deletes=${ACCOUNTS}`, `--allow-adds=${ACCOUNTS}`, "--quiet"];
    expect((await here.run("plan", "--plan-file", "plan.json", ...allowed)).code).toBe(0);
    for (let turn = 1; turn <= 2; turn += 1) {
      const runs = [1, 2, 3].map(
        (index) => here.start("apply", "plan.json", "--shard", `${index}/3`, ...allowed).ended,
      );
      const ended = await Promise.all(runs);
      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
      for (const [at, baId] of IDS.entries())
        expect(here.sandbox.model.plates(`account:${baId}`)).toContain(`MOVE${(at + 1) % IDS.length}`);
    }
    await expectConverged(here, address);
    const lists = IDS.map((baId) => here.sandbox.model.plates(`account:${baId}`).length);
    expect(lists).toEqual(IDS.map(() => 2));
  });
});
