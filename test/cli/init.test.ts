import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectRefusal, PLATECTL, type Place, place, runCli } from "./harness.ts";

it.each([
  [[], "the global list"],
  [["--mode", "billing-account"], "0 billing accounts"],
])("init %j writes a starter that is valid, canonical and empty", async (options, scopes) => {
  const here = await place({ mode: "global", start: {} });
  const ended = await here.run("init", ...options);
  expect(ended).toEqual({
    code: 0,
    stdout: "Wrote fleet.yaml.\n",
    stderr: expect.stringContaining("platectl validate"),
  });
  expect(await here.run("validate")).toEqual({ code: 0, stdout: `Valid: 0 cars for ${scopes}.\n`, stderr: "" });
  expect(await here.run("fmt", "--check")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(here.sandbox.requests).toEqual([]);
});

it("the comments of the starter show what is valid and canonical too", async () => {
  const here = await place({ mode: "global", start: {} });
  const uncomment = (text: string, key: string) =>
    text.replace(
      new RegExp(`((?:#   .*\\n)+)((?:#\\n|# [^ ].*\\n)*)${key}: \\[\\]`),
      (_, shown: string) => `${key}:\n${shown.replaceAll(/^# {3}/gm, "  ").trimEnd()}`,
    );
  await here.run("init");
  await here.run("init", "--mode", "billing-account", "-f", "accounts.yaml");
  here.write("cars/leasing.csv", "plate\nZZ1\n");
  here.write("cars/pool.txt", "ZZ2\n");
  here.write("cars/4711.txt", "ZZ3\n");
  here.write("fleet.yaml", uncomment(uncomment(here.read("fleet.yaml"), "carsFrom"), "cars"));
  expect(await here.run("validate")).toMatchObject({ code: 0, stdout: "Valid: 4 cars for the global list.\n" });
  expect(await here.run("fmt", "--check")).toMatchObject({ code: 0 });
  const accounts = here.read("accounts.yaml").replace(/# {3}- AB12345\n[\s\S]*?accounts: \[\]/, "accounts: []");
  here.write("accounts.yaml", uncomment(accounts, "accounts"));
  expect(await here.run("validate", "-f", "accounts.yaml")).toMatchObject({
    code: 0,
    stdout: "Valid: 2 cars for 1 billing account.\n",
  });
});

it("init never touches a file that exists", async () => {
  const here = await place({ mode: "global", start: {} });
  here.write("fleet.yaml", "mine\n");
  const ended = await here.run("init");
  expect(ended).toEqual({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^error: fleet\.yaml already exists and will not be overwritten\./),
  });
  expect(here.read("fleet.yaml")).toBe("mine\n");
});

it("init writes where -f says, folders included, and says so in JSON", async () => {
  const here = await place({ mode: "global", start: {} });
  const { code, stdout } = await here.run("init", "-f", "fleets/north.yaml", "--json");
  expect({ code, document: JSON.parse(stdout) }).toEqual({
    code: 0,
    document: { kind: "platectl/init", schemaVersion: 1, file: "fleets/north.yaml", mode: "global" },
  });
  expect((await here.run("validate", "-f", "fleets")).code).toBe(0);
});

it("init writes the schema for editors, and the line that names it, which fmt and edits keep", async () => {
  const here = await place({ mode: "global", start: {} });
  const line = "# yaml-language-server: $schema=fleet.schema.json\n";
  expect((await here.run("init", "-f", "fleets/north.yaml")).stderr).toContain("Wrote fleets/fleet.schema.json");
  expect(here.read("fleets/north.yaml").startsWith(line)).toBe(true);
  expect(here.read("fleets/fleet.schema.json")).toBe((await here.run("schema", "fleet")).stdout);
  await here.run("car", "add", "AB1", "-f", "fleets/north.yaml");
  here.write("fleets/north.yaml", here.read("fleets/north.yaml").replace(/AB1\b/, "'AB1'"));
  expect((await here.run("fmt", "-f", "fleets")).stdout).toBe("fleets/north.yaml\n");
  await here.run("car", "remove", "AB1", "-f", "fleets/north.yaml");
  expect(here.read("fleets/north.yaml").startsWith(line)).toBe(true);
});

it("init keeps a schema file that is there", async () => {
  const here = await place({ mode: "global", start: {} });
  here.write("fleet.schema.json", "{}\n");
  const { code, stderr } = await here.run("init");
  expect({ code, kept: here.read("fleet.schema.json") }).toEqual({ code: 0, kept: "{}\n" });
  expect(stderr).not.toContain("fleet.schema.json");
});

it("a starter that is applied unread empties no list", async () => {
  const here = await place({ mode: "global", start: { cars: ["AB12345"] } });
  await here.run("init");
  expect((await here.run("apply", "--auto-approve")).code).toBe(4);
});

const ACCOUNTS = [{ baId: "4712", name: 'Beta: #1 "quoted"' }, { baId: "4711", name: "Acme Denmark" }, { baId: "39" }];
const withAccounts = () => place({ mode: "billing-account", start: { accounts: ACCOUNTS } });
const accountsIn = (text: string) => [...text.matchAll(/^ {2}- baId: (\d+)$/gm)].map(([, baId]) => baId);

it("init --all-accounts writes every account with its name, and the file is valid and canonical", async () => {
  const here = await withAccounts();
  const ended = await here.run("init", "--all-accounts");
  expect(ended).toMatchObject({ code: 0, stdout: "Wrote fleet.yaml.\n" });
  const text = here.read("fleet.yaml");
  expect(accountsIn(text)).toEqual(["39", "4711", "4712"]);
  expect(text).toContain("    name: Acme Denmark\n");
  expect(await here.run("validate")).toMatchObject({ code: 0, stdout: "Valid: 0 cars for 3 billing accounts.\n" });
  expect(await here.run("fmt", "--check")).toMatchObject({ code: 0 });
  expect(here.sandbox.requests.every(({ method, path }) => method === "GET" || path.startsWith("/auth"))).toBe(true);
});

it("init --all-accounts names the accounts in JSON", async () => {
  const here = await withAccounts();
  const { stdout } = await here.run("init", "--all-accounts", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ mode: "billing-account", accounts: ["39", "4711", "4712"] });
});

it("init --all-accounts leaves names out that no fleet file may hold", async () => {
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", name: "N".repeat(500) }] },
  });
  expect((await here.run("init", "--all-accounts")).code).toBe(0);
  expect(here.read("fleet.yaml")).not.toContain("name: N");
  expect((await here.run("validate")).code).toBe(0);
});

it.each([
  ["without a server in the environment", ["--all-accounts"], { PATH: "" }, 3, /PLATECTL_BASE_URL is not set/],
  ["with --account", ["--all-accounts", "--account", "1"], {}, 3, /cannot be used/],
  [
    "with the other mode",
    ["--all-accounts", "--mode", "global"],
    {},
    3,
    /--all-accounts belongs to --mode billing-account/,
  ],
  ["with a wrong secret", ["--all-accounts"], { PLATECTL_CLIENT_SECRET: "wrong" }, 5, /login/],
])("init --all-accounts %s writes nothing", async (_, args, env, code, words) => {
  const here = await withAccounts();
  const all = "PATH" in env ? env : { ...here.env, ...env };
  expectRefusal(await runCli(["init", ...args], here.folder, all), code, words, here.sandbox);
  expect(existsSync(join(here.folder, "fleet.yaml"))).toBe(false);
});

it("init without a terminal contacts nothing, and names the option that writes the accounts", async () => {
  const here = await withAccounts();
  const ended = await here.run("init", "--mode", "billing-account");
  expect(ended.stderr).toContain("`platectl init --all-accounts`");
  expect(here.sandbox.requests).toEqual([]);
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

/** Runs init on a terminal, types each answer when its question stands there, and gives the exit code and the screen. */
async function initOnTerminal(
  here: Place,
  env: Readonly<Record<string, string>>,
  answers: readonly (readonly [string, string])[],
) {
  const command = `${process.execPath} ${PLATECTL} init --mode billing-account`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { cwd: here.folder, env: { ...env, TERM: "xterm" } });
  const left = [...answers];
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    const [next] = left;
    if (!next || !screen.includes(next[0])) return;
    left.shift();
    child.stdin.write(next[1]);
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, screen };
}

describe.skipIf(!hasScript)("init on a terminal of util-linux's script", () => {
  it.each([
    ["the default", [["[all]", "\n"]], 0, ["39", "4711", "4712"]],
    ["some ids", [["Which ones", "4712, 39\n"]], 0, ["39", "4712"]],
    ["none", [["Which ones", "none\n"]], 0, []],
    [
      "an id that is not there, and then one that is",
      [
        ["Which ones", "4713\n"],
        ["Ids of this list", "4711\n"],
      ],
      0,
      ["4711"],
    ],
  ] as const)("init offers the accounts of the server and takes %s", async (_, answers, code, expected) => {
    const here = await withAccounts();
    const ended = await initOnTerminal(here, here.env, answers);
    expect(ended).toEqual({ code, screen: expect.stringContaining("The server has 3 billing accounts:") });
    expect(ended.screen).toContain("4711  Acme Denmark");
    expect(accountsIn(here.read("fleet.yaml"))).toEqual(expected);
  });

  it("init writes nothing after two answers that name no account of the server", async () => {
    const here = await withAccounts();
    const ended = await initOnTerminal(here, here.env, [
      ["Which ones", "1\n"],
      ["Ids of this list", "2\n"],
    ]);
    expect(ended).toEqual({ code: 3, screen: expect.stringContaining("No account was chosen. Nothing was written.") });
    expect(existsSync(join(here.folder, "fleet.yaml"))).toBe(false);
  });

  it.each([
    ["no server is named", { PATH: process.env["PATH"] ?? "" }, /not offered: PLATECTL_BASE_URL is not set/],
    ["the secret is wrong", { PLATECTL_CLIENT_SECRET: "wrong" }, /not offered: .*login/],
  ])("init goes on without the accounts, and says so in a line, where %s", async (_, env, words) => {
    const here = await withAccounts();
    const all = "PATH" in env ? env : { ...here.env, ...env };
    const ended = await initOnTerminal(here, all, []);
    expect(ended).toEqual({ code: 0, screen: expect.stringMatching(words) });
    expect(accountsIn(here.read("fleet.yaml"))).toEqual([]);
  });
});
