import { connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { EXIT } from "../../src/run/exit-code.ts";
import { type Server, startPostgres, startStandby } from "../state/postgres/server.ts";
import { accountsWith, type PublishedFleet, publishedFleet, SLOW } from "./published.ts";

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** So many cars are in one request, which may be sent again when its worker is killed; and so many requests are under way. */
const [CARS, AT_ONCE] = [20, 4];

const fleet = (accounts: number, options: Parameters<typeof publishedFleet>[3] = { chaos: SLOW }) =>
  publishedFleet(server, server.address(), accountsWith(accounts, CARS), options);

async function expectAllWell(runs: readonly ReturnType<PublishedFleet["worker"]>[]): Promise<void> {
  const ended = await Promise.all(runs.map((run) => run.ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: "" })));
}

/** As when the minute of the leases of killed workers has passed. */
function expire({ schema }: PublishedFleet, killed: readonly ReturnType<PublishedFleet["worker"]>[]) {
  return server.sql(
    `update ${schema}.holder set seen_at = seen_at - interval '1 hour' where (facts ->> 'pid')::int = any($1)`,
    [killed.map(({ child }) => child.pid)],
  );
}

async function setReadOnly(how: string): Promise<void> {
  await server.sql(`alter system ${how}`);
  await server.sql("select pg_reload_conf()");
}

async function restart(): Promise<void> {
  await server.stop("kill");
  await server.start();
}

function portOf(balancer: ReturnType<typeof createServer>): number {
  const address = balancer.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** What happens, to how many workers, and how. */
const DISASTERS: readonly (readonly [string, number, () => Promise<void>])[] = [
  ["two of them are killed", 2, async () => undefined],
  ["the database is killed, and is back in time", 0, restart],
  ["the database and two of them are killed", 2, restart],
];

describe("many workers on one published plan", () => {
  it.each([
    [1, 40],
    [2, 40],
    [4, 40],
    [16, 800],
  ])("%i workers take its %i lists one after the other, and each car is sent once", async (workers, accounts) => {
    const here = await fleet(accounts, accounts > 40 ? {} : { chaos: SLOW });
    const hash = await here.publish();
    await expectAllWell(Array.from({ length: workers }, () => here.worker(hash)));
    expect(await here.report(hash)).toMatchObject({ document: { counts: { verified: accounts * CARS } } });
    await here.expectDone(hash);
  });

  it("the database reads a few rows for each list that is taken, and not those of the lists before it", async () => {
    const lists = 400;
    const here = await publishedFleet(server, server.address(), accountsWith(lists, 1), {});
    await expectAllWell([here.worker(await here.publish())]);
    const rowsRead = async () => {
      const [found] = await server.sql(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
         where schemaname = $1 and relname in ('record', 'plan_list')`,
        [here.schema],
      );
      return Number(found?.["rows"]) / lists;
    };
    // A list has five records, which are read once or twice, as the database sees fit; it counts when a connection is closed.
    await expect.poll(rowsRead).toBeGreaterThan(4);
    expect(await rowsRead()).toBeLessThan(60);
  });

  it.each(DISASTERS)("V7: four workers, and %s: the others do everything", async (_, killed, disaster) => {
    const here = await fleet(40);
    const hash = await here.publish();
    const workers = [1, 2, 3, 4].map(() => here.worker(hash));
    await here.written(13);
    const dead = workers.slice(0, killed);
    for (const { child } of dead) child.kill("SIGKILL");
    await disaster();
    await expire(here, dead);
    await expectAllWell(workers.slice(killed));
    expect(await here.report(hash)).toMatchObject({ document: { counts: { verified: 40 * CARS } } });
    // What was answered before the kill is not sent again, and what was in flight may be.
    expect(here.count.adds).toBeLessThanOrEqual(40 + killed * AT_ONCE);
    await here.expectDone(hash, killed * AT_ONCE * CARS);
  });

  it("V7: four workers, the database is killed for good, and its standby takes its place: each car is sent once", async () => {
    const primary = await startPostgres();
    const standby = await startStandby(primary);
    let current = primary;
    const balancer = createServer((client) => {
      const upstream = connect(current.port, "127.0.0.1", () => client.pipe(upstream).pipe(client));
      for (const one of [client, upstream]) one.on("error", () => undefined);
      upstream.on("close", () => client.destroy());
      client.on("close", () => upstream.destroy());
    });
    await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
    onTestFinished(async () => {
      balancer.close();
      await Promise.all([primary.close(), standby.close()]);
    });
    const address = primary.address().replace(`:${primary.port}/`, `:${portOf(balancer)}/`);
    const either = { sql: (...args: Parameters<Server["sql"]>) => current.sql(...args) };
    const here = await publishedFleet(either, address, accountsWith(40, CARS), { chaos: SLOW });
    const hash = await here.publish();
    const workers = [1, 2, 3, 4].map(() => here.worker(hash));
    await here.written(13);
    await primary.stop("kill");
    await standby.sql("select pg_promote()");
    current = standby;
    await expectAllWell(workers);
    expect(here.count.adds).toBe(40);
    expect(await here.report(hash)).toMatchObject({ document: { counts: { verified: 40 * CARS } } });
    await here.expectDone(hash);
  });

  it("H3: the database becomes read-only, as a standby is: workers end, send nothing more, and later ones do the rest", async () => {
    const here = await fleet(40);
    const hash = await here.publish();
    const workers = [1, 2, 3, 4].map(() => here.start("apply", "--claim", hash, "--concurrency", "4", "--json"));
    await here.written(13);
    await setReadOnly("set default_transaction_read_only = on");
    const ended = await Promise.all(workers.map((run) => run.ended));
    await setReadOnly("reset default_transaction_read_only");
    const said = ended.map(({ code, stdout, stderr }) => {
      const { notSent, ...sent }: Record<string, number> = JSON.parse(stdout).counts;
      const cars = Object.values(sent).reduce((sum, count) => sum + count, 0);
      // 3 promises that nothing was sent: a worker that came too late to send anything says so.
      const isTrue = cars > 0 ? Number(code) > EXIT.locked : code === EXIT.input;
      return { cars, isTrue, saysNothing: stderr.includes("Nothing was sent."), saysWhy: /read-only/.test(stderr) };
    });
    expect(said).toEqual(said.map(({ cars }) => ({ cars, isTrue: true, saysNothing: cars === 0, saysWhy: true })));
    expect(said.reduce((sum, { cars }) => sum + cars, 0)).toBe(here.count.adds * CARS);
    await expire(here, workers);
    await expectAllWell([here.worker(hash)]);
    await here.expectDone(hash, 4 * AT_ONCE * CARS);
  });

  it("a large list keeps one worker, and the others do the small ones meanwhile", async () => {
    const wanted = { ...accountsWith(40, 1), 1000: Array.from({ length: 500 }, (_, at) => `BIG${at}X`) };
    const here = await publishedFleet(server, server.address(), wanted, { chaos: SLOW });
    const hash = await here.publish();
    await expectAllWell([1, 2, 3, 4].map(() => here.worker(hash)));
    const [meanwhile] = await server.sql(
      `select count(distinct other.scope)::int as lists from ${here.schema}.record as other,
         (select min(n) as first, max(n) as last from ${here.schema}.record where scope = 'account:1000') as large
       where other.scope <> 'account:1000' and other.n between large.first and large.last`,
    );
    expect(meanwhile?.["lists"]).toBeGreaterThan(0);
    await here.expectDone(hash);
  });

  it("a 429 to one of four workers slows all of them down: they share one row, and all is done", async () => {
    // So few that no request can get three of them: a worker gives up then.
    const here = await fleet(30, { chaos: { ...SLOW, tooMany: 0.04 } });
    const hash = await here.publish();
    await expectAllWell([1, 2, 3, 4].map(() => here.worker(hash)));
    expect(await server.sql(`select at_once < 4 * 4 as is_slower from ${here.schema}.pace`)).toEqual([
      { is_slower: true },
    ]);
    // A request that gets a 429 is sent again.
    await here.expectDone(hash, 30 * CARS);
  });

  it("while lists are missing the report ends with 10 and names what does them", async () => {
    const here = await fleet(40);
    const hash = await here.publish();
    const early = await here.run("report", hash);
    expect(early.code).toBe(10);
    expect(early.stdout).toContain("40 of 40 lists are not done");
    expect(early.stdout.replace(/\s+/g, " ")).toContain(`platectl apply --claim ${hash}`);
  });

  it("cars that move between the lists of workers side by side arrive first, and all leave by the end", async () => {
    const ids = Object.keys(accountsWith(40, 0));
    const listed = Object.fromEntries(ids.map((baId, at) => [baId, [`KEEP${at}`, `MOVE${at}`]]));
    // Each account's car goes to the next account, so that each list waits for another one.
    const wanted = Object.fromEntries(ids.map((baId, at) => [baId, [`KEEP${at}`, `MOVE${(at + 1) % ids.length}`]]));
    const here = await publishedFleet(server, server.address(), wanted, { chaos: SLOW, listed });
    const hash = await here.publish();
    await expectAllWell([1, 2, 3].map(() => here.worker(hash)));
    expect(await here.report(hash)).toMatchObject({ document: { counts: { verified: 80, notSent: 0 } } });
    await here.expectDone(hash);
  });
});
