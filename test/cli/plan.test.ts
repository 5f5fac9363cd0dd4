import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  accountFleet,
  accountPlace,
  expectEnd,
  expectRefusal,
  globalFleet,
  place,
  placeWith,
  plates,
  runCli,
  startCli,
  writesTo,
} from "./harness.ts";

const twoLive = {
  mode: "global",
  start: { cars: ["AB1", { licenseNumber: "CD2", addedByCustomerCare: true }, "EF3"] },
} as const;

it("plan shows adds, deletes and kept cars, and ends with the summary", async () => {
  const here = await place(twoLive);
  here.write("fleet.yaml", globalFleet(["AB1", "GH4"]));
  const { code, stdout, stderr } = await here.run("plan");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^ {2}\+ GH4 .*fleet\.yaml:5:5$/m);
  expect(stdout).toMatch(/^ {2}- EF3/m);
  expect(stdout).toMatch(/^ {2}= CD2 .*added by customer care/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("Plan: 1 to add, 0 to update, 1 to delete, 1 unchanged, 1 kept.");
  expect(writesTo(here.sandbox)).toEqual([]);
});

it.each([
  ["no changes", ["AB1", "EF3"], "", 0],
  ["changes", ["AB1", "EF3", "GH4"], "", 2],
  ["a tripped guard", [], "", 4],
  ["a guard that is let pass", [], "policy: { allowEmpty: true }\n", 2],
])("plan --exit-code reports %s", async (_, cars, more, code) => {
  const here = await place(twoLive);
  here.write("fleet.yaml", globalFleet(cars, more));
  expect((await here.run("plan", "--exit-code")).code).toBe(code);
  expect((await here.run("plan")).code).toBe(0);
});

it("plan makes the same bytes of the same inputs, except for the time and the seal (E5)", async () => {
  const here = await placeWith(globalFleet(plates("ZZ", 40), "policy: { prune: none }\n"), {}, { seed: 7 });
  const run = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await startCli(["plan", "--json"], here.folder, { ...here.env, ...env }).ended;
    return stdout.replace(/"(?:createdAt|integrity)": "[^"]*"/g, "");
  };
  const first = await run({ TZ: "UTC", LC_ALL: "C" });
  expect(first).toContain('"kind": "platectl/plan"');
  expect(await run({ TZ: "Pacific/Kiritimati", LC_ALL: "sv_SE.UTF-8" })).toBe(first);
  expect(await run({ TZ: "America/New_York", LC_ALL: "tr_TR.UTF-8" })).toBe(first);
});

it("plan --plan-file saves the document that --json prints", async () => {
  const here = await place(twoLive);
  here.write("fleet.yaml", globalFleet(["AB1"]));
  const { code, stdout } = await here.run("plan", "--plan-file", "plan.json");
  expectEnd({ code, stdout }, 0, { stdout: "Plan: 0 to add, 0 to update, 1 to delete" });
  const document = JSON.parse(here.read("plan.json"));
  expect(Object.keys(document)).toEqual([
    "kind",
    "schemaVersion",
    "tool",
    "createdAt",
    "mode",
    "target",
    "desired",
    "scopes",
    "counts",
    "guards",
    "warnings",
    "integrity",
  ]);
  expect(document).toMatchObject({
    kind: "platectl/plan",
    scopes: [
      {
        scope: "global",
        live: { source: "list", count: 3 },
        counts: { add: 0, update: 0, delete: 1, unchanged: 1, kept: 1 },
      },
    ],
  });
});

it("plan --account chooses accounts, and refuses those that no fleet file declares", async () => {
  const baIds = plates("", 9).map((digits) => `4${digits}`);
  const here = await place({ mode: "billing-account", start: { accounts: baIds.map((baId) => ({ baId })) } });
  here.write("fleet.yaml", accountFleet(Object.fromEntries(baIds.map((baId) => [baId, [`AA${baId}`]]))));
  const scopesOf = async (...args: readonly string[]) => {
    const { stdout } = await here.run("plan", "--json", ...args);
    const { scopes }: { scopes: { scope: string }[] } = JSON.parse(stdout);
    return scopes.map(({ scope }) => scope);
  };
  expect(await scopesOf("--account", "40003", "40001")).toEqual(["account:40001", "account:40003"]);
  expectRefusal(await here.run("plan", "--account", "999"), 3, /999: no fleet file declares/, here.sandbox);
});

describe("plan refuses", () => {
  const fleet = globalFleet(["AB1"]);

  it("B5 plan refuses an incomplete environment: every variable is named, nothing is contacted", async () => {
    const here = await place(twoLive);
    here.write("fleet.yaml", fleet);
    const ended = await runCli(["plan"], here.folder, { PATH: "" });
    expectRefusal(
      ended,
      3,
      /PLATECTL_BASE_URL is not set[\s\S]*PLATECTL_CLIENT_ID[\s\S]*PLATECTL_CLIENT_SECRET/,
      here.sandbox,
    );
    expect(here.sandbox.requests).toEqual([]);
  });

  it("B5 plan refuses a secret file that others may read, and accepts one that they may not", async () => {
    const here = await place(twoLive);
    here.write("fleet.yaml", fleet);
    const secret = here.write("secret", `${here.sandbox.clientSecret}\n`);
    const { PLATECTL_CLIENT_SECRET: _, ...rest } = here.env;
    const env = { ...rest, PLATECTL_CLIENT_SECRET_FILE: secret };
    for (const mode of [0o604, 0o640]) {
      chmodSync(secret, mode);
      expectRefusal(await runCli(["plan"], here.folder, env), 3, /chmod 600/, here.sandbox);
    }
    chmodSync(secret, 0o600);
    expect((await runCli(["plan"], here.folder, env)).code).toBe(0);
  });

  it.each([
    ["PLATECTL_CLIENT_ID", "", /PLATECTL_CLIENT_ID is empty/],
    ["PLATECTL_CLIENT_SECRET", "pw pw", /PLATECTL_CLIENT_SECRET is empty or contains spaces/],
    ["PLATECTL_CLIENT_ID", "pw\u0007pw", /PLATECTL_CLIENT_ID .* contains .* control characters/],
  ])("B5 plan refuses a credential that is broken, and does not show it: %s=%j", async (name, value, words) => {
    const here = await place(twoLive, { [name]: value });
    here.write("fleet.yaml", fleet);
    const ended = await here.run("plan");
    expectRefusal(ended, 3, words, here.sandbox);
    expect(ended.stderr).not.toContain("pw");
  });

  it.each([
    ["B4 plain http to another machine", "http://fleet.example.com", /https/],
    ["B4 a user in the address", "https://me:pw@fleet.example.com", /user name or password/],
    ["B4 something that is not an address", "fleet", /not an address/],
  ])("plan refuses a wrong setting: %s", async (_, url, words) => {
    const here = await place(twoLive);
    here.write("fleet.yaml", fleet);
    const ended = await here.run("plan", "--base-url", url);
    expectRefusal(ended, 3, words, here.sandbox);
    expect(ended.stderr).not.toContain("pw");
  });

  it("H10 plan refuses a run whose TLS checks are switched off", async () => {
    const here = await place(twoLive, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    here.write("fleet.yaml", fleet);
    expectRefusal(await here.run("plan"), 3, /NODE_TLS_REJECT_UNAUTHORIZED/, here.sandbox);
  });

  it("C1 plan refuses a wrong secret, with one login and without showing it", async () => {
    const here = await place(twoLive, { PLATECTL_CLIENT_SECRET: "not-the-secret" });
    here.write("fleet.yaml", fleet);
    const ended = await here.run("plan", "--verbose");
    expectRefusal(ended, 5, /login/i, here.sandbox);
    expect(ended.stderr).not.toContain("not-the-secret");
    expect(here.sandbox.requests).toHaveLength(1);
  });

  it("plan refuses an account that the server does not know", async () => {
    const here = await accountPlace({ "1": [] }, { "1": ["AB1"], "2": ["CD2"] });
    expectRefusal(await here.run("plan"), 6, /account:2.*no billing account 2/, here.sandbox);
  });

  it("F1 plan refuses a server that is down", async () => {
    const here = await place(twoLive);
    here.write("fleet.yaml", fleet);
    await here.sandbox.close();
    expectRefusal(await here.run("plan"), 6, /refused the connection/, here.sandbox);
  });
});
