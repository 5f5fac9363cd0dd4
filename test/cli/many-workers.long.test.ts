import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Server, schemaOf, startPostgres } from "../state/postgres/server.ts";
import { accountFleet, type Ended, type Place, place, slow } from "./harness.ts";

/** `SCALE=400x100` (accounts, cars of each) prints the figures of docs/ci.md. */
const [ACCOUNTS = 40, CARS = 20] = (process.env["SCALE"] ?? "40x20").split("x").map(Number);
/** How many side by side, one trial after the other; `WORKERS=16` tries others. */
const WORKERS = (process.env["WORKERS"] ?? "1,2,4").split(",").map(Number);
const MOST = Math.max(...WORKERS);

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
  const start = { mode: "billing-account", start: { accounts }, chaos: slow(40, 60), log } as const;
  const here = await place(start, { PLATECTL_STATE: address });
  const carsOf = (baId: string) => Array.from({ length: CARS }, (_, at) => `A${baId}X${at}`);
  here.write("fleet.yaml", accountFleet(Object.fromEntries(IDS.map((baId) => [baId, carsOf(baId)]))));
  return { ...here, count };
}

const ALLOWED = [`--allow-adds=${ACCOUNTS * CARS}`, `--allow-deletes=${ACCOUNTS * CARS}`];

/** Publishes the plan of the fleet file; gives its hash. */
async function publish(here: Place): Promise<string> {
  const { code, stderr } = await here.run("plan", "--publish", "--format", "json", ...ALLOWED);
  expect(code).toBe(0);
  return /Published the plan ([0-9a-f]{64})/.exec(stderr)?.[1] ?? "";
}

/** A worker on a published plan. */
function hand(here: Place, hash: string) {
  return here.start("apply", "--claim", hash, "--concurrency", "4");
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

describe("many workers on one published plan", () => {
  it("workers take its lists one after the other, each car is sent once, and their speed adds up", async () => {
    for (const workers of WORKERS) {
      const address = server.address();
      const here = await fleet(address);
      const before = performance.now();
      const hash = await publish(here);
      const start = performance.now();
      const runs = Array.from({ length: workers }, () => hand(here, hash).ended);
      const ended: readonly Ended[] = await Promise.all(runs);
      const seconds = (performance.now() - start) / 1000;
      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
      if (process.env["SCALE"]) process.stderr.write(`plan: ${((start - before) / 1000).toFixed(1)} s\n`);
      // Nothing leaves without an intent: as many cars in intents as there are says that none was sent twice.
      expect(await carsInIntents(address)).toEqual([{ cars: ACCOUNTS * CARS, distinct: ACCOUNTS * CARS }]);
      const whole = await here.run("report", hash, "--json");
      expect(whole.code).toBe(0);
      expect(JSON.parse(whole.stdout)).toMatchObject({
        exitCode: 0,
        planHash: hash,
        lists: { of: ACCOUNTS, missing: [] },
        counts: { verified: ACCOUNTS * CARS },
      });
      const [row] = await server.sql(
        `select count(*)::int as lines, sum(length(line))::int as bytes, pg_total_relation_size('${schemaOf(address)}.record')::int as disk from ${schemaOf(address)}.record`,
      );
      const figures = { workers, seconds: seconds.toFixed(1), ...here.count, ...row };
      if (process.env["SCALE"]) process.stderr.write(`${JSON.stringify(figures)}\n`);
      await expectConverged(here, address);
    }
  });

  it("a published plan, its workers and its report show no hidden plate (S27)", async () => {
    const address = server.address();
    const start = { accounts: [{ baId: "4711", name: "QX12301", cars: ["QX12302", "qx 123 02", "QX12303"] }] };
    const here = await place(
      { mode: "billing-account", start },
      { PLATECTL_STATE: address, PLATECTL_PLATES: "masked" },
    );
    here.write(
      "fleet.yaml",
      accountFleet({ "4711": ["QX12302", "REJECT12304"] }, "policy: { maxDeletes: { percent: 100 } }\n"),
    );
    const published = await here.run("plan", "--publish");
    const hash = /Published the plan ([0-9a-f]{64})/.exec(published.stderr)?.[1] ?? "";
    const runs = [
      ["report", hash],
      ["apply", "--claim", hash, "--verbose"],
      ["report", hash, "--json"],
      ["report", hash],
    ];
    const ended = [published];
    for (const words of runs) ended.push(await here.run(...words));
    expect(ended.map(({ code }) => code)).toEqual([0, 10, 9, 9, 9]);
    for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toMatch(/1 ?2 ?3 ?0/);
    expect(ended.at(-1)?.stdout).toContain("•••");
  });

  it("half of the workers are killed at any time; the others take their lists when their leases end, and all is done and told", async () => {
    const address = server.address();
    const here = await fleet(address);
    const hash = await publish(here);
    const workers = Array.from({ length: MOST }, () => hand(here, hash));
    await here.written(Math.ceil(ACCOUNTS / 3));
    for (const { child } of workers.slice(0, MOST / 2)) child.kill("SIGKILL");
    // As when the minute of the lease has passed.
    await server.sql(
      `update ${schemaOf(address)}.holder set seen_at = seen_at - interval '1 hour'
      where (facts ->> 'pid')::int = any($1)`,
      [workers.slice(0, MOST / 2).map(({ child }) => child.pid)],
    );
    const ended = await Promise.all(workers.map((run) => run.ended));
    expect(ended.slice(MOST / 2).map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.slice(MOST / 2).map(() => ({ code: 0, stderr: "" })),
    );
    const whole = await here.run("report", hash, "--json");
    expect(JSON.parse(whole.stdout)).toMatchObject({
      exitCode: 0,
      lists: { missing: [] },
      counts: { verified: ACCOUNTS * CARS },
    });
    // What was answered before the kill is not sent again, and what was in flight may be.
    expect(here.count.adds).toBeLessThanOrEqual(ACCOUNTS + (MOST / 2) * 4);
    await expectConverged(here, address);
  });

  it("while lists are missing the report ends with 10 and names what does them", async () => {
    const address = server.address();
    const here = await fleet(address);
    const hash = await publish(here);
    const early = await here.run("report", hash);
    expect(early.code).toBe(10);
    expect(early.stdout).toContain(`${ACCOUNTS} of ${ACCOUNTS} lists are not done`);
    expect(early.stdout.replace(/\s+/g, " ")).toContain(`platectl apply --claim ${hash}`);
  });

  it("cars that move between the lists of workers side by side arrive first, and all leave by the end", async () => {
    const address = server.address();
    const accounts = IDS.map((baId, at) => ({ baId, cars: [`KEEP${at}`, `MOVE${at}`] }));
    const start = { mode: "billing-account", start: { accounts }, chaos: slow(40, 60) } as const;
    const here = await place(start, { PLATECTL_STATE: address });
    // Each account's car goes to the next account, so that each list waits for another one.
    const wanted = IDS.map((baId, at) => [baId, [`KEEP${at}`, `MOVE${(at + 1) % IDS.length}`]]);
    here.write("fleet.yaml", accountFleet(Object.fromEntries(wanted)));
    const hash = await publish(here);
    const runs = [1, 2, 3].map(() => hand(here, hash).ended);
    const ended = await Promise.all(runs);
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
    const whole = await here.run("report", hash, "--json");
    expect(JSON.parse(whole.stdout)).toMatchObject({ exitCode: 0, counts: { verified: 2 * ACCOUNTS, notSent: 0 } });
    await expectConverged(here, address);
  });
});
