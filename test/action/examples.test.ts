import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  commit,
  git as gitIn,
  globalFleet,
  globalPlace,
  PLATECTL,
  place,
  plates,
  withPlatectl,
  writesTo,
} from "../cli/harness.ts";
import { bash, portOf } from "../processes.ts";
import { bashAccepts, FOLDER, yamlAt } from "./example-files.ts";

const GITHUB = readdirSync(FOLDER).filter((name) => name.startsWith("github-"));
const twoLive = { mode: "global", start: { cars: ["AB1", "EF3"] } } as const;

it("the pages name every action by a full commit (S13)", () => {
  const folder = new URL("../../docs/", import.meta.url);
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const texts = pages.map((name) => readFileSync(new URL(name, folder), "utf8"));
  const uses = texts.flatMap((text) => text.match(/\buses: \S+@\S*/g) ?? []);
  expect(uses.length).toBeGreaterThan(2);
  expect(uses.filter((one) => !/@(?:[0-9a-f]{40}|COMMIT`)$/.test(one))).toEqual([]);
});

interface WorkflowStep {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface WorkflowJob {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly WorkflowStep[];
}

function jobsOf(name: string): readonly WorkflowJob[] {
  return Object.values<WorkflowJob>(yamlAt(`examples/ci/${name}`).jobs);
}

const isOurs = ({ uses }: WorkflowStep) => uses?.includes("/platectl@") === true;

describe.each(GITHUB)("examples/ci/%s", (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const workflow = yamlAt(`examples/ci/${name}`);
  const action = yamlAt("action.yml");
  const jobs = jobsOf(name);
  const steps = jobs.flatMap((job) => job.steps);

  it("an example workflow gives every job its own, least permissions, and an end, and cancels nothing (I2)", () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) {
      expect(Object.keys(job.permissions ?? {}).length).toBeGreaterThan(0);
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
    const group = expect.stringMatching(/^fleet-/);
    expect(workflow.concurrency).toMatchObject({ group, "cancel-in-progress": false });
  });

  it("an example workflow never runs a fork's files with secrets (S11)", () => {
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  it("an example workflow lets no expression into a shell, and names every action by a full commit (S13)", () => {
    for (const { run = "", uses } of steps) {
      expect(run).not.toContain("${{");
      bashAccepts(run);
      if (uses !== undefined) expect(uses).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
    }
  });

  it("an example workflow leaves no token in the checkout of a job that does not push the state (S24)", () => {
    for (const { steps: own } of jobs) {
      if (own.some((step) => isOurs(step) && step.with?.["command"] === "apply")) continue;
      const checkouts = own.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      for (const one of checkouts) expect(one.with).toMatchObject({ "persist-credentials": false });
    }
  });

  it("an example workflow uses inputs and outputs that action.yml has", () => {
    const ours = steps.filter(isOurs);
    expect(ours.length > 0 || steps.some(({ run }) => run?.includes("platectl"))).toBe(true);
    for (const one of ours) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(one.with ?? {})));
      expect(Object.keys(one.env ?? {})).toContain("PLATECTL_CLIENT_SECRET");
      const outputs = [...text.matchAll(new RegExp(`steps\\.${one.id}\\.outputs\\.([\\w-]+)`, "g"))];
      for (const [, output] of outputs) expect(Object.keys(action.outputs)).toContain(output);
    }
  });

  it("an example workflow gives secrets to the steps that need them, and to no others (S3)", () => {
    expect(JSON.stringify({ ...workflow, jobs: undefined })).not.toContain("secrets.");
    for (const job of jobs) expect(JSON.stringify({ ...job, steps: [] })).not.toContain("secrets.");
    for (const step of steps) {
      if (JSON.stringify(step).includes("secrets."))
        expect(step.uses ?? step.run).toMatch(/\/platectl[@ ]|^node "\$PROGRAM" /);
    }
  });
});

it("github-apply.yml takes the hash of the approved plan from the job that planned, not from the artifact (S12)", () => {
  const [plan, apply] = jobsOf("github-apply.yml");
  const [planning, applying] = [plan, apply].map((job) => job?.steps.find(isOurs));
  expect(JSON.stringify(plan)).toContain(`steps.${planning?.id}.outputs.plan-hash`);
  expect(applying?.with).toMatchObject({ "plan-hash": expect.stringContaining("needs.plan.outputs.plan-hash") });
});

describe("the nightly issue", () => {
  const script = jobsOf("github-nightly.yml")[0]?.steps.find(({ run }) => run?.includes("gh issue"))?.run ?? "";

  it.each([
    ["is opened by findings", "2", "", ["label create", "issue create --title"]],
    ["is updated while there are findings", "2", "12", ["issue edit 12 --body-file page.md"]],
    ["is closed by a night without", "0", "12", ["issue close 12"]],
    ["is none where there is nothing to tell", "0", "", []],
  ])("the nightly issue: %s", async (_, exitCode, open, expected) => {
    const here = await place(twoLive);
    const gh = `#!/bin/bash\nif [ "$2" = list ]; then echo -n "$OPEN"; else echo "$*" >> calls; fi\n`;
    chmodSync(here.write("bin/gh", gh), 0o755);
    here.write("calls", "");
    const env = { PATH: `${here.folder}/bin:${here.env["PATH"]}`, OPEN: open, EXIT_CODE: exitCode, PAGE: "page.md" };
    expect(await bash(script, here.folder, env)).toEqual({ code: 0, output: "" });
    const calls = here.read("calls").split("\n").slice(0, -1);
    expect(calls.map((call, at) => call.slice(0, expected[at]?.length))).toEqual(expected);
  });
});

describe("the pull request that approves a stopped plan", () => {
  const script = jobsOf("github-acknowledge.yml")[0]?.steps.find(({ run }) => run?.includes("gh pr"))?.run ?? "";
  const live = plates("AB", 60);

  /** A repository with a remote, whose plan is stopped: the list has 60 cars, and the fleet file keeps one of them. */
  async function stopped() {
    const here = await place({ mode: "global", start: { cars: live } });
    const git = (...args: string[]) => gitIn(here, ...args);
    git("init", "-q", "-b", "main");
    git("init", "-q", "--bare", "remote.git");
    git("remote", "add", "origin", `${here.folder}/remote.git`);
    here.write("fleet.yaml", `# ours\n${globalFleet(live.slice(0, 1))}`);
    git("add", "fleet.yaml");
    git("commit", "-q", "-m", "cars");
    git("push", "-q", "origin", "main");
    const gh = `#!/bin/bash\nif [ "$2" = list ]; then cat open; else echo "$*" >> calls; fi\n`;
    chmodSync(here.write("bin/gh", gh), 0o755);
    const env = { ...here.env, PATH: `${here.folder}/bin:${here.env["PATH"]}`, RUN: "4711", PROGRAM: PLATECTL };
    const propose = async (open: string, form: Readonly<Record<string, string>> = {}) => {
      here.write("calls", "");
      here.write("open", open);
      const planned = await here.run("plan", "--plan-file", "plan.json", "--output", "page.md", "--exit-code");
      const more = { EXIT_CODE: String(planned.code), PLAN: `${here.folder}/plan.json`, PAGE: "page.md" };
      return {
        ...(await bash(script, here.folder, { ...env, BASE: "main", ...more, ...form })),
        calls: here.read("calls"),
      };
    };
    return { here, git, propose };
  }

  it("a stopped plan opens a pull request with the entry that it needs, and its merge lets the plan pass", async () => {
    const { here, git, propose } = await stopped();
    const calls = expect.stringMatching(
      /^pr create --base main --head fleet-acknowledge-main .*--body-file page\.md\n$/,
    );
    expect(await propose("")).toMatchObject({ code: 0, calls });
    const proposed = git("--git-dir", "remote.git", "show", "fleet-acknowledge-main:fleet.yaml");
    expect(proposed).toMatch(/^# ours\n/);
    expect(proposed).toContain("scope: global, deletes: 59");
    expect(proposed).toContain('reason: "approved by merging, plan of run 4711"');
    expect(git("--git-dir", "remote.git", "diff", "--name-only", "main", "fleet-acknowledge-main")).toBe(
      "fleet.yaml\n",
    );
    git("switch", "-q", "main");
    expect((await propose("7")).calls).toBe("pr edit 7 --body-file page.md\n");
    git("switch", "-q", "main");
    git("merge", "-q", "fleet-acknowledge-main");
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(here.sandbox.model.plates("global")).toHaveLength(1);
    expect((await propose("7")).calls).toMatch(/^pr close 7 --delete-branch/);
    expect((await propose("")).calls).toBe("");
  });

  it("the form, run on the branch of a stopped pull request, asks to add its entry and reason there", async () => {
    const { git, propose } = await stopped();
    const { calls } = await propose("", { BASE: "patch-1", REASON: "lease ended" });
    expect(calls).toMatch(/^pr create --base patch-1 --head fleet-acknowledge-patch-1 /);
    const proposed = git("--git-dir", "remote.git", "show", "fleet-acknowledge-patch-1:fleet.yaml");
    expect(proposed).toContain('reason: "lease ended, plan of run 4711"');
  });

  it("a plan that could not be made leaves the pull request alone", async () => {
    const { here, propose } = await stopped();
    here.write("fleet.yaml", "version: 2\n");
    expect(await propose("7")).toMatchObject({ code: 0, calls: "", output: expect.stringContaining("exit code 3") });
  });
});

it("the scripts in action.yml build nothing where all is built, and refuse an old Node", async () => {
  const [{ run = "" }] = yamlAt("action.yml").runs.steps;
  const here = await place(twoLive);
  here.write("dist/THIRD-PARTY-LICENSES.txt", "");
  const env = { ...here.env, GITHUB_ACTION_PATH: here.folder };
  expect(await bash(run, here.folder, env)).toEqual({ code: 0, output: "" });
  chmodSync(here.write("bin/node", "#!/bin/sh\nexit 3\n"), 0o755);
  const old = { ...env, PATH: `${here.folder}/bin:${here.env["PATH"]}` };
  expect((await bash(run, here.folder, old)).code).toBe(3);
});

describe("examples/ci/gitlab-ci.yml", () => {
  const pipeline = yamlAt("examples/ci/gitlab-ci.yml");
  const script = (job: string): string => pipeline[job].script.join("\n");

  it("the GitLab example runs from the merge request to apply and audit", async () => {
    const here = await place(twoLive);
    const env = { ...withPlatectl(here), CI_MERGE_REQUEST_DIFF_BASE_SHA: "HEAD^1" };
    gitIn(here, "init", "-q");
    for (const more of [[], ["GH4"]]) {
      here.write("fleet.yaml", globalFleet(["AB1", "EF3", ...more]));
      await here.run("fmt");
      commit(here, "cars");
    }
    expect(await bash(script("validate"), here.folder, env)).toMatchObject({ code: 0 });
    expect(await bash(script("plan"), here.folder, env)).toMatchObject({ code: 0 });
    expect(JSON.parse(here.read("tfplan.json"))).toEqual({ create: 1, update: 0, delete: 0 });
    expect(here.read("plan.md")).toMatch(/^\*\*1 car joins, 0 leave, 2 stay\.\*\*\n[\s\S]*`GH4` \| this change/);
    expect(await bash(script("plan main"), here.folder, env)).toMatchObject({ code: 0 });
    expect(writesTo(here.sandbox)).toEqual([]);
    expect(await bash(script("apply"), here.folder, env)).toMatchObject({ code: 0 });
    expect(here.sandbox.model.plates("global")).toContain("GH4");
    const audit = await bash(script("audit"), here.folder, env);
    expect([0, ...pipeline.audit.allow_failure.exit_codes]).toContain(audit.code);
    expect(here.read("audit.xml")).toMatch(/^<\?xml/);
  });

  it("the GitLab example writes one note on the merged merge request, and none where there is none or no token", async () => {
    const here = await place(twoLive);
    here.write("report.md", "**1 car joined, 0 left.**\n");
    const [calls, notes]: [string[], { id: number; body: string; author: { id: number } }[]] = [[], []];
    let state = "opened";
    const server = createServer(async (request, response) => {
      const { method = "", url = "" } = request;
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      if (method !== "GET") calls.push(`${method} ${url}`);
      const [id] = /\d+$/.exec(url) ?? [];
      if (method === "POST") notes.push({ id: 31, author: { id: 9 }, ...JSON.parse(text) });
      if (method === "PUT") Object.assign(notes.find((one) => String(one.id) === id) ?? {}, JSON.parse(text));
      const answers = {
        "/user": { id: 9 },
        "/projects/5/repository/commits/c0ffee/merge_requests": [{ iid: 3, state }],
      };
      const answer = Object.entries(answers).find(([path]) => path === url)?.[1] ?? notes;
      response.writeHead(request.headers["private-token"] === "secret" ? 200 : 401, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify(answer));
    });
    onTestFinished(() => void server.close());
    const job = { CI_PROJECT_ID: "5", CI_COMMIT_SHA: "c0ffee", CI_JOB_URL: "https://gitlab.example.com/jobs/1" };
    const api = { ...here.env, ...job, CI_API_V4_URL: `http://127.0.0.1:${await portOf(server)}` };
    const note = async (token?: string) => {
      const env = { ...api, ...(token && { FLEET_NOTE_TOKEN: token }) };
      return (await bash(pipeline.apply.after_script.join("\n"), here.folder, env)).code;
    };
    expect([await note(), await note("secret")]).toEqual([0, 0]);
    expect(calls).toEqual([]);
    state = "merged";
    notes.push({ id: 30, body: "<!-- platectl receipt -->\nforged", author: { id: 8 } });
    expect([await note("secret"), await note("secret")]).toEqual([0, 0]);
    expect(calls).toEqual(["POST /projects/5/merge_requests/3/notes", "PUT /projects/5/merge_requests/3/notes/31"]);
    expect(notes[1]?.body).toMatch(/^<!-- platectl receipt -->\n\*\*1 car joined, 0 left\.\*\*\n[\s\S]*jobs\/1\)\n$/);
    expect(await note("wrong")).not.toBe(0);
  });

  it("the GitLab example applies by hand, one at a time, with nothing between the runner and platectl (H2), and plans no fork", () => {
    expect(pipeline.apply).toMatchObject({ resource_group: "fleet", rules: [{ when: "manual" }] });
    expect(pipeline.apply.script.at(-1)).toMatch(/^exec platectl apply plan\.json /);
    expect(pipeline.default.interruptible).toBe(false);
    expect(pipeline.plan.rules).toHaveLength(1);
    expect(pipeline.plan.rules[0].if).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
  });
});

describe("examples/ci/shell.sh", () => {
  const script = readFileSync(join(FOLDER, "shell.sh"), "utf8");

  it("the shell example plans, applies what was planned, and finds nothing left to do", async () => {
    expect(script).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)+set -euo pipefail\n/);
    const here = await globalPlace(["AB1", "EF3"], ["AB1", "EF3", "GH4"]);
    const env = withPlatectl(here);
    const planned = await bash(script, here.folder, env, "plan");
    expect(planned).toEqual({ code: 0, output: expect.stringContaining("something to see in fleet-results") });
    expect(await bash(script, here.folder, env, "apply")).toMatchObject({ code: 0 });
    const again = await bash(script, here.folder, env, "plan");
    expect(again).toEqual({ code: 0, output: expect.stringContaining("Nothing to do") });
    expect(JSON.parse(here.read("fleet-results/report.json"))).toMatchObject({ complete: true, exitCode: 0 });
    expect((await bash(script, here.folder, env, "audit")).code).toBe(0);
    expect(existsSync(join(here.folder, "fleet-results/audit.csv"))).toBe(true);
  });

  it("the shell example passes every other exit code on", async () => {
    const here = await globalPlace(plates("AB", 60), ["AB0001"]);
    const env = withPlatectl(here);
    const output = expect.stringContaining("A guard stopped this.");
    expect(await bash(script, here.folder, env, "plan")).toEqual({ code: 4, output });
    expect((await bash(script, here.folder, env, "destroy")).code).toBe(3);
  });
});

const cronJob = yamlAt("examples/ci/cronjob.yaml").spec;
const indexedJob = yamlAt("examples/ci/kubernetes-workers.yaml").spec;

describe.each([
  ["cronjob.yaml", cronJob.jobTemplate.spec.template.spec, ["/var/lib/platectl", "/tmp"]],
  ["kubernetes-workers.yaml", indexedJob.template.spec, ["/tmp"]],
])("examples/ci/%s", (_name, pod, writablePlaces) => {
  const [container] = pod.containers;

  it("a Kubernetes example may do nothing but its work", () => {
    const allowed = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } };
    expect(container.securityContext).toEqual(allowed);
    const securityContext = { runAsNonRoot: true };
    expect(pod).toMatchObject({ restartPolicy: "Never", automountServiceAccountToken: false, securityContext });
    expect(container.image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  it("a Kubernetes example takes the secret from a file, and replaces its shell by platectl (S1, H2)", () => {
    const [script] = container.args;
    expect(spawnSync("sh", ["-n"], { input: script }).status).toBe(0);
    expect(script.trimEnd().split("\n").at(-1)).toMatch(/^exec platectl apply /);
    const names = container.env.map(({ name }: { name: string }) => name);
    expect(names).toContain("PLATECTL_CLIENT_SECRET_FILE");
    expect(names).not.toContain("PLATECTL_CLIENT_SECRET");
  });

  it("a Kubernetes example mounts every volume that it names, and writes only where it mounts", () => {
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
    expect(names(container.volumeMounts)).toEqual(names(pod.volumes));
    const writable = container.volumeMounts.filter((mount: { readOnly?: boolean }) => mount.readOnly !== true);
    expect(writable.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(writablePlaces);
  });
});
