import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Server, schemaOf, startPostgres } from "../state/postgres/server.ts";
import { accountFleet, type Ended, type Place, place } from "./harness.ts";

/** `SCALE=400x100` (accounts, cars of each) prints the figures of docs/scale.md. */
const [ACCOUNTS = 40, CARS = 20] = (process.env["SCALE"] ?? "40x20").split("x").map(Number);
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

async function fleet(address: string): Promise<Place> {
  const accounts = IDS.map((baId) => ({ baId, cars: [] }));
  const start = { mode: "billing-account", start: { accounts }, chaos: SLOW } as const;
  const here = await place(start, { PLATECTL_STATE: address });
  const carsOf = (baId: string) => Array.from({ length: CARS }, (_, at) => `A${baId}X${at}`);
  here.write("fleet.yaml", accountFleet(Object.fromEntries(IDS.map((baId) => [baId, carsOf(baId)]))));
  return here;
}

function worker(here: Place, index: number, of: number) {
  const allowed = `--allow-adds=${ACCOUNTS * CARS}`;
  return here.start("apply", "--auto-approve", "--quiet", allowed, "--shard", `${index}/${of}`, "--concurrency", "4");
}

function addedCars(here: Place): number {
  return here.sandbox.requests.filter(({ method, path }) => method === "POST" && path.includes("/cars")).length;
}

async function expectConverged(here: Place, address: string): Promise<void> {
  const { code, stdout, stderr } = await here.run("plan");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toContain("No changes");
  expect(await server.sql(`select from ${schemaOf(address)}.holder`)).toEqual([]);
}

describe("many workers over one state", () => {
  it("workers on parts of the accounts share one state, and their speed adds up", async () => {
    for (const workers of [1, 2, 4]) {
      const address = server.address();
      const here = await fleet(address);
      const start = performance.now();
      const runs = Array.from({ length: workers }, (_, at) => worker(here, at + 1, workers).ended);
      const ended: readonly Ended[] = await Promise.all(runs);
      const seconds = (performance.now() - start) / 1000;
      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
      const [row] = await server.sql(
        `select count(*)::int as lines, sum(length(line))::int as bytes, pg_total_relation_size('${schemaOf(address)}.record')::int as disk from ${schemaOf(address)}.record`,
      );
      const figures = { workers, seconds: seconds.toFixed(1), requests: here.sandbox.requests.length, ...row };
      if (process.env["SCALE"]) process.stderr.write(`${JSON.stringify(figures)}\n`);
      await expectConverged(here, address);
      if (process.env["SCALE"]) process.stderr.write(`with a plan: ${here.sandbox.requests.length} requests\n`);
    }
  });

  it("half of the workers are killed at any time; one run more, and everything is as desired and no lock is left", async () => {
    const address = server.address();
    const here = await fleet(address);
    const workers = [1, 2, 3, 4].map((index) => worker(here, index, 4));
    await here.written(Math.ceil(ACCOUNTS / 3));
    for (const { child } of workers.slice(0, 2)) child.kill("SIGKILL");
    const ended = await Promise.all(workers.map((run) => run.ended));
    expect(ended.slice(2).map(({ code }) => code)).toEqual([0, 0]);
    const before = addedCars(here);
    const again = await here.start("apply", "--auto-approve", "--quiet", `--allow-adds=${ACCOUNTS * CARS}`).ended;
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: "" });
    if (process.env["SCALE"]) process.stderr.write(`${JSON.stringify({ before, after: addedCars(here) })}\n`);
    // Each account is one request: what was answered before the kill is not sent again, and what was in flight may be.
    expect(addedCars(here)).toBeLessThanOrEqual(ACCOUNTS + 2 * 4);
    await expectConverged(here, address);
  });
});
