import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PoolingProxy, poolingProxy } from "../state/postgres/pooling-proxy.ts";
import { type Server, startPostgres } from "../state/postgres/server.ts";
import { accountFleet, expectEnd, slow, writesTo } from "./harness.ts";
import { accountsWith, publishedFleet, SLOW, type Wanted } from "./published.ts";

let server: Server;
let pool: PoolingProxy;
beforeAll(async () => {
  server = await startPostgres();
  pool = await poolingProxy(server.port);
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

const WANTED = accountsWith(6, 3);
const fleet = (wanted: Wanted = WANTED, options: Parameters<typeof publishedFleet>[3] = {}) =>
  publishedFleet(server, server.address(), wanted, options);
/** An address of a state behind the pool. */
const pooled = () => server.address().replace(`:${server.port}/`, `:${pool.port}/`);
const UNKNOWN = "0".repeat(64);

describe("a published plan", () => {
  it("is published once, however often and by how many at the same time", async () => {
    const here = await fleet();
    const hash = await here.publish();
    expect(await here.publish()).toBe(hash);
    const allowed = ["--allow-adds=18", "--quiet", "--format", "json"];
    const quiet = await Promise.all([1, 2, 3].map(() => here.start("plan", "--publish", ...allowed).ended));
    for (const { stderr } of quiet) expect(stderr).toContain(`Published the plan ${hash}`);
    expect(await server.sql(`select hash from ${here.schema}.plan`)).toEqual([{ hash }]);
    expect((await here.worker(hash).ended).code).toBe(0);
    await here.expectDone(hash);
  });

  it("of two that are published at once the newer one is done, and ends the other: its limits were judged without the newer one", async () => {
    const here = await fleet();
    const parts = [Object.entries(WANTED).slice(0, 3), Object.entries(WANTED).slice(3)];
    for (const [at, part] of parts.entries()) here.write(`${at}.yaml`, accountFleet(Object.fromEntries(part)));
    const hashes = await Promise.all(parts.map((_, at) => here.publish("--file", `${at}.yaml`)));
    const ended = await Promise.all([...hashes, ...hashes].map((hash) => here.worker(hash).ended));
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 0, 7, 7]);
  });

  it("is removed 30 days after it was published, when another one is", async () => {
    const here = await fleet();
    const old = await here.publish();
    await server.sql(`update ${here.schema}.plan set published_at = published_at - interval '31 days'`);
    here.write("fleet.yaml", accountFleet({ ...WANTED, 1000: ["NEW1"] }));
    const hash = await here.publish();
    expect(await server.sql(`select distinct plan from ${here.schema}.plan_list`)).toEqual([{ plan: hash }]);
    expectEnd(await here.run("report", old), 3, { stderr: "The state has no plan with the hash" });
  });

  it("without changes is done before anybody takes a list of it", async () => {
    const here = await fleet(WANTED, { listed: WANTED });
    const hash = await here.publish();
    expect(await here.run("apply", "--claim", hash)).toMatchObject({ code: 0, stderr: "" });
    expect(writesTo(here.sandbox)).toEqual([]);
    await here.expectDone(hash);
  });

  it("a worker counts both turns of a list whose car moves, and one that comes too late says that nothing is left to take", async () => {
    const here = await fleet({ 1000: ["STAY1"], 1001: ["MOVE1"] }, { listed: { 1000: ["STAY1", "MOVE1"] } });
    const hash = await here.publish();
    const { stdout } = await here.run("apply", "--claim", hash, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      scopes: [{ counts: { verified: 1 } }, { counts: { verified: 1 } }],
      counts: { verified: 2 },
    });
    expectEnd(await here.run("apply", "--claim", hash), 0, { stdout: "none that is not done or in other hands" });
  });

  it("needs two connections to the database for each worker at most", async () => {
    const here = await fleet(accountsWith(20, 2));
    const hash = await here.publish();
    const [{ now } = {}] = await server.sql("select clock_timestamp() as now");
    const runs = [1, 2, 3].map(() => here.worker(hash));
    let most = 0;
    for (let written = 1; written <= 20; written += 1) {
      await here.written(written);
      const [row] = await server.sql(
        "select count(*)::int as count from pg_stat_activity where application_name = 'platectl' and backend_start > $1",
        [now],
      );
      most = Math.max(most, Number(row?.["count"]));
    }
    await Promise.all(runs.map(({ ended }) => ended));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 * runs.length);
    await here.expectDone(hash);
  });

  it("is taken behind a pool that gives each transaction another connection, and written in one statement for each answer", async () => {
    const here = await publishedFleet(server, pooled(), accountsWith(12, 3));
    const hash = await here.publish();
    const ended = await Promise.all([1, 2, 3].map(() => here.worker(hash).ended));
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: "" })));
    expect(pool.sent(`insert into ${here.schema}.record`)).toBeGreaterThanOrEqual(3 * 12);
    expect(pool.sent(`delete from ${here.schema}.record`)).toBe(0);
    await here.expectDone(hash);
  });
});

describe("what does not fit the hash that was approved", () => {
  it.each([
    ["the header", `update SCHEMA.plan set header = replace(header, 'account:1001', 'account:1002')`],
    ["a limit in the header", `update SCHEMA.plan set header = replace(header, '"always":', '"always":9')`],
  ])("V13: %s is altered in the database: nobody starts (7)", async (_, alteration) => {
    const here = await fleet();
    const hash = await here.publish();
    await server.sql(alteration.replace("SCHEMA", here.schema));
    for (const args of [
      ["apply", "--claim", hash],
      ["report", hash],
    ])
      expectEnd(await here.run(...args), 7, { stderr: "was altered after it was published" });
    expect(writesTo(here.sandbox)).toEqual([]);
  });

  it("V13: the part of one list is altered in the database: nothing of it is sent, the others are done, and the report says so", async () => {
    const here = await fleet();
    const hash = await here.publish();
    await server.sql(
      `update ${here.schema}.plan_list set part = replace(part, 'A1002X1', 'EV1L') where scope = 'account:1002'`,
    );
    expectEnd(await here.worker(hash).ended, 9, { stderr: "account:1002: its part of the plan was altered" });
    const { code, document } = await here.report(hash);
    expect({ code, document }).toMatchObject({
      code: 10,
      document: { lists: { of: 6, missing: ["account:1002"] }, counts: { verified: 15 } },
    });
    expect(JSON.stringify(here.sandbox.requests)).not.toContain("EV1L");
    expect(await server.sql(`select from ${here.schema}.holder`)).toEqual([]);
  });

  it("a list that has changed since is left as it is, and the others go on", async () => {
    const here = await fleet();
    const hash = await here.publish();
    here.write("other.yaml", accountFleet({ 1003: ["STRANGER1"] }));
    const elsewhere = ["--file", "other.yaml", "--state", "file:other.jsonl", "--auto-approve", "--quiet"];
    expect((await here.run("apply", ...elsewhere)).code).toBe(0);
    expect((await here.worker(hash).ended).code).toBe(9);
    const { code, document } = await here.report(hash);
    const results = [1, 2, 3].map(() => ({ outcome: "not-sent", error: expect.stringContaining("STRANGER1") }));
    expect({ code, document }).toMatchObject({
      code: 9,
      document: {
        lists: { missing: [] },
        counts: { verified: 15, notSent: 3 },
        scopes: expect.arrayContaining([
          expect.objectContaining({
            scope: "account:1003",
            results: results.map((one) => expect.objectContaining(one)),
          }),
        ]),
      },
    });
  });

  it.each([
    ["every list", ["1000", "1001", "1002", "1003", "1004", "1005"]],
    ["the one list that had changes", ["1003"]],
  ])("%s has changed since: nothing is sent, and 7 is the worker's code and the report's", async (_, changed) => {
    const others = Object.entries(WANTED).filter(([baId]) => !changed.includes(baId));
    const here = await fleet(WANTED, { listed: Object.fromEntries(others) });
    const hash = await here.publish();
    here.write("other.yaml", accountFleet(Object.fromEntries(changed.map((baId) => [baId, [`STRANGER${baId}`]]))));
    const elsewhere = ["--file", "other.yaml", "--state", "file:other.jsonl", "--auto-approve", "--quiet"];
    expect((await here.run("apply", ...elsewhere)).code).toBe(0);
    const before = writesTo(here.sandbox).length;
    expect((await here.worker(hash).ended).code).toBe(7);
    expect(await here.report(hash)).toMatchObject({ code: 7, document: { counts: { notSent: 3 * changed.length } } });
    expect(writesTo(here.sandbox)).toHaveLength(before);
  });
});

describe("a worker that cannot begin sends nothing and says what to do", () => {
  const ELSEWHERE = "--state file:state.jsonl";
  const NOT_PUBLISHED = /Plans are published in a state in PostgreSQL/;
  const CASES = [
    ["another hash", `apply --claim ${UNKNOWN}`, 3, /has no plan with the hash 0{64}/],
    ["no hash", "apply --claim 4711", 3, /--claim takes a SHA-256/],
    ["a report of another hash", `report ${UNKNOWN}`, 3, /has no plan with the hash/],
    ["a state in a file", `apply --claim HASH ${ELSEWHERE}`, 3, NOT_PUBLISHED],
    ["a plan to a state in a file", `plan --publish ${ELSEWHERE}`, 3, NOT_PUBLISHED],
    ["no database", "apply --claim HASH --state postgres://nobody@127.0.0.1:1/none", 3, /nothing listens there/],
    ["a choice of the plan's", "apply --claim HASH --account 1000", 3, /leave --account out/],
    ["another server", "apply --claim HASH --base-url http://127.0.0.1:9", 7, /the plan is for http/],
  ] as const;

  it("sends nothing, and says what to do: the plan is done by the next worker that can", async () => {
    const here = await fleet();
    const hash = await here.publish();
    for (const [what, line, code, words] of CASES) {
      const { stderr, ...ended } = await here.run(...line.replace("HASH", hash).split(" "));
      const flat = stderr.replaceAll(/\s+/g, " ");
      expect({ what, ...ended, flat }).toMatchObject({ what, code, flat: expect.stringMatching(words) });
    }
    expect(writesTo(here.sandbox)).toEqual([]);
    expect((await here.run("apply", "--claim", hash)).code).toBe(0);
  });

  it("a server that is down ends a worker with 6 after a few lists, and the plan is as it was", async () => {
    const here = await fleet();
    const hash = await here.publish();
    await here.sandbox.close();
    expect((await here.run("apply", "--claim", hash)).code).toBe(6);
    expect(await here.report(hash)).toMatchObject({ code: 10, document: { lists: { of: 6 } } });
    expect(await server.sql(`select from ${here.schema}.holder`)).toEqual([]);
  });

  it("Ctrl-C ends workers with 130 once the lists they write to are done; the next one does what is left, each car once", async () => {
    // Some lists are read while others are written to.
    const here = await fleet(accountsWith(36, 4), { chaos: slow(10, 120) });
    const hash = await here.publish();
    for (const _ of [1, 2, 3]) {
      // Until this worker writes: how many lists the one before did after its signal is left to chance.
      const writes = writesTo(here.sandbox).length;
      const { child, ended } = here.worker(hash);
      await here.written(writes + 5);
      child.kill("SIGINT");
      const { code, stderr } = await ended;
      expect({ code, stderr: stderr.trim() }).toEqual({
        code: 130,
        stderr: "Interrupted: nothing more is sent. Interrupt again to end at once.",
      });
    }
    expect((await here.worker(hash).ended).code).toBe(0);
    expect(await here.report(hash)).toMatchObject({ document: { counts: { verified: 144 } } });
    await here.expectDone(hash);
  });

  it("cars that the server refuses (207) are in the report, and code 9 is the worker's and the report's", async () => {
    const here = await fleet(accountsWith(4, 20), { chaos: { ...SLOW, latency: [0, 0], failingCars: 0.3 } });
    const hash = await here.publish();
    expect((await here.worker(hash).ended).code).toBe(9);
    const { code, document } = await here.report(hash);
    expect({ code, document }).toMatchObject({
      code: 9,
      document: { lists: { missing: [] }, counts: { unknown: 0, notSent: 0 } },
    });
  });
});
