import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import * as platectl from "../src/index.ts";
import { dayFromToday, record } from "./cli/audit-world.ts";
import { accountFleet, commit, git, globalFleet, globalPlace, type Place, place } from "./cli/harness.ts";
import { startProcess } from "./processes.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const COMPILING = [
  ...["--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", "--ignoreConfig"],
  ...["--module", "nodenext", "--target", "es2023", "--types", "node"],
];

const page = readFileSync(join(ROOT, "docs/library.md"), "utf8");
const [first = "", second = "", third = "", ...more] = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, text = ""]) => text,
);
const PROGRAMS = { first, second, third, example: readFileSync(join(ROOT, "examples/library.mjs"), "utf8") };

/** The folder of a user who has installed the package and copied the programs of the pages. */
async function installed(): Promise<Place> {
  const here = await globalPlace(["AB1", "OLD1"], ["AB1", "CD2"]);
  mkdirSync(join(here.folder, "node_modules"));
  symlinkSync(ROOT, join(here.folder, "node_modules/platectl"), "dir");
  symlinkSync(join(ROOT, "node_modules/@types"), join(here.folder, "node_modules/@types"), "dir");
  for (const [name, text] of Object.entries(PROGRAMS)) here.write(`${name}.mjs`, text);
  return here;
}

async function run({ folder, env }: Pick<Place, "folder" | "env">, ...args: readonly string[]) {
  const { code, stdout, stderr } = await startProcess(process.execPath, args, { cwd: folder, env }).ended;
  return { code, output: stdout + stderr };
}

async function open({ folder, sandbox }: Place, changes: object = {}) {
  const { url: baseUrl, clientId, clientSecret } = sandbox;
  const access = { file: "fleet.yaml", cwd: folder, baseUrl, clientId, clientSecret };
  const fleet = await platectl.openFleet({ ...access, ...changes });
  onTestFinished(() => fleet.close());
  return fleet;
}

it("every program of docs/library.md and the example compile against the package's own types", async () => {
  expect(more).toEqual([]);
  const files = Object.keys(PROGRAMS).map((name) => `${name}.mjs`);
  expect(await run(await installed(), TSC, ...COMPILING, ...files)).toEqual({ code: 0, output: "" });
});

it("the documented example plans without writing, then applies, then has nothing to do", async () => {
  const here = await installed();
  const planned = await run(here, "example.mjs", "fleet.yaml");
  expect(planned).toEqual({ code: 0, output: "global add CD2\nglobal delete OLD1\n" });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  expect(await run(here, "example.mjs", "fleet.yaml", "--apply")).toEqual({
    code: 0,
    output: expect.stringContaining("global CD2: verified\nglobal OLD1: verified\n"),
  });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
  expect(await run(here, "example.mjs", "fleet.yaml")).toEqual({ code: 0, output: "" });
});

it.each([
  ["an address", { PLATECTL_BASE_URL: "" }, "", 3, "baseUrl"],
  ["a login", { PLATECTL_CLIENT_SECRET: "wrong" }, "", 5, /login/i],
  ["a fleet file", {}, "version: 1\nmode: global\ncars: [not a plate!]\n", 3, /^fleet\.yaml:3:8: /],
])("the documented example names what is wrong: %s", async (_, variables, text, code, words) => {
  const here = await installed();
  if (text) here.write("fleet.yaml", text);
  const ended = await run({ ...here, env: { ...here.env, ...variables } }, "example.mjs", "fleet.yaml");
  expect(ended).toEqual({ code, output: expect.stringMatching(words) });
});

it("a car stays where a program looks at the account that it leaves, and not yet at the one that it moves to", async () => {
  const accounts = [{ baId: "4711", cars: ["AB1", "CD2"] }, { baId: "4712" }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  here.write("fleet.yaml", accountFleet({ 4711: ["CD2"], 4712: ["AB1"] }));
  const run = await (await open(here, { accounts: ["4711"] })).plan();
  expect(run).toMatchObject({ plan: { scopes: [{ changes: [], exempt: [{ rule: "waits-for-move" }] }] } });
});

it("the first program plans, and writes nothing", async () => {
  const here = await installed();
  const ended = await run(here, "first.mjs");
  expect(ended).toEqual({ code: 0, output: expect.stringMatching(/add: 1,[\s\S]*delete: 1,/) });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  expect(existsSync(join(here.folder, ".platectl"))).toBe(false);
});

it("the second program applies, with a log without secrets and its progress", async () => {
  const here = await installed();
  const { code, output } = await run(here, "second.mjs");
  expect(code).toBe(0);
  for (const words of ["global CD2 verified\n", "global OLD1 verified\n", "2 of 2\n", "POST /api/cars"])
    expect(output).toContain(words);
  expect(output).not.toContain(here.sandbox.clientSecret);
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
});

it("the third program audits into rows", async () => {
  const { output } = await run(await installed(), "third.mjs");
  expect(output).toMatch(/^drift-missing;error;global;CD2$/m);
  expect(output).toMatch(/^drift-extra;error;global;OLD1$/m);
});

it("a fleet file that is wrong is refused with every problem and its place", async () => {
  const here = await globalPlace([], []);
  here.write("fleet.yaml", "version: 1\nmode: global\ncars: [not a plate!]\ncarz: []\n");
  const opening = open(here);
  await expect(opening).rejects.toThrow(platectl.FleetFileError);
  await expect(opening).rejects.toThrow(/^fleet\.yaml:3:8: .*\nfleet\.yaml:4:1: /);
});

it.each([
  ["an address with a password", { baseUrl: "https://a:b@example.com" }, /password|user/i],
  ["a state of an unknown kind", { state: "s3:bucket" }, /state address/],
  ["an account that no file declares", { accounts: ["4711"] }, /4711/],
])("%s is refused before anything is contacted", async (_what, wrong, message) => {
  const opening = open(await globalPlace([], []), wrong);
  await expect(opening).rejects.toThrow(TypeError);
  await expect(opening).rejects.toThrow(message);
});

it("an audit of a program runs rules of severity info when it asks for them", async () => {
  const fleet = await open(await globalPlace(["AB1", "OLD1"], ["AB1", "CD2"]));
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
  const fleet = await open(here);
  const { findings } = await fleet.audit({ from: dayFromToday(-10), to: dayFromToday(0) });
  expect(findings.find(({ rule }) => rule === "billed-not-desired")).toMatchObject({
    licenseNumber: "SOLD1",
    evidence: { removedBy: "git", removedOn: dayFromToday(-30) },
  });
});

it("a signal that many requests at once listen to leaves no warning of Node on stderr", async () => {
  const cars = Array.from({ length: 40 }, (_, at) => `CAR${100 + at}`);
  const here = await globalPlace(cars, cars, "interface: { pageSize: 1 }\n");
  const access = `file: "fleet.yaml", baseUrl: process.env.PLATECTL_BASE_URL, clientId: process.env.PLATECTL_CLIENT_ID,
      clientSecret: process.env.PLATECTL_CLIENT_SECRET, signal: new AbortController().signal`;
  const program = `import { openFleet } from "${pathToFileURL(join(ROOT, "dist/index.js"))}";
      const fleet = await openFleet({ ${access} });
      console.log((await fleet.plan()).kind);
      await fleet.close();`;
  expect(await run(here, "--input-type=module", "-e", program)).toEqual({ code: 0, output: "planned\n" });
});

it("an approved plan is applied as it is, and refused when it no longer fits; a locked state is said", async () => {
  const here = await globalPlace(["AB1", "OLD1"], ["AB1", "CD2"]);
  const fleet = await open(here);
  const planned = await fleet.plan();
  if (planned.kind !== "planned") expect.unreachable();
  const text = platectl.planDocumentText(platectl.sealPlan(planned.plan));
  const approved = platectl.planDocumentSchema.parse(JSON.parse(text));
  expect(await fleet.apply({ approved, confirm: async () => false })).toMatchObject({ kind: "declined" });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  here.write("fleet.yaml", globalFleet(["AB1", "EF3"]));
  const stale = await (await open(here)).apply({ approved });
  expect({ kind: stale.kind, code: platectl.exitCodeOf(stale) }).toEqual({ kind: "stale", code: 7 });

  const locked = await fleet.apply({
    confirm: async () => {
      const other = await (await open(here)).apply();
      expect({ kind: other.kind, code: platectl.exitCodeOf(other) }).toEqual({ kind: "locked", code: 8 });
      return true;
    },
  });
  expect(locked).toMatchObject({ kind: "applied" });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
});

it("the documents of a run are those that the command line prints", async () => {
  const behaviour = { rejections: [{ plates: "CD2", error: "not known" }] };
  const cars = { start: { cars: ["AB1", "OLD1"] }, mode: "global", behaviour } as const;
  const untimed = (text: string) =>
    JSON.parse(text, (key, value) => (/At$|integrity|planHash|baseUrl|fingerprint/.test(key) ? "" : value));
  const [here, other] = [await place(cars), await place(cars)];
  for (const { write } of [here, other]) write("fleet.yaml", globalFleet(["AB1", "CD2"]));
  const fleet = await open(here);
  const planned = await fleet.plan();
  if (planned.kind !== "planned") expect.unreachable();
  const approved = platectl.sealPlan(planned.plan);
  const { stdout } = await other.run("plan", "--plan-file", "plan.json", "--json");
  expect(untimed(platectl.planDocumentText(approved))).toEqual(untimed(stdout));
  const run = await fleet.apply({ approved });
  if (run.kind !== "applied") expect.unreachable();
  expect((await other.run("apply", "plan.json", "--report", "report.json")).code).toBe(platectl.exitCodeOf(run));
  expect(untimed(JSON.stringify(run.report))).toEqual(untimed(other.read("report.json")));
  expect(platectl.reportDocumentSchema.parse(run.report)).toMatchObject({
    planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(run.report.scopes[0]?.results).toContainEqual(
    expect.objectContaining({ licenseNumber: "CD2", source: "fleet.yaml:5:5" }),
  );
});

it("S12: what the command line refuses of an approved plan, a program does not apply either", async () => {
  const here = await globalPlace(["AB1", "OLD1"], ["AB1", "CD2"]);
  const fleet = await open(here);
  const planned = await fleet.plan();
  if (planned.kind !== "planned") expect.unreachable();
  const { plan } = planned;
  const sealed = platectl.sealPlan(plan);
  const old = platectl.sealPlan(plan, new Date("2020-01-01"));
  const other = { ...plan, target: { ...plan.target, baseUrl: "https://innocent.example" } };
  const cases = [
    [old, /plans expire after 72/],
    [platectl.sealPlan(plan, new Date("2999-01-01")), /in the future/],
    [{ ...sealed, createdAt: "2999-01-01T00:00:00.000Z" }, /altered after it was made/],
    [{ ...sealed, createdAt: "soon" }, /altered after it was made/],
    [platectl.sealPlan(other), /the plan names https:\/\/innocent\.example/],
  ] as const;
  for (const [approved, words] of cases) {
    const run = await fleet.apply({ approved });
    expect(run).toEqual({ kind: "refused", reason: expect.stringMatching(words) });
    expect(platectl.exitCodeOf(run)).toBe(7);
  }
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  expect(await fleet.apply({ approved: old, maxPlanAgeHours: 1e6 })).toMatchObject({ kind: "applied" });
});

const rows = page.split("\n").filter((line) => line.startsWith("| `"));
const named = rows.flatMap((line) =>
  [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
);

it("docs/library.md names everything that is exported, except classes of errors, and nothing else", () => {
  const exported = Object.keys(platectl).filter((name) => !name.endsWith("Error"));
  expect([...named].sort()).toEqual(exported.sort());
});
