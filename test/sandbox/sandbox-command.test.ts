import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { behaviourHelp, behaviourOf, runSandbox, type SandboxInput } from "../../src/cli/commands/sandbox.ts";
import { DEFAULT_BEHAVIOUR, startSandbox } from "../../src/sandbox/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { temporaryFolder } from "../state/world.ts";
import { visitorOf } from "./visitor.ts";

const usual: SandboxInput = { port: 0, mode: "global", seed: 1, chaos: "none" };

it("platectl sandbox prints the environment on stdout, serves until stopped, saves and ends with 0", async () => {
  const data = join(temporaryFolder(), "kept.json");
  const run = begin({ ...usual, data });
  const { PLATECTL_BASE_URL = "", PLATECTL_CLIENT_ID, PLATECTL_CLIENT_SECRET } = await run.environment;
  const login = await fetch(`${PLATECTL_BASE_URL}/auth/v1`, {
    method: "POST",
    body: JSON.stringify({ clientId: PLATECTL_CLIENT_ID, clientSecret: PLATECTL_CLIENT_SECRET }),
  });
  expect(login.status).toBe(200);
  run.stop();
  expect(await run.exitCode).toBe(0);
  expect(run.stderr()).toContain("work for this sandbox only");
  expect(run.stderr()).toContain("POST /auth/v1 200");
  expect(run.stderr()).toContain(`saved to ${data}`);
  expect(readFileSync(data, "utf8")).toContain("platectl/sandbox-data");
  await expect(fetch(PLATECTL_BASE_URL)).rejects.toThrow();
});

it("platectl sandbox prints one document with --json", async () => {
  const run = begin({ ...usual, json: true });
  await run.environment;
  const document = JSON.parse(run.stdout());
  expect(document).toEqual({
    kind: "platectl/sandbox",
    schemaVersion: 1,
    mode: "global",
    environment: {
      PLATECTL_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      PLATECTL_CLIENT_ID: expect.any(String),
      PLATECTL_CLIENT_SECRET: expect.any(String),
    },
  });
  run.stop();
  expect(await run.exitCode).toBe(0);
});

it("platectl sandbox names every bad value at once and ends with 3", async () => {
  const run = begin({ ...usual, chaos: "mild", behaviour: ["firstPage=2"] });
  expect(await run.exitCode).toBe(3);
  expect(run.stderr().match(/^error: --(?:chaos|behaviour) /gm)).toHaveLength(2);
  expect(run.stderr()).toContain("none, slow, picky, busy, flaky, hostile");
  expect(run.stdout()).toBe("");
});

it("platectl sandbox --as-documented offers what the document shows, and --behaviour changes single switches", async () => {
  const behaviour = ["pageParam=p", "words=de", "absentDelete=accept"];
  const run = begin({ ...usual, mode: "billing-account", asDocumented: true, behaviour });
  const { PLATECTL_BASE_URL: url = "", PLATECTL_CLIENT_ID = "", PLATECTL_CLIENT_SECRET = "" } = await run.environment;
  const visitor = visitorOf({ url, clientId: PLATECTL_CLIENT_ID, clientSecret: PLATECTL_CLIENT_SECRET });
  await visitor.login();
  const path = "/api/billing-accounts/4711";
  expect((await visitor.get(`${path}/cars`)).status).toBe(404);
  expect((await visitor.get(`${path}/parking-users?p=1&size=2`)).body).toMatchObject({ page: { number: 1 } });
  await visitor.send("POST", `${path}/cars`, { licenseNumbers: ["NEW1"] });
  expect(await visitor.send("POST", `${path}/cars`, { licenseNumbers: ["NEW1"] })).toMatchObject({
    status: 207,
    body: { failures: [{ licenseNumber: "NEW1", error: "Das Kennzeichen ist bereits eingetragen" }] },
  });
  expect((await visitor.send("DELETE", `${path}/cars?licenseNumbers=NEW2`)).status).toBe(204);
  expect(run.stderr()).toContain("Behaviour: as documented, pageParam=p, words=de, absentDelete=accept.");
  run.stop();
  expect(await run.exitCode).toBe(0);
});

it.each(rowsOf(import.meta.url, "platectl sandbox refuses --behaviour", TEXT, TEXT))(
  "platectl sandbox refuses --behaviour %s with 3",
  async (behaviour, words) => {
    const run = begin({ ...usual, behaviour: [behaviour] });
    expect(await run.exitCode).toBe(3);
    expect(run.stderr()).toContain(words);
  },
);

it("every default of a behaviour switch can be written, and has no effect", async () => {
  for (const [key, value] of Object.entries(DEFAULT_BEHAVIOUR)) {
    const { behaviour, problems } = behaviourOf({
      behaviour: [`${key}=${new RegExp(`^${key} .*default: (.*)\\)$`, "m").exec(behaviourHelp())?.[1]}`],
    });
    expect({ key, value: Object.values(behaviour)[0], problems }).toEqual({ key, value, problems: [] });
  }
});

it("platectl sandbox says that the port is taken and ends with 3", async () => {
  const other = await startSandbox({ mode: "global", start: {} });
  onTestFinished(() => other.close());
  const port = Number(new URL(other.url).port);
  const run = begin({ ...usual, port });
  expect(await run.exitCode).toBe(3);
  expect(run.stderr()).toContain(`cannot listen on port ${port}: another program listens there`);
  expect((await visitorOf(other).get("/api/cars")).status).toBe(401);
});

function begin(options: SandboxInput) {
  const written = { stdout: "", stderr: "" };
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let exitCode: Promise<number> = Promise.resolve(-1);
  const environment = new Promise<Record<string, string>>((resolve) => {
    const result = async (text: string) => {
      written.stdout += text;
      resolve(Object.fromEntries([...text.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])));
    };
    const message = (text: string) => {
      written.stderr += text;
    };
    exitCode = runSandbox(options, { result, message }, stopped);
  });
  return { environment, exitCode, stop: () => stop(), stdout: () => written.stdout, stderr: () => written.stderr };
}
