import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { globalPlace, type Place, plates, withPlatectl } from "../cli/harness.ts";
import { bash } from "../processes.ts";
import { bashAccepts, FOLDER, yamlAt } from "./example-files.ts";

/** A list that is to get one car. */
async function oneToAdd(): Promise<{ here: Place; env: Readonly<Record<string, string>> }> {
  const here = await globalPlace(["AB1"], ["AB1", "EF3"]);
  await here.run("fmt");
  return { here, env: { ...withPlatectl(here), PLATECTL_STATE: "file:state.jsonl" } };
}

async function expectToApply(scripts: readonly string[]): Promise<void> {
  const { here, env } = await oneToAdd();
  for (const script of scripts) expect(await bash(script, here.folder, env)).toMatchObject({ code: 0 });
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "EF3"]);
  expect(JSON.parse(here.read("report.json"))).toMatchObject({ exitCode: 0 });
}

const text = readFileSync(join(FOLDER, "Jenkinsfile"), "utf8");

it("the Jenkins example validates, plans, and applies what was planned", async () => {
  const scripts = [...text.matchAll(/\bsh '([^']+)'/g)].map(([, script = ""]) => script);
  await expectToApply(scripts.filter((line) => !line.startsWith("npm ci")));
});

it("the Azure example validates, plans, and applies what was planned", async () => {
  const [validate, plan, apply] = yamlAt("examples/ci/azure-pipelines.yml").stages;
  const jobs = [validate.jobs[0], plan.jobs[0], apply.jobs[0].strategy.runOnce.deploy];
  const scripts = jobs.flatMap(({ steps }) => steps.flatMap((step: { bash?: string }) => step.bash ?? []));
  expect(scripts).toHaveLength(3);
  const local = scripts.map((script: string) =>
    script
      .replaceAll(/npx --no-install |node_modules\/\.bin\//g, "")
      .replace("$PIPELINE_WORKSPACE/plan/", "")
      .replace("--state git:platectl-state@origin ", ""),
  );
  await expectToApply(local);
});

const lines = readFileSync(join(FOLDER, "crontab"), "utf8").split("\n");
const jobs = lines
  .filter((line) => /^[0-9*]/.test(line))
  .map((line) => /^(?:\S+ +){5}platectl (.*)$/.exec(line)?.[1] ?? "");
const local = (here: Place, job: string) =>
  job.replaceAll("/var/lib/platectl", here.folder).replace("cd /etc/platectl", `cd "${here.folder}"`);

it("the cron lines apply and audit, and print nothing where all is well", async () => {
  const { here, env } = await oneToAdd();
  here.write("env", "# addresses and credentials\n");
  expect(jobs).toHaveLength(2);
  for (const job of jobs) {
    bashAccepts(job);
    expect(job).not.toContain("%");
    expect(await bash(local(here, job), here.folder, env)).toEqual({ code: 0, output: "" });
  }
  expect(here.sandbox.model.plates("global")).toEqual(["AB1", "EF3"]);
});

it("cron mails what a guard stopped", async () => {
  const here = await globalPlace(plates("AB", 60), ["AB0001"]);
  here.write("env", "");
  const env = { ...withPlatectl(here), PLATECTL_STATE: "file:state.jsonl" };
  const { output } = await bash(local(here, jobs[0] ?? ""), here.folder, env);
  expect(output).toMatch(/--allow-deletes=59/);
  expect(here.sandbox.model.plates("global")).toHaveLength(60);
});
