import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { commitTimeOf } from "../../src/usecases/history/index.ts";
import { Exports, GLOBAL_OPEN } from "./exports.ts";
import { Town } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const FLEET = `${GLOBAL_OPEN}carsFrom: [{ file: a.csv, column: plate, maxAge: 2d }]\n`;

/** An export that was written so many days before the clock of the town. */
function writtenBefore(town: Town, days: number): Exports {
  const exports = new Exports().write("fleet.yaml", FLEET).csv("a.csv", ["AB1"]);
  const time = (town.clock.now() - days * DAY_MS) / 1000;
  utimesSync(join(exports.folder, "a.csv"), time, time);
  return exports;
}

it.each([
  [0, 0],
  [1.9, 0],
  [2.1, 4],
  [30, 4],
])("an export that is %d days old ends with %i", async (days, code) => {
  const town = new Town();
  const run = await town.apply(await writtenBefore(town, days).desired());
  expect(run.exitCode).toBe(code);
  expect(town.plates()).toEqual(code === 0 ? ["AB1"] : []);
});

it("the plan says which list is too old, when it was changed and the option that lets it pass", async () => {
  const town = new Town();
  const desired = await writtenBefore(town, 2.5).desired();
  const { plan } = await town.plan(desired);
  expect(plan?.guards).toContainEqual({
    rule: "maxAge",
    scope: "global",
    tripped: true,
    limit: 2,
    actual: 3,
    override: "--allow-age=3",
    list: { name: "a.csv", changedOn: "2026-04-28", changedBy: "time stamp" },
  });
  expect((await town.apply(desired, { allowances: { age: 2 } })).exitCode).toBe(4);
  expect((await town.apply(desired, { allowances: { age: 3 } })).exitCode).toBe(0);
});

it("the oldest file of a pattern decides about the age of a list", async () => {
  const town = new Town();
  const exports = writtenBefore(town, 3).csv("a2.csv", ["CD2"]);
  exports.write("fleet.yaml", FLEET.replace("a.csv", '"a*.csv"'));
  expect((await town.plan(await exports.desired())).plan?.guards).toContainEqual(
    expect.objectContaining({ rule: "maxAge", tripped: true }),
  );
});

const COMMITTED = Date.UTC(2026, 0, 1, 12) / 1000;

function repository(): Exports {
  const exports = new Exports().write("fleet.yaml", FLEET).csv("a.csv", ["AB1"]);
  git(exports.folder, "init", "--quiet");
  commit(exports.folder);
  return exports;
}

function git(cwd: string, ...args: string[]): void {
  const env = { ...process.env, GIT_COMMITTER_DATE: `@${COMMITTED} +0000`, GIT_AUTHOR_DATE: `@${COMMITTED} +0000` };
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd, env, stdio: "pipe" });
}

function commit(folder: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "--quiet", "-m", "export");
}

const load = (folder: string) =>
  loadFleet(["fleet.yaml"], { cwd: folder, commitTime: (path) => commitTimeOf(path, process.env) });

async function changeOf(folder: string) {
  const reading = await load(folder);
  return reading.kind === "desired" ? reading.desired.scopes[0]?.lists?.[0]?.changed : reading.diagnostics;
}

it("the age of a list in a git repository is the age of the last commit that changed it, whatever its time stamp", async () => {
  const { folder } = repository();
  expect(await changeOf(folder)).toEqual({ at: COMMITTED * 1000, on: "2026-01-01", by: "commit" });
});

it("the age of a list in a git repository is that of its time stamp while its content is not committed", async () => {
  const exports = repository();
  exports.csv("a.csv", ["AB1", "CD2"]);
  expect(await changeOf(exports.folder)).toMatchObject({ by: "time stamp" });
  exports.write(".gitignore", "b.csv\n").csv("b.csv", ["CD2"]).write("fleet.yaml", FLEET.replace("a.csv", "b.csv"));
  expect(await changeOf(exports.folder)).toMatchObject({ by: "time stamp" });
});

it("the age of a list in a git repository is that of its time stamp in a repository without a commit", async () => {
  const exports = new Exports().write("fleet.yaml", FLEET).csv("a.csv", ["AB1"]);
  git(exports.folder, "init", "--quiet");
  expect(await changeOf(exports.folder)).toMatchObject({ by: "time stamp" });
});

it("the age of a list in a git repository is an error where the clone is too shallow to know", async () => {
  const origin = repository();
  origin.write("other.txt", "x");
  commit(origin.folder);
  const clone = new Exports();
  git(clone.folder, "clone", "--quiet", "--depth=1", `file://${origin.folder}`, "clone");
  expect(await changeOf(join(clone.folder, "clone"))).toEqual([
    expect.objectContaining({
      code: "list-age-unknown",
      message:
        "How old `a.csv` is cannot be found out, and `maxAge` needs it: this clone is shallow, without the commit that last changed the file.",
      source: { file: "fleet.yaml", line: 4, column: 20 },
    }),
  ]);
});
