import { expect, it } from "vitest";
import { expectEnd, globalFleet, place, writesTo } from "./harness.ts";

const offline = { mode: "global", start: {} } as const;

it("validate prints how many cars a valid file holds, and contacts nothing", async () => {
  const here = await place(offline);
  here.write("fleet.yaml", globalFleet(["AB12345", "1E51234"]));
  expect(await here.run("validate")).toEqual({ code: 0, stdout: "Valid: 2 cars for the global list.\n", stderr: "" });
  expect(here.sandbox.requests).toEqual([]);
});

it("validate shows every error at once, each with its place and what to write instead", async () => {
  const here = await place(offline);
  here.write(
    "fleet.yaml",
    "version: 1\nmode: global\ncasr: []\ncars:\n  - AB1\n  - \n  - {licenseNumber: CD2, notes: x}\n",
  );
  const { code, stdout, stderr } = await here.run("validate");
  expect(code).toBe(3);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^fleet\.yaml:3:1: error: .*casr.*\n.*cars/m);
  expect(stderr).toMatch(/^fleet\.yaml:6:\d+: error: /m);
  expect(stderr).toMatch(/^fleet\.yaml:7:\d+: error: .*notes.*\n.*note/m);
});

it("validate prints a document with --json, for valid files and invalid ones", async () => {
  const here = await place(offline);
  here.write("good.yaml", globalFleet(["AB12345"]));
  here.write("bad.yaml", "version: 2\n");
  const good = await here.run("validate", "-f", "good.yaml", "--json");
  expect(JSON.parse(good.stdout)).toMatchObject({
    kind: "platectl/validation",
    schemaVersion: 1,
    valid: true,
    cars: 1,
  });
  const bad = await here.run("validate", "-f", "bad.yaml", "--json");
  expect(bad.code).toBe(3);
  expect(JSON.parse(bad.stdout)).toMatchObject({ valid: false, diagnostics: [{ code: "missing-key" }, {}, {}] });
  expect(writesTo(here.sandbox)).toEqual([]);
});

const repeated = "version: 1\nmode: global\ncars:\n  - AB12345\n  - AB-12345\n";

it("validate prints SARIF, Code Quality, JUnit and annotations, for files that are valid and others", async () => {
  const here = await place(offline);
  here.write("fleet.yaml", repeated);
  here.write("bad.yaml", "version: 1\nmode: global\ncarz: []\ncars: []\n");
  const shown = async (format: string, ...files: string[]) => await here.run("validate", "--format", format, ...files);
  const sarif = await shown("sarif");
  expect({ ...sarif, stdout: JSON.parse(sarif.stdout) }).toMatchObject({
    code: 0,
    stderr: "",
    stdout: { version: "2.1.0", runs: [{ results: [{ ruleId: "duplicate-spelling", level: "warning" }] }] },
  });
  const quality = await shown("code-quality", "-f", "bad.yaml");
  expect({ ...quality, stdout: JSON.parse(quality.stdout) }).toMatchObject({
    code: 3,
    stderr: "",
    stdout: [{ check_name: "unknown-key", severity: "critical", location: { path: "bad.yaml", lines: { begin: 3 } } }],
  });
  expectEnd(await shown("github", "-f", "bad.yaml"), 3, {
    stdout: /^::error file=bad\.yaml,line=3,col=1,title=platectl unknown-key::.*carz/,
  });
  expect((await shown("junit")).stdout).toContain('tests="1" failures="0" errors="0" skipped="1"');
  expect((await shown("junit", "--fail-on", "warning")).stdout).toContain('<failure type="duplicate-spelling"');
  expect(here.sandbox.requests).toEqual([]);
});

it.each([
  [["--version"], 0, /^\d+\.\d+\.\d+\n$/],
  [["--help"], 0, /plan +read the live lists/],
  [["plan", "--help"], 0, /--exit-code/],
])("the command line %j prints to stdout", async (args, code, words) => {
  const here = await place(offline);
  const ended = await here.run(...args);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: expect.stringMatching(words) });
});

it.each([
  [["plna"], /unknown command 'plna'[\s\S]*plan/],
  [["plan", "--exitcode"], /unknown option '--exitcode'[\s\S]*--exit-code/],
  [["plan", "--format", "pdf"], /pdf/],
  [["plan", "--allow-deletes", "many"], /--allow-deletes takes a whole number/],
  [["plan", "--concurrency", "0"], /--concurrency takes a whole number from 1 to 64, not "0"/],
  [["apply", "--claim", "3"], /--claim takes a SHA-256/],
  [["validate", "extra"], /too many arguments/],
])("the command line %j is a usage error with 3", async (args, words) => {
  const here = await place(offline);
  const { code, stderr } = await here.run(...args);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(words) });
  expect(here.sandbox.requests).toEqual([]);
});

it("a value that an option or an argument does not take is a document with --json", async () => {
  const here = await place(offline);
  for (const args of [
    ["plan", "--allow-deletes", "many"],
    ["users", "list", "4711a"],
  ]) {
    const { code, stdout } = await here.run(...args, "--json");
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "platectl/error", exitCode: 3, code: "input" });
  }
  expect(here.sandbox.requests).toEqual([]);
});
