import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import * as platectl from "../src/index.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../src/sandbox/index.ts";
import { dayFromToday, record } from "./cli/audit-world.ts";
import { accountFleet, commit, git, place } from "./cli/harness.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLE = join(ROOT, "examples/library.mjs");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const COMPILING = [
  ...["--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", "--ignoreConfig"],
  ...["--module", "nodenext", "--target", "es2023", "--types", "node"],
];

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Ended {
  readonly code: number | string;
  readonly output: string;
}

function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd, env: { PATH: process.env["PATH"], ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

async function served(options?: SandboxOptions): Promise<{
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly env: Record<string, string>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-library-"));
  const sandbox = await startSandbox(options ?? { mode: "global", start: { cars: ["AB1", "OLD1"] } });
  cleanups.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => sandbox.close(),
  );
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [AB1, CD2]\n");
  const env = {
    PLATECTL_BASE_URL: sandbox.url,
    PLATECTL_CLIENT_ID: sandbox.clientId,
    PLATECTL_CLIENT_SECRET: sandbox.clientSecret,
  };
  return { sandbox, folder, env };
}

it("the documented example compiles against the package's own types", async () => {
  expect(await run([TSC, ...COMPILING, EXAMPLE], ROOT)).toEqual({ code: 0, output: "" });
});

it("the documented example plans without writing, then applies, then has nothing to do", async () => {
  const { sandbox, folder, env } = await served();
  const planned = await run([EXAMPLE, "fleet.yaml"], folder, env);
  expect(planned).toEqual({ code: 0, output: "global add CD2\nglobal delete OLD1\n" });
  expect(sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  const applied = await run([EXAMPLE, "fleet.yaml", "--apply"], folder, env);
  expect(applied).toEqual({
    code: 0,
    output: expect.stringContaining("global CD2: verified\nglobal OLD1: verified\n"),
  });
  expect(sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
  expect(await run([EXAMPLE, "fleet.yaml"], folder, env)).toEqual({ code: 0, output: "" });
});

it("the documented example names what is wrong: a fleet file, an address, a login", async () => {
  const { folder, env } = await served();
  const wrongSecret = { ...env, PLATECTL_CLIENT_SECRET: "wrong" };
  expect(await run([EXAMPLE, "fleet.yaml"], folder)).toMatchObject({
    code: 3,
    output: expect.stringContaining("baseUrl"),
  });
  expect(await run([EXAMPLE, "fleet.yaml"], folder, wrongSecret)).toMatchObject({
    code: 5,
    output: expect.stringMatching(/login/i),
  });
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [not a plate!]\n");
  expect(await run([EXAMPLE, "fleet.yaml"], folder, env)).toMatchObject({
    code: 3,
    output: expect.stringMatching(/^fleet\.yaml:3:8: /),
  });
});

const PROGRAMS = [...readFileSync(join(ROOT, "docs/library.md"), "utf8").matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, text = ""]) => text,
);

/** The folder of a user who has installed the package and copied a program. */
async function copied(at: number) {
  const world = await served({
    mode: "global",
    start: { cars: ["AB1", "OLD1"] },
  });
  mkdirSync(join(world.folder, "node_modules"));
  symlinkSync(ROOT, join(world.folder, "node_modules/platectl"), "dir");
  symlinkSync(join(ROOT, "node_modules/@types"), join(world.folder, "node_modules/@types"), "dir");
  writeFileSync(join(world.folder, "program.mjs"), PROGRAMS[at] ?? "");
  return world;
}

it.each([0, 1, 2])("program %i compiles against the package's own types", async (at) => {
  const { folder } = await copied(at);
  expect(await run([TSC, ...COMPILING, "program.mjs"], folder)).toEqual({ code: 0, output: "" });
});

it("the first program plans, and writes nothing", async () => {
  const { sandbox, folder, env } = await copied(0);
  const ended = await run(["program.mjs"], folder, env);
  expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/add: 1,[\s\S]*delete: 1,/) });
  expect(sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  expect(existsSync(join(folder, ".platectl"))).toBe(false);
});

it("the second program applies, with a log without secrets and its progress", async () => {
  const { sandbox, folder, env } = await copied(1);
  const { code, output } = await run(["program.mjs"], folder, env);
  expect(code).toBe(0);
  expect(output).toContain("global CD2 verified\n");
  expect(output).toContain("global OLD1 verified\n");
  expect(output).toContain("2 of 2\n");
  expect(output).toMatch(/POST \/api\/cars/);
  expect(output).not.toContain(sandbox.clientSecret);
  expect(sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
});

it("the third program audits into rows", async () => {
  const { folder, env } = await copied(2);
  const { output } = await run(["program.mjs"], folder, env);
  expect(output).toMatch(/^drift-missing;error;global;CD2$/m);
  expect(output).toMatch(/^drift-extra;error;global;OLD1$/m);
});

const CREDENTIALS = ({ url, clientId, clientSecret }: Sandbox) => ({ baseUrl: url, clientId, clientSecret });

it("a fleet file that is wrong is refused with every problem and its place", async () => {
  const { sandbox, folder } = await served();
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [not a plate!]\ncarz: []\n");
  const opening = platectl.openFleet({ file: "fleet.yaml", cwd: folder, ...CREDENTIALS(sandbox) });
  await expect(opening).rejects.toThrow(platectl.FleetFileError);
  await expect(opening).rejects.toThrow(/^fleet\.yaml:3:8: .*\nfleet\.yaml:4:1: /);
});

it.each([
  ["an address with a password", { baseUrl: "https://a:b@example.com" }, /password|user/i],
  ["a state of an unknown kind", { state: "s3:bucket" }, /state address/],
  ["an account that no file declares", { accounts: ["4711"] }, /4711/],
])("%s is refused before anything is contacted", async (_what, wrong, message) => {
  const { sandbox, folder } = await served();
  const opening = platectl.openFleet({ file: "fleet.yaml", cwd: folder, ...CREDENTIALS(sandbox), ...wrong });
  await expect(opening).rejects.toThrow(TypeError);
  await expect(opening).rejects.toThrow(message);
});

it("an audit of a program runs rules of severity info when it asks for them", async () => {
  const { sandbox, folder } = await served();
  const fleet = await platectl.openFleet({ file: "fleet.yaml", cwd: folder, ...CREDENTIALS(sandbox) });
  cleanups.push(() => fleet.close());
  const range = { from: "2026-01-01", to: "2026-01-31" };
  const rulesOf = async (options?: { info: boolean }) =>
    (await fleet.audit(range, options)).findings.map(({ rule }) => rule);
  expect(await rulesOf()).not.toContain("never-in-fleet");
  expect(await rulesOf({ info: true })).toContain("never-in-fleet");
});

it("an audit of a program knows from the commits of the fleet file when a car left", async () => {
  const billing = [record(1, "SOLD1", { day: dayFromToday(-3) })];
  const accounts = [{ baId: "4711", cars: ["AB1"], users: [], billing }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q");
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "SOLD1"] }));
  commit(here, "two cars", dayFromToday(-60));
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }));
  commit(here, "one is sold", dayFromToday(-30));
  const access = { file: "fleet.yaml", cwd: here.folder, ...CREDENTIALS(here.sandbox) };
  const fleet = await platectl.openFleet(access);
  cleanups.push(() => fleet.close());
  const { findings } = await fleet.audit({ from: dayFromToday(-10), to: dayFromToday(0) });
  expect(findings.find(({ rule }) => rule === "billed-not-desired")).toMatchObject({
    licenseNumber: "SOLD1",
    evidence: { removedBy: "git", removedOn: dayFromToday(-30) },
  });
});

it("a signal that many requests at once listen to leaves no warning of Node on stderr", async () => {
  const cars = Array.from({ length: 40 }, (_, at) => `CAR${100 + at}`);
  const { folder, env } = await served({ mode: "global", start: { cars } });
  const settings = "interface: { pageSize: 1 }";
  writeFileSync(join(folder, "fleet.yaml"), `version: 1\nmode: global\n${settings}\ncars: [${cars.join(", ")}]\n`);
  const access = `file: "fleet.yaml", baseUrl: process.env.PLATECTL_BASE_URL, clientId: process.env.PLATECTL_CLIENT_ID,
      clientSecret: process.env.PLATECTL_CLIENT_SECRET, signal: new AbortController().signal`;
  const program = `import { openFleet } from "${pathToFileURL(join(ROOT, "dist/index.js"))}";
      const fleet = await openFleet({ ${access} });
      console.log((await fleet.plan()).kind);
      await fleet.close();`;
  expect(await run(["--input-type=module", "-e", program], folder, env)).toEqual({ code: 0, output: "planned\n" });
});

it("an approved plan is applied as it is, and refused when it no longer fits; a locked state is said", async () => {
  const { sandbox, folder } = await served();
  const open = async () => {
    const fleet = await platectl.openFleet({ file: "fleet.yaml", cwd: folder, ...CREDENTIALS(sandbox) });
    cleanups.push(() => fleet.close());
    return fleet;
  };
  const fleet = await open();
  const planned = await fleet.plan();
  if (planned.kind !== "planned") expect.unreachable();
  const text = platectl.planDocumentText(platectl.sealPlan(planned.plan));
  const approved = platectl.planDocumentSchema.parse(JSON.parse(text));
  expect(await fleet.apply({ approved, confirm: async () => false })).toMatchObject({ kind: "declined" });
  expect(sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [AB1, EF3]\n");
  const stale = await (await open()).apply({ approved });
  expect({ kind: stale.kind, code: platectl.exitCodeOf(stale) }).toEqual({ kind: "stale", code: 7 });

  const locked = await fleet.apply({
    confirm: async () => {
      const other = await (await open()).apply();
      expect({ kind: other.kind, code: platectl.exitCodeOf(other) }).toEqual({ kind: "locked", code: 8 });
      return true;
    },
  });
  expect(locked).toMatchObject({ kind: "applied" });
  expect(sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
});

const text = readFileSync(join(ROOT, "docs/library.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| `"));
const named = rows.flatMap((line) =>
  [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
);

it("docs/library.md names everything that is exported, except classes of errors, and nothing else", () => {
  const exported = Object.keys(platectl).filter((name) => !name.endsWith("Error"));
  expect([...named].sort()).toEqual(exported.sort());
});
