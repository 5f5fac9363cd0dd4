import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startSandbox } from "../../src/sandbox/index.ts";
import { readOutputs } from "../action/runner.ts";
import { bash } from "../processes.ts";
import { copySource } from "./source-copy.ts";

const folder = mkdtempSync(join(tmpdir(), "platectl-release-test-"));
const clone = join(folder, "clone");
const ACTION = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({ steps: z.array(z.object({ run: z.string(), env: z.record(z.string(), z.string()).optional() })) }),
});

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
}

function npm(...args: string[]): void {
  const env = { ...process.env, GIT_AUTHOR_NAME: "Anna", GIT_COMMITTER_NAME: "Anna", EMAIL: "anna@example.com" };
  execFileSync("npm", args, { cwd: clone, stdio: "ignore", env });
}

/** A repository with the files of this one as they are now, released as 0.1.0, with two commits since. */
beforeAll(() => {
  copySource(clone);
  rmSync(join(clone, "changes"), { recursive: true, force: true });
  writeFileSync(join(clone, "CHANGELOG.md"), "# Changes\n\n## Unreleased\n\n## 0.1.0\n\n- The first one.\n");
  const manifest = readFileSync(join(clone, "package.json"), "utf8").replace(/"version": ".*"/, '"version": "0.1.0"');
  writeFileSync(join(clone, "package.json"), manifest);
  git("add", "--all");
  git("commit", "--quiet", "--message", "feat: everything");
  git("tag", "--annotate", "v0.1.0", "--message", "0.1.0");
  appendFileSync(join(clone, "README.md"), "\nMore.\n");
  git("commit", "--quiet", "--all", "--message", "fix: plates with a tilde are read");
  git("commit", "--quiet", "--allow-empty", "--message", "test: more of them");
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
  npm("version", "patch");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("npm version commits the new version and a section of the changelog made of the commits that users notice", () => {
  expect(git("log", "-1", "--format=%s")).toBe("0.1.1");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("show", "HEAD:package.json")).toContain('"version": "0.1.1"');
  expect(git("show", "HEAD:docs/install.md")).toContain("/download/v0.1.1/platectl-0.1.1.tgz\n");
  expect(git("show", "HEAD:README.md")).toContain("./platectl-0.1.1.tgz\n");
  expect(git("show", "HEAD:CHANGELOG.md")).toMatch(
    /^# Changes\n\n## Unreleased\n\n## 0\.1\.1 – \d{4}-\d\d-\d\d\n\n- Plates with a tilde are read\.\n\n## 0\.1\.0\n/,
  );
});

it("npm version tags a commit beside the branch whose tree is the branch's and the built Action", () => {
  expect(git("rev-parse", "v0.1.1^{commit}^")).toBe(git("rev-parse", "HEAD"));
  const added = git("diff", "--name-status", "HEAD", "v0.1.1").split("\n");
  expect(added).toContain("A\tdist/github-action/main.js");
  expect(added).toContain("A\tdist/THIRD-PARTY-LICENSES.txt");
  expect(added.filter((line) => !/^A\tdist\/(?:chunks|github-action)\/[\w-]+\.js$|LICENSES\.txt$/.test(line))).toEqual(
    [],
  );
});

const check = (revision: string) => {
  const args = ["scripts/check-release-tree.mjs", revision];
  return spawnSync(process.execPath, args, { cwd: clone, encoding: "utf8" });
};

it("the check finds that every built file of the release commit is what its source builds", () => {
  expect(check("v0.1.1")).toMatchObject({ status: 0, stdout: expect.stringMatching(/: all \d+ built files are/) });
});

it("the check names a built file that its source does not build, and refuses a commit without any", () => {
  git("checkout", "--quiet", "--force", "v0.1.1");
  appendFileSync(join(clone, "dist/github-action/main.js"), "\nfetch('https://example.com');\n");
  git("commit", "--quiet", "--all", "--message", "harmless");
  const { status, stderr } = check("HEAD");
  const named = stderr.split("\n").filter((line) => line.startsWith("differs"));
  expect({ status, named }).toEqual({ status: 1, named: ["differs from its rebuild: dist/github-action/main.js"] });
  expect(check("main")).toMatchObject({ status: 1, stderr: expect.stringContaining("holds no built Action") });
});

const place = join(folder, "runner");
const action = join(place, "action");

it("the Action's two steps plan on a runner without packages and without npm, from the files of the commit alone", async () => {
  mkdirSync(action, { recursive: true });
  const archive = execFileSync("git", ["archive", "v0.1.1"], { cwd: clone, maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", action], { input: archive });
  expect(existsSync(join(action, "node_modules"))).toBe(false);
  mkdirSync(join(place, "bin"));
  writeFileSync(join(place, "bin/npm"), "#!/bin/sh\necho 'npm was asked for' >&2\nexit 1\n", { mode: 0o755 });
  mkdirSync(join(place, "fleet"));
  writeFileSync(join(place, "fleet/fleet.yaml"), "version: 1\nmode: global\ncars: [AB1, CD2]\n");
  const sandbox = await startSandbox({ mode: "global", start: { cars: ["AB1", "OLD1"] } });
  try {
    const { inputs, runs } = ACTION.parse(parse(readFileSync(join(action, "action.yml"), "utf8")));
    const values = { ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.default ?? ""])) };
    const env = {
      PATH: `${join(place, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: place,
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: action,
      GITHUB_EVENT_NAME: "push",
      GITHUB_REPOSITORY: "acme/fleet",
      GITHUB_OUTPUT: join(place, "output"),
      GITHUB_STEP_SUMMARY: join(place, "summary.md"),
      RUNNER_TEMP: place,
      PLATECTL_BASE_URL: sandbox.url,
      PLATECTL_CLIENT_ID: sandbox.clientId,
      PLATECTL_CLIENT_SECRET: sandbox.clientSecret,
    };
    for (const step of runs.steps) {
      const own = Object.keys(step.env ?? {}).map((name) => [name, inputOf(name, values)]);
      const started = performance.now();
      expect(await bash(step.run, join(place, "fleet"), { ...env, ...Object.fromEntries(own) })).toMatchObject({
        code: 0,
      });
      process.stdout.write(`a step of the released Action: ${((performance.now() - started) / 1000).toFixed(2)} s\n`);
    }
    expect(readOutputs(readFileSync(env.GITHUB_OUTPUT, "utf8"))).toMatchObject({ add: "1", delete: "1" });
    expect(existsSync(join(action, "node_modules"))).toBe(false);
  } finally {
    await sandbox.close();
  }
});

/** What the runner puts in place of `${{ inputs.… }}`; the Action calls no GitHub here. */
function inputOf(name: string, values: Readonly<Record<string, string>>): string {
  const input = name.replace("INPUT_", "").toLowerCase().replaceAll("_", "-");
  return input === "token" ? "" : (values[input] ?? "");
}
