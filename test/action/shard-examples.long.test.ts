import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accountFleet, PLATECTL, type Place, place, plates } from "../cli/harness.ts";
import { bash, withPlatectl, yamlAt } from "./example-files.ts";

const BA_IDS = Array.from({ length: 9 }, (_, at) => `47${10 + at}`);

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}

/** Accounts that each get a car, with the program where npm puts it. */
async function newCars(): Promise<{ here: Place; env: Readonly<Record<string, string>> }> {
  const accounts = BA_IDS.map((baId) => ({ baId, cars: plates(`A${baId}`, 2) }));
  const here = await place({ mode: "billing-account", start: { accounts } });
  here.write("fleet.yaml", accountFleet(Object.fromEntries(BA_IDS.map((baId) => [baId, plates(`A${baId}`, 3)]))));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${PLATECTL}" "$@"\n`;
  chmodSync(here.write("node_modules/.bin/platectl", program), 0o755);
  return { here, env: { ...withPlatectl(here), PLATECTL_STATE: "file:state.jsonl" } };
}

async function expectAllDone(here: Place): Promise<void> {
  for (const baId of BA_IDS) expect(here.sandbox.model.plates(`account:${baId}`)).toHaveLength(3);
}

describe("the examples of one plan for many jobs", () => {
  it("the GitLab shards do together what was planned, and a missing report is told", async () => {
    const { here, env } = await newCars();
    const pipeline = yamlAt("examples/ci/gitlab-shards.yml");
    const run = (job: string, more = {}) => bash(pipeline[job].script.join("\n"), here.folder, { ...env, ...more });
    const jobs: number = pipeline.apply.parallel;
    expect((await run("plan")).code).toBe(0);
    const apply = (at: number) => run("apply", { CI_NODE_INDEX: String(at), CI_NODE_TOTAL: String(jobs) });
    for (let at = 2; at <= jobs; at += 1) expect((await apply(at)).code).toBe(0);
    const early = await run("report");
    expect(early).toEqual({ code: 10, output: expect.stringContaining("The report of shard 1/8 is missing") });
    expect((await apply(1)).code).toBe(0);
    expect((await run("report")).code).toBe(0);
    expect(here.read("report.html")).toContain("<!doctype html>");
    await expectAllDone(here);
  });

  it("the GitHub shards take the approved plan alone, and the last job joins their reports", async () => {
    const { here, env } = await newCars();
    const jobs: Readonly<Record<string, Job>> = yamlAt("examples/ci/github-shards.yml").jobs;
    const run = (job: string, more = {}) => {
      const script = jobs[job]?.steps.findLast((step) => step.run !== undefined)?.run ?? "";
      return bash(script, here.folder, { ...env, ...more });
    };
    expect((await run("plan", { GITHUB_OUTPUT: "outputs" })).code).toBe(0);
    const HASH = /hash=(\w{64})/.exec(here.read("outputs"))?.[1] ?? "";
    const plan = here.read("plan.json");
    here.write("approved/plan.json", `${plan} `);
    expect((await run("apply", { HASH, SHARD: "1" })).code).toBe(7);
    here.write("approved/plan.json", plan);
    for (let at = 1; at <= 8; at += 1) expect((await run("apply", { HASH, SHARD: String(at) })).code).toBe(0);
    expect((await run("report", { GITHUB_STEP_SUMMARY: "summary.md" })).code).toBe(0);
    expect(here.read("summary.md")).toContain("9 verified");
    await expectAllDone(here);
  });

  it("a pod of the Indexed Job applies the part that its index names", async () => {
    const { here, env } = await newCars();
    const { spec } = yamlAt("examples/ci/kubernetes-shards.yaml");
    const [{ args, env: own }] = spec.template.spec.containers;
    const count = own.find(({ name }: { name: string }) => name === "JOB_COMPLETIONS").value;
    expect(count).toBe(String(spec.completions));
    expect((await here.run("plan", "--plan-file", "plan.json", "--state", env["PLATECTL_STATE"] ?? "")).code).toBe(0);
    here.write("client-secret", `${here.env["PLATECTL_CLIENT_SECRET"]}\n`);
    const script = String(args[0])
      .replace("/run/secrets/platectl/client-secret", "client-secret")
      .replaceAll("/tmp/client-secret", `${here.folder}/own-secret`)
      .replace("cd /plan", `cd "${here.folder}"`);
    const { PLATECTL_CLIENT_SECRET: _, ...others } = env;
    const pod = { ...others, PLATECTL_CLIENT_SECRET_FILE: `${here.folder}/own-secret`, JOB_COMPLETIONS: count };
    for (const index of ["0", "7"]) {
      expect((await bash(script, here.folder, { ...pod, JOB_COMPLETION_INDEX: index })).code).toBe(0);
      expect(JSON.parse(here.read(`report-${index}.json`))).toMatchObject({
        exitCode: 0,
        shard: { index: Number(index) + 1, of: 8 },
      });
    }
  });
});
