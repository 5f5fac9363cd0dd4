import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { accountFleet, expectRefusal, type Place, place, plates } from "./harness.ts";

const BA_IDS = Array.from({ length: 12 }, (_, at) => `47${10 + at}`);
const OF = 3;
const SHARDS = [1, 2, 3].map((index) => `${index}/${OF}`);

/** Which of three shards an account falls to. */
function shardOf(baId: string): string {
  return `${(crc32(`account:${baId}`) % OF) + 1}/${OF}`;
}

/** Accounts with so many cars each, of which each loses some, and a sealed plan over all of them. */
async function planned(cars: number, lost: number, ...options: readonly string[]): Promise<Place> {
  const accounts = BA_IDS.map((baId) => ({ baId, cars: plates(`A${baId}`, cars) }));
  const here = await place({ mode: "billing-account", start: { accounts } });
  here.write("fleet.yaml", accountFleet(Object.fromEntries(accounts.map((one) => [one.baId, one.cars.slice(lost)]))));
  expect((await here.run("plan", "--plan-file", "plan.json", ...options)).code).toBe(0);
  here.sandbox.reset();
  return here;
}

async function applyAll(here: Place, ...options: readonly string[]): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const shard of SHARDS) {
    const report = ["--report", `report-${shard[0]}.json`];
    codes.push((await here.run("apply", "plan.json", "--shard", shard, ...report, ...options)).code);
  }
  return codes;
}

describe("one sealed plan, applied by shards", () => {
  it("the shards of a sealed plan do all of it, and their reports are one", async () => {
    const here = await planned(10, 2, "--allow-deletes=24");
    expect(await applyAll(here, "--allow-deletes=24")).toEqual([0, 0, 0]);
    const merged = await here.run("report", "merge", "report-3.json", "report-1.json", "report-2.json", "--json");
    expect(merged.code).toBe(0);
    const report = JSON.parse(merged.stdout);
    expect(report).toMatchObject({ counts: { verified: 24 }, exitCode: 0, shards: { of: 3, missing: [] } });
    expect(report.planHash).toMatch(/^[0-9a-f]{64}$/);
    expect(report.shard).toBeUndefined();
    expect((await here.run("plan")).stdout).toContain("No changes");
  });

  it("a guard over all lists stops every shard, though none of them sees more than its limit", async () => {
    const here = await planned(10, 3);
    for (const shard of SHARDS) {
      const ended = await here.run("apply", "plan.json", "--shard", shard);
      expectRefusal(ended, 4, /--allow-deletes=36/, here.sandbox);
    }
  });

  it("--shard auto takes index and number from the variables of parallel jobs", async () => {
    const here = await planned(10, 1);
    const jobs = [
      { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "3" },
      { CIRCLE_NODE_INDEX: "0", CIRCLE_NODE_TOTAL: "3" },
      { BUILDKITE_PARALLEL_JOB: "0", BUILDKITE_PARALLEL_JOB_COUNT: "3" },
      { SYSTEM_JOBPOSITIONINPHASE: "1", SYSTEM_TOTALJOBSINPHASE: "3" },
      { STRATEGY_JOB_INDEX: "0", STRATEGY_JOB_TOTAL: "3" },
      { JOB_COMPLETION_INDEX: "0", JOB_COMPLETIONS: "3" },
    ];
    const expected = (await here.run("plan", "--shard", "1/3", "--json")).stdout;
    const scopesIn = (text: string) => JSON.parse(text).scopes.map(({ scope }: { scope: string }) => scope);
    for (const job of jobs) {
      const there = await place({ mode: "billing-account", start: { accounts: [] } }, { ...here.env, ...job });
      there.write("fleet.yaml", here.read("fleet.yaml"));
      const { stdout } = await there.run("plan", "--shard", "auto", "--json");
      expect(scopesIn(stdout)).toEqual(scopesIn(expected));
    }
  });

  it.each([
    [{}, /finds no parallel job in the environment: it reads CI_NODE_INDEX and CI_NODE_TOTAL/],
    [{ JOB_COMPLETION_INDEX: "2" }, /finds JOB_COMPLETION_INDEX, but not JOB_COMPLETIONS, the number of jobs/],
    [{ CI_NODE_INDEX: "4", CI_NODE_TOTAL: "3" }, /takes I\/N with I from 1 to N, or auto, not "4\/3"/],
  ])("--shard auto ends with 3 where the variables do not tell which job this is: %j", async (job, words) => {
    const here = await place({ mode: "billing-account", start: { accounts: [] } }, job);
    expectRefusal(await here.run("plan", "--shard", "auto"), 3, words, here.sandbox);
  });
});

describe("the reports of shards", () => {
  it("report merge names the shards whose reports are missing, and ends with 10", async () => {
    const here = await planned(10, 1, "--allow-deletes=12");
    await applyAll(here, "--allow-deletes=12");
    const merged = await here.run("report", "merge", "report-2.json");
    expect(merged.code).toBe(10);
    expect(merged.stdout.replace(/\s+/g, " ")).toContain("The reports of shards 1/3, 3/3 are missing");
    const json = JSON.parse((await here.run("report", "merge", "report-2.json", "report-1.json", "--json")).stdout);
    expect(json).toMatchObject({ exitCode: 10, shards: { of: 3, missing: [3] } });
    for (const format of ["markdown", "html"]) {
      const { stdout } = await here.run("report", "merge", "report-1.json", "report-2.json", "--format", format);
      expect(stdout).toContain("The report of shard 3/3 is missing");
    }
  });

  it("report merge refuses a shard twice, reports of different plans, of other numbers of shards, and merged ones", async () => {
    const here = await planned(10, 1, "--allow-deletes=12");
    await applyAll(here, "--allow-deletes=12");
    here.write("again.json", here.read("report-1.json"));
    await here.run("report", "merge", "report-1.json", "--json", "--output", "merged.json");
    await here.run("plan", "--plan-file", "later.json");
    await here.run("apply", "later.json", "--shard", "2/3", "--report", "later-2.json");
    await here.run("apply", "plan.json", "--shard", "2/4", "--report", "two-of-four.json");
    await here.run("apply", "plan.json", "--report", "whole.json");
    here.sandbox.reset();
    const refusals = [
      ["again.json", /report-1\.json and again\.json are both of shard 1\/3/],
      [
        "later-2.json",
        /later-2\.json is of the plan with SHA-256 [0-9a-f]{64}, but report-1\.json is of the plan with/,
      ],
      ["two-of-four.json", /two-of-four\.json is of shard 2\/4, but report-1\.json is of shard 1\/3/],
      ["whole.json", /whole\.json is of a run without --shard, but report-1\.json is of shard 1\/3/],
      ["merged.json", /merged\.json is a merged report/],
    ] as const;
    for (const [name, words] of refusals)
      expectRefusal(await here.run("report", "merge", "report-1.json", name), 3, words, here.sandbox);
  });
});

describe("cars that move between lists of different shards", () => {
  /** A car that leaves one account for another one of another shard, and the plan for it. */
  async function moving(): Promise<{ here: Place; from: string; to: string }> {
    const [from = "", ...others] = BA_IDS;
    const to = others.find((baId) => shardOf(baId) !== shardOf(from)) ?? "";
    const accounts = BA_IDS.map((baId) => ({ baId, cars: [`KEEP${baId}`, ...(baId === from ? ["MOVES1"] : [])] }));
    const here = await place({ mode: "billing-account", start: { accounts } });
    const wanted = BA_IDS.map((baId) => [baId, [`KEEP${baId}`, ...(baId === to ? ["MOVES1"] : [])]]);
    here.write("fleet.yaml", accountFleet(Object.fromEntries(wanted)));
    await here.run("plan", "--plan-file", "plan.json");
    return { here, from, to };
  }

  it("the car stays until the other list has it, the report says so, and the next run of its shard deletes it", async () => {
    const { here, from, to } = await moving();
    const early = await here.run("apply", "plan.json", "--shard", shardOf(from));
    expect(early.code).toBe(0);
    expect(early.stdout.replace(/\s+/g, " ")).toContain(
      `Cars are on two lists: account:${from}: 1 car stays on this list, because the account that they move to is not part of this run and does not list them yet; apply that account, too. Then run this again.`,
    );
    expect(early.stdout).not.toContain("Nothing is left");
    expect(here.sandbox.model.plates(`account:${from}`)).toContain("MOVES1");
    expect((await here.run("apply", "plan.json", "--shard", shardOf(to))).code).toBe(0);
    const late = await here.run("apply", "plan.json", "--shard", shardOf(from), "--json");
    expect(late.code).toBe(0);
    expect(JSON.parse(late.stdout).counts).toMatchObject({ verified: 1, notSent: 0 });
    expect((await here.run("plan")).stdout).toContain("No changes");
  });
});
