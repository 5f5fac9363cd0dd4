import { chmodSync } from "node:fs";
import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { expectRefusal, globalFleet, globalPlace, placeWith, plates, runCli, startCli } from "./harness.ts";

flows(import.meta.url);

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

it("B5 plan refuses an incomplete environment: every variable is named, nothing is contacted", async () => {
  const here = await globalPlace([], ["AB1"]);
  const words = /PLATECTL_BASE_URL is not set[\s\S]*PLATECTL_CLIENT_ID[\s\S]*PLATECTL_CLIENT_SECRET/;
  expectRefusal(await runCli(["plan"], here.folder, { PATH: "" }), 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

it("B5 plan refuses a secret file that others may read, and accepts one that they may not", async () => {
  const here = await globalPlace([], ["AB1"]);
  const secret = here.write("secret", `${here.sandbox.clientSecret}\n`);
  const { PLATECTL_CLIENT_SECRET: own = "", ...rest } = here.env;
  const env = { ...rest, PLATECTL_CLIENT_SECRET_FILE: secret };
  for (const mode of [0o604, 0o640]) {
    chmodSync(secret, mode);
    expectRefusal(await runCli(["plan"], here.folder, env), 3, /chmod 600/, here.sandbox);
  }
  chmodSync(secret, 0o600);
  expect((await runCli(["plan"], here.folder, env)).code).toBe(0);
  expect((await runCli(["plan"], here.folder, { ...env, PLATECTL_CLIENT_SECRET: "" })).code).toBe(0);
  expect((await runCli(["plan"], here.folder, { ...here.env, PLATECTL_CLIENT_SECRET_FILE: "" })).code).toBe(0);
  const ended = await runCli(["plan"], here.folder, { ...env, PLATECTL_CLIENT_SECRET: own });
  expectRefusal(ended, 3, /SECRET and PLATECTL_CLIENT_SECRET_FILE are both set[\s\S]*unset one/, here.sandbox);
  expect(ended.stderr).not.toContain(own);
});
