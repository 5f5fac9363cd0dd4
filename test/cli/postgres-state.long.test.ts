import { afterAll, beforeAll, expect, it } from "vitest";
import { type Server, schemaOf, startPostgres } from "../state/postgres/server.ts";
import { storeAt, there } from "../state/postgres/stores.ts";
import { held } from "../state/world.ts";
import { accountFleet, inFrontOf, place } from "./harness.ts";

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const ACCOUNTS = [
  { baId: "4711", cars: ["AB1"] },
  { baId: "4712", cars: ["CD2"] },
];

it("every command that uses the state works on one in PostgreSQL", async () => {
  const PLATECTL_STATE = server.address();
  const here = await place({ mode: "billing-account", start: { accounts: ACCOUNTS } }, { PLATECTL_STATE });
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "EF3"], "4712": ["CD2"] }));
  expect(await here.run("plan")).toMatchObject({ code: 0 });
  expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 0 });
  const shown = await here.run("state", "show");
  expect(shown.stdout).toMatch(
    /^State postgres:\/\/127\.0\.0\.1:\d+\/postgres\?schema=\w+, [\d,]+ bytes\. It is intact\.\nNot locked\.$/m,
  );
  expect(shown.stdout).toMatch(/^account:4711 +1 +0 +2\b/m);
  expect((await here.run("history", "EF3")).stdout).toMatch(/add (?:verified|acknowledged)/);
  expect((await here.run("audit")).code).toBe(0);
  expect(await here.run("state", "forget", "EF3", "--auto-approve")).toMatchObject({ code: 0 });
  expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 0 });
});

it("a run elsewhere that was killed holds its lists until its lease ends, and no others", async () => {
  const PLATECTL_STATE = server.address();
  const schema = schemaOf(PLATECTL_STATE);
  let isStuck = true;
  const here = await place({ mode: "billing-account", start: { accounts: ACCOUNTS } }, { PLATECTL_STATE });
  let onStuck = () => {};
  const stuck = new Promise<void>((resolve) => {
    onStuck = resolve;
  });
  const url = await inFrontOf(here.sandbox.url, ({ method, url: path }) => {
    if (!isStuck || method === "GET" || path === "/auth/v1") return undefined;
    onStuck();
    return "taken";
  });
  const run = (...args: readonly string[]) => here.run(...args, "--base-url", url);
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "EF3"], "4712": ["CD2"] }));
  const killed = here.start("apply", "--auto-approve", "--account", "4711", "--base-url", url);
  await stuck;
  killed.child.kill("SIGKILL");
  await killed.ended;
  isStuck = false;
  // As a pod on another machine leaves it.
  await server.sql(`update ${schema}.holder set facts = jsonb_set(facts, '{host}', '"pod-1"')`);
  expect(await run("apply", "--auto-approve", "--account", "4712")).toMatchObject({ code: 0 });
  const refused = await run("apply", "--auto-approve");
  expect(refused.code).toBe(8);
  expect(refused.stderr).toMatch(
    /is locked by .* on pod-1 .*shows no sign of life for 60 s \(the last was at .*Z\), a run elsewhere takes the lock/,
  );
  expect((await here.run("state", "show")).stdout).toMatch(/^Locked by .* on pod-1/m);
  await server.sql(`update ${schema}.holder set seen_at = now() - interval '61 seconds'`);
  expect(await run("apply", "--auto-approve")).toMatchObject({ code: 0 });
  expect(await server.sql(`select from ${schema}.holder`)).toEqual([]);
});

it("a lock in PostgreSQL is removed by its id", async () => {
  const PLATECTL_STATE = server.address();
  const here = await place({ mode: "billing-account", start: { accounts: ACCOUNTS } }, { PLATECTL_STATE });
  const state = await held(storeAt(PLATECTL_STATE, there(1)));
  expect(await here.run("state", "unlock", "000000000000")).toMatchObject({ code: 3 });
  expect(await here.run("state", "unlock", state.holder.id)).toMatchObject({ code: 0 });
  expect((await here.run("state", "show")).stdout).toContain("Not locked.");
});
