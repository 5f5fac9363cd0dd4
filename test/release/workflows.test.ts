import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const NAMES = readdirSync(FOLDER).sort();
const WORKFLOW = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.record(z.string(), z.string()),
      "timeout-minutes": z.number(),
      steps: z.array(
        z.object({ uses: z.string().optional(), run: z.string().optional(), with: z.unknown().optional() }),
      ),
    }),
  ),
});
/** Every right beyond reading the repository that a job has, and what for. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  "scorecard.yml scorecard": ["id-token"], // signs the results
  "release.yml container": ["attestations", "id-token", "packages"], // pushes and attests the image
  "release.yml publish": ["id-token"], // trusted publishing and provenance
  "release.yml page": ["attestations", "contents", "id-token"], // the page of the release, attested files
};

const textOf = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const workflows = NAMES.map((name) => ({ name, ...WORKFLOW.parse(parse(textOf(name))) }));
const jobs = workflows.flatMap(({ name, jobs: own }) =>
  Object.entries(own).map(([job, rest]) => ({ job: `${name} ${job}`, ...rest })),
);

describe("the workflows of this repository (S13, S30)", () => {
  it("the workflows are YAML without doubts, and pass actionlint, with the examples and the Dockerfile", () => {
    for (const name of NAMES) {
      const document = parseDocument(textOf(name), { strict: true, uniqueKeys: true });
      expect([...document.errors, ...document.warnings]).toEqual([]);
    }
    const script = join(ROOT, "scripts/check-workflows.mjs");
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: ROOT, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("every action of a workflow is named by its full commit, with its version beside it", () => {
    const uses = NAMES.flatMap((name) => textOf(name).match(/uses:.*/g) ?? []);
    expect(uses.length).toBeGreaterThan(10);
    for (const one of uses) expect(one).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("a workflow has no rights, and a job those alone that its task needs", () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({});
    const given = jobs.map(({ job, permissions }) => {
      const more = Object.entries(permissions).filter(([, right]) => right === "write");
      return [job, more.map(([name]) => name).sort()] as const;
    });
    expect(Object.fromEntries(given.filter(([, more]) => more.length > 0))).toEqual(RIGHTS);
  });

  it("a workflow ends by itself, uses no secret, runs no files of forks with rights, and keeps no token in a checkout", () => {
    for (const job of jobs) expect(job["timeout-minutes"], job.job).toBeLessThanOrEqual(120);
    for (const name of NAMES) expect(textOf(name)).not.toMatch(/secrets\.|pull_request_target|workflow_run/);
    const checkouts = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")));
    for (const { with: inputs } of checkouts) expect(inputs).toMatchObject({ "persist-credentials": false });
  });

  it("a workflow lets no expression into a shell, and every script is one that bash accepts", () => {
    for (const { job, steps } of jobs)
      for (const { run } of steps) {
        expect(run ?? "", job).not.toContain("${{");
        execFileSync("bash", ["-n"], { input: run ?? "" });
      }
  });
});
