import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commit, globalFleet, type Place, place, runCli } from "./harness.ts";

/** A git repository with a fleet file at its top and the folder `a/b` below, and the server that holds AB1. */
async function repository(name = "fleet.yaml"): Promise<Place & { readonly in: (folder: string) => Place["run"] }> {
  const here = await place({ mode: "global", start: { cars: ["AB1"] } });
  spawnSync("git", ["init", "-q", "."], { cwd: here.folder });
  mkdirSync(join(here.folder, "a/b"), { recursive: true });
  if (name !== "") here.write(name, globalFleet(["AB1", "CD2"]));
  return {
    ...here,
    in:
      (folder) =>
      (...args) =>
        runCli(args, join(here.folder, folder), here.env),
  };
}

const NOTE = "Using the fleet file in ../..; paths in messages start there.\n";

it.each(["fleet.yaml", "platectl.yaml"])("%s is used by every command that needs one", async (name) => {
  const { run } = await repository(name);
  expect(await run("validate")).toEqual({ code: 0, stdout: "Valid: 2 cars for the global list.\n", stderr: "" });
  expect(await run("fmt")).toEqual({ code: 0, stdout: `${name}\n`, stderr: "" });
  expect((await run("plan", "--exit-code")).code).toBe(2);
  expect((await run("plan", "--json")).stdout).toContain(`"source": "${name}:`);
  expect((await run("car", "add", "EF3")).stdout).toContain(`${name}:`);
  expect((await run("car", "find", "EF3", "--offline")).stdout).toContain(`${name}:`);
  expect((await run("history", "EF3", "--offline")).stdout).toContain(`${name}:`);
  expect((await run("apply", "--auto-approve")).code).toBe(0);
  expect((await run("audit")).code).toBe(0);
  expect((await run("state", "show")).code).toBe(0);
});

it("two files of these names in one folder are refused, with what to do", async () => {
  const { run, write } = await repository();
  write("platectl.yaml", globalFleet([]));
  for (const command of [["validate"], ["plan"], ["fmt"], ["car", "add", "EF3"], ["cars", "list"], ["export"]]) {
    expect(await run(...command)).toEqual({
      code: 3,
      stdout: "",
      stderr:
        "error: This folder has both fleet.yaml and platectl.yaml. Delete or rename one of them, or name the file to use with -f. Nothing was contacted.\n",
    });
  }
  expect((await run("validate", "-f", "platectl.yaml")).code).toBe(0);
});

it.each([
  ["init", []],
  ["export", ["--output", "fleet.yaml"]],
  ["import", ["cars.txt"]],
] as const)("%s does not write fleet.yaml beside a platectl.yaml", async (command, options) => {
  const { run, write, folder } = await repository("platectl.yaml");
  write("cars.txt", "AB1\n");
  const { code, stderr } = await run(command, ...options);
  expect(code).toBe(3);
  expect(stderr).toContain("fleet.yaml is not written, because platectl.yaml exists");
  expect(existsSync(join(folder, "fleet.yaml"))).toBe(false);
});

it("a command in a folder below uses the file above, and says so", async () => {
  const { in: within } = await repository();
  const run = within("a/b");
  expect(await run("validate")).toEqual({ code: 0, stdout: "Valid: 2 cars for the global list.\n", stderr: NOTE });
  expect((await run("validate", "--quiet")).stderr).toBe("");
});

it("what options and operands name starts at the current folder", async () => {
  const { in: within, folder, read } = await repository();
  const run = within("a/b");
  const planned = await run("plan", "--output", "plan.md", "--plan-file", "../plan.json");
  expect(planned).toMatchObject({ code: 0, stdout: "" });
  expect(read("a/b/plan.md")).toContain("CD2");
  const applied = await run("apply", "../plan.json", "--report", "report.json", "--state", "file:own.jsonl");
  expect(applied.code).toBe(0);
  expect(read("a/b/report.json")).toContain('"verified": 1');
  expect(existsSync(join(folder, "a/b/own.jsonl"))).toBe(true);
  expect(existsSync(join(folder, ".platectl"))).toBe(false);
});

it("the state is the one beside the fleet file", async () => {
  const { run, in: within, folder } = await repository();
  expect((await within("a/b")("apply", "--auto-approve")).code).toBe(0);
  expect(existsSync(join(folder, "a/b/.platectl"))).toBe(false);
  const shown = await run("state", "show");
  expect(shown.stdout).toContain("State .platectl/state.jsonl, ");
  expect((await within("a")("state", "show")).stdout).toBe(shown.stdout);
});

it("a second state in the current folder stops the command before it contacts the server", async () => {
  const { run, in: within, folder, sandbox } = await repository();
  await run("apply", "--auto-approve");
  renameSync(join(folder, ".platectl"), join(folder, "a/.platectl"));
  const asked = sandbox.requests.length;
  const { code, stderr } = await within("a")("plan");
  expect(code).toBe(3);
  expect(stderr).toContain("there is also a state in this folder");
  expect(stderr).toContain(
    "Choose one with --state file:../.platectl/state.jsonl or --state file:.platectl/state.jsonl.",
  );
  expect(sandbox.requests.length).toBe(asked);
  expect((await within("a")("plan", "--state", "file:.platectl/state.jsonl")).code).toBe(0);
});

it("the nearest file is used, and the search ends at the top of the nearest repository", async () => {
  const { in: within, write, folder } = await repository();
  write("a/platectl.yaml", globalFleet(["AB1"]));
  expect((await within("a/b")("validate")).stdout).toContain("1 car");
  spawnSync("git", ["init", "-q", "a/b"], { cwd: folder });
  const { code, stderr } = await within("a/b")("validate");
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^error: There is no fleet\.yaml or platectl\.yaml\. Looked in \S+\/a\/b, which is the top of a git repository\.\nName a file with -f,/,
  );
});

it("the message names every folder that was searched", async () => {
  const { in: within, folder } = await repository("");
  const { stderr } = await within("a/b")("plan");
  expect(stderr).toContain(`Looked in ${folder}/a/b, ${folder}/a, ${folder}, which is the top of the git repository.`);
});

it("without a repository, only the current folder is searched", async () => {
  const { folder, write, env } = await place({ mode: "global", start: {} });
  write("fleet.yaml", globalFleet([]));
  mkdirSync(join(folder, "a"));
  const { code, stderr } = await runCli(["validate"], join(folder, "a"), env);
  expect(code).toBe(3);
  expect(stderr).toContain(`Looked in ${folder}/a, which is in no git repository`);
});

it("a link out of the repository is refused below its folder as well", async () => {
  const { in: within, folder, write } = await repository("");
  const other = await place({ mode: "global", start: {} });
  symlinkSync(other.write("other.yaml", globalFleet(["AB1"])), join(folder, "fleet.yaml"));
  write("a/b/cars.txt", "");
  const { code, stderr } = await within("a/b")("validate");
  expect(code).toBe(3);
  expect(stderr).toContain("`fleet.yaml` is a link to a place outside the repository");
});

it("edits, history and --base work from a folder below", async () => {
  const here = await repository();
  const { in: within, read } = here;
  commit(here, "first");
  const run = within("a/b");
  expect((await run("car", "add", "EF3")).stdout).toContain("added EF3");
  expect(read("fleet.yaml")).toContain("EF3");
  expect((await run("history", "CD2", "--offline")).stdout).toContain("first");
  const { stdout } = await run("plan", "--base", "HEAD", "--json");
  const [scope] = JSON.parse(stdout).scopes;
  expect(scope.changes).toMatchObject([
    { licenseNumber: "CD2", cause: "drift" },
    { licenseNumber: "EF3", cause: "edit", source: "fleet.yaml:6:5" },
  ]);
});

it.each([
  ["-C", "a/b", "validate", "-f", "own.yaml"],
  ["-Ca/b", "validate", "-f", "own.yaml"],
  ["--directory", "a/b", "validate", "-f", "own.yaml"],
  ["--directory=a/b", "validate", "-f", "own.yaml"],
  ["-C", "a", "-C", "b", "validate", "-f", "own.yaml"],
  ["validate", "-f", "own.yaml", "-C", "a/b"],
  ["validate", "--directory=a/b", "-f", "own.yaml"],
])("before and behind the command: %s %s %s %s", async (...args) => {
  const { run, write } = await repository("");
  write("a/b/own.yaml", globalFleet(["AB1"]));
  expect(await run(...args)).toEqual({ code: 0, stdout: "Valid: 1 car for the global list.\n", stderr: "" });
});

it("a folder that does not exist is an error that names it", async () => {
  const { run } = await repository();
  const ended = {
    code: 3,
    stdout: "",
    stderr: "error: -C `nowhere`: the folder cannot be entered (ENOENT). Nothing was done.\n",
  };
  expect(await run("-C", "nowhere", "plan")).toEqual(ended);
  expect(await run("plan", "-C", "nowhere")).toEqual(ended);
});

it("-C alone shows the first steps of that folder", async () => {
  const { run } = await repository();
  expect((await run("-C", "a")).stderr).not.toContain("There is no fleet.yaml");
  const empty = await place({ mode: "global", start: {} });
  expect((await run("-C", empty.folder)).stderr).toContain("There is no fleet.yaml or platectl.yaml here yet.");
});
