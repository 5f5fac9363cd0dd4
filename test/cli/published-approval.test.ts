import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFile } from "../data-file.ts";
import { type Server, startPostgres } from "../state/postgres/server.ts";
import { accountFleet, expectEnd, startCli, writesTo } from "./harness.ts";
import { accountsWith, type PublishedFleet, publishedFleet, type Wanted } from "./published.ts";

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const LISTED = accountsWith(3, 8);
const fleet = (wanted: Wanted, listed: Wanted = LISTED) => publishedFleet(server, server.address(), wanted, { listed });
/** The lists without some of their cars. */
const without = (cars: number, ...accounts: readonly string[]): Wanted =>
  Object.fromEntries(
    Object.entries(LISTED).map(([baId, own]) => [baId, accounts.includes(baId) ? own.slice(cars) : own]),
  );
const deletesOf = ({ sandbox }: PublishedFleet) => sandbox.requests.filter(({ method }) => method === "DELETE");

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Puts another header in the place of a published one, with the hash that it has; gives that. */
async function forge(here: PublishedFleet, hash: string, change: (header: string) => string): Promise<string> {
  const [row] = await server.sql(`select header from ${here.schema}.plan where hash = $1`, [hash]);
  const header = change(String(row?.["header"]));
  const own = hashOf(header);
  await server.sql(
    `insert into ${here.schema}.plan (hash, content, target, header) select $2, content, target, $3 from ${here.schema}.plan where hash = $1`,
    [hash, own, header],
  );
  await server.sql(`update ${here.schema}.plan_list set plan = $2 where plan = $1`, [hash, own]);
  return own;
}

describe("S12, S35: a published plan is what its publisher has made", () => {
  it("a plan of another file that calls itself the same is not published in its place", async () => {
    const here = await fleet({ ...LISTED, 1000: [...(LISTED[1000] ?? []), "NEW1"] });
    const honest = await here.publish();
    const [row] = await server.sql(`select content from ${here.schema}.plan`);
    await server.sql(`delete from ${here.schema}.plan`);
    here.write("evil.yaml", accountFleet({ ...without(7, "1001"), 1000: ["NEW1"] }));
    const evil = await here.publish("--file", "evil.yaml", "--allow-deletes=100");
    await server.sql(`update ${here.schema}.plan set content = $1`, [row?.["content"]]);
    const hash = await here.publish();
    expect([evil, honest]).not.toContain(hash);
    expect((await here.worker(hash).ended).code).toBe(0);
    expect(deletesOf(here)).toEqual([]);
    expectEnd(await here.worker(evil).ended, 7, { stderr: "a newer plan for this server was published" });
  });

  it("a header under the hash of a new plan, or another one of its content, is not taken for it", async () => {
    const here = await fleet(without(1, "1000"));
    const hash = await here.publish();
    const cut = (header: string) => header.replace("account:1001", "account:1000");
    await forge(here, hash, cut);
    await server.sql(`update ${here.schema}.plan set header = replace(header, 'account:1001', 'account:1000')`);
    const again = await here.publish();
    expect(again).not.toBe(hash);
    expect((await here.worker(again).ended).code).toBe(0);
  });

  it.each([
    ["old", "2020-01-01T00:00:00.000Z", /hours old; plans expire after 72/],
    ["of the future", "2999-01-01T00:00:00.000Z", /in the future: check the clocks/],
  ])("one that a clock of another year has dated (%s) is refused, sealed again or not", async (_, createdAt, words) => {
    const here = await fleet(without(1, "1000"));
    const hash = await here.publish();
    const dated = await forge(here, hash, (text) => text.replace(/"createdAt":"[^"]*"/, `"createdAt":"${createdAt}"`));
    expectEnd(await here.worker(dated).ended, 7, { stderr: /was altered/ });
    const clock = `const now = Date.now; const shift = Date.parse("${createdAt}") - now(); Date.now = () => now() + shift;`;
    const path = here.write("clock.mjs", clock);
    const env = { ...here.env, NODE_OPTIONS: `--import ${path}` };
    const { stderr } = await startCli(["plan", "--publish", "--allow-deletes=9"], here.folder, env).ended;
    const honest = /Published the plan ([0-9a-f]{64})/.exec(stderr)?.[1] ?? "";
    expectEnd(await here.worker(honest).ended, 7, { stderr: words });
    expect(writesTo(here.sandbox)).toEqual([]);
  });

  it("--max-plan-age counts with --claim", async () => {
    const here = await fleet(without(1, "1000"));
    const hash = await here.publish();
    expectEnd(await here.run("apply", "--claim", hash, "--max-plan-age", "0"), 7, { stderr: "plans expire after 0" });
    expect(writesTo(here.sandbox)).toEqual([]);
    expect((await here.run("apply", "--claim", hash, "--max-plan-age", "1")).code).toBe(0);
  });

  it("another address than that of its fingerprint is shown by nobody", async () => {
    const here = await fleet(without(1, "1000"));
    const hash = await forge(here, await here.publish(), (text) =>
      text.replaceAll(here.sandbox.url, "https://innocent.example"),
    );
    for (const args of [
      ["apply", "--claim", hash],
      ["report", hash],
    ])
      expectEnd(await here.run(...args), 7, { stdout: "", stderr: /was altered/ });
    expect(writesTo(here.sandbox)).toEqual([]);
  });
});

describe("S26: rows of published plans are measured before they are read, and a strange one ends with 7 and names its list", () => {
  const HUGE = "repeat('{', 20 * 1024 * 1024)";
  it.each<[string, string, string]>(dataFile("cli/strange-rows.yaml"))("%s", async (_, alteration, words) => {
    const here = await fleet(without(1, "1000", "1001"));
    const hash = await here.publish();
    await server.sql(alteration.replace("SCHEMA", here.schema).replace("HUGE", HUGE));
    const { code, stderr } = await here.run("report", hash);
    expect({ code, stderr: stderr.replaceAll(/\s+/g, " ") }).toEqual({
      code: 7,
      stderr: expect.stringContaining(words),
    });
    const ended = await here.worker(hash).ended;
    expect([7, 9]).toContain(ended.code);
    expect(ended.stderr).not.toContain("defect");
  });

  it("a huge part, and huge facts of a lock", async () => {
    const here = await fleet(without(1, "1000", "1001"));
    const hash = await here.publish();
    await server.sql(`update ${here.schema}.plan_list set part = ${HUGE} where scope = 'account:1001'`);
    expectEnd(await here.worker(hash).ended, 9, { stderr: "account:1001" });
    await server.sql(
      `insert into ${here.schema}.holder values ('x', to_jsonb(${HUGE}), true, interval '1 day', now())`,
    );
    expectEnd(await here.run("apply", "--auto-approve"), 8, { stderr: "a holder of an unknown kind" });
  });
});

describe("V18: an approval is spent once", () => {
  const limited = (wanted: Wanted) =>
    `${accountFleet(wanted)}policy: { maxDeletes: { always: 4, percent: 100, total: { count: 5, percent: 100 }, window: { days: 7, percent: 100 } } }\n`;

  async function published() {
    const here = await fleet(without(4, "1000", "1001"));
    here.write("fleet.yaml", limited(without(4, "1000", "1001")));
    const publish = async (baId: string) => {
      const { stderr } = await here.run("plan", "--publish", "--account", baId);
      return /Published the plan ([0-9a-f]{64})/.exec(stderr)?.[1] ?? "";
    };
    return { here, publish };
  }

  it("two parts of a plan that is over its limit as a whole: the newer ends the older, and is judged with what the journal holds", async () => {
    const { here, publish } = await published();
    expect((await here.run("apply", "--auto-approve")).code).toBe(4);
    const [first, second] = [await publish("1000"), await publish("1001")];
    const ended = await here.worker(first).ended;
    expectEnd(ended, 7, { stderr: "a newer plan for this server was published" });
    expect(deletesOf(here)).toEqual([]);
    expect((await here.worker(second).ended).code).toBe(0);
    expect(await publish("1000")).toBe("");
  });

  it("an ordinary run with deletes ends what waits, and one without does not", async () => {
    const { here, publish } = await published();
    const hash = await publish("1000");
    here.write("adds.yaml", accountFleet({ 1002: [...(LISTED[1002] ?? []), "NEW1"] }));
    expect((await here.run("apply", "--file", "adds.yaml", "--auto-approve")).code).toBe(0);
    expect((await here.run("apply", "--auto-approve", "--account", "1001")).code).toBe(0);
    expectEnd(await here.worker(hash).ended, 7, { stderr: "a later run deleted cars" });
    expect((await here.run("apply", "--auto-approve", "--account", "1000")).code).toBe(4);
  });

  it("a worker of a plan does not end the plan, and a done one is reported as it was", async () => {
    const { here, publish } = await published();
    const hash = await publish("1000");
    expect((await here.worker(hash).ended).code).toBe(0);
    expect((await here.run("apply", "--auto-approve", "--account", "1002")).code).toBe(0);
    expect((await here.report(hash)).code).toBe(0);
  });
});

describe("V24: a published plan is one run", () => {
  const PROTECTED = ["VIP1", "VIP2", "VIP3"];
  const accounts = [1000, 1001, 1002, 1003, 1004, 1005];
  const all = (cars: readonly string[]): Wanted => Object.fromEntries(accounts.map((baId) => [baId, cars]));
  const policy = `policy: { protect: { plates: ["VIP*"] }, allowEmpty: true }\n`;

  it.each([1, 3])(
    "a server that empties a list for one delete empties one, with %i workers at once",
    async (workers) => {
      const here = await publishedFleet(server, server.address(), all([]), {
        listed: all([...PROTECTED, "OLD1", "OLD2"]),
        behaviour: { accountDelete: { in: "query", name: "xx" }, deleteWithoutCars: "everything" },
      });
      here.write("fleet.yaml", accountFleet(all([])) + policy);
      const hash = await here.publish("--allow-deletes=100");
      const ended = await Promise.all(Array.from({ length: workers }, () => here.worker(hash).ended));
      const left = accounts.filter((baId) => here.sandbox.model.plates(`account:${baId}`).length > 0);
      expect(left).toHaveLength(accounts.length - 1);
      expect(ended.map(({ code }) => code).sort()).toContain(9);
      expect(deletesOf(here)).toHaveLength(1);
      expectEnd(await here.worker(hash).ended, 7, { stderr: "an alarm stopped it" });
      const { code, document } = await here.report(hash);
      expect({ code, document }).toMatchObject({
        code: 9,
        document: {
          alarms: [expect.objectContaining({ code: "delete-took-more" })],
          lists: { of: 6, missing: [] },
          counts: { verified: 1, notSent: 11 },
        },
      });
    },
  );

  it("V8: a state that fails between the adds and the first delete ends with 9, and the report has what was sent", async () => {
    const here = await publishedFleet(server, server.address(), all(["NEW1"]), { listed: all(["OLD1"]) });
    const hash = await here.publish("--allow-deletes=100");
    await server.sql(`alter table ${here.schema}.plan rename first_delete to lost`);
    const { code, stdout } = await here.run("apply", "--claim", hash, "--concurrency", "1", "--json");
    expect({ code, document: JSON.parse(stdout) }).toMatchObject({
      code: 9,
      document: {
        exitCode: 9,
        alarms: [{ code: "state-not-written", message: expect.stringContaining("ask for the first delete") }],
        counts: { verified: 1, notSent: 1 },
      },
    });
    expect(here.count.adds).toBe(1);
    expect(deletesOf(here)).toEqual([]);
  });

  it("confirmed changes without effect stop the plan after as many batches as one run", async () => {
    const here = await publishedFleet(server, server.address(), all(["NEW1"]), {
      behaviour: { confirmWithoutDoing: true },
    });
    const hash = await here.publish();
    expect((await here.run("apply", "--claim", hash, "--concurrency", "1", "--settle-time", "0")).code).toBe(10);
    expect(here.count.adds).toBe(2);
    expectEnd(await here.worker(hash).ended, 7, { stderr: "an alarm stopped it" });
  });
});
