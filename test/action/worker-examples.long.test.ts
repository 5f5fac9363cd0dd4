import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PLATECTL, writesTo } from "../cli/harness.ts";
import { accountsWith, type PublishedFleet, publishedFleet } from "../cli/published.ts";
import { bash, startProcess } from "../processes.ts";
import { type Server, startPostgres } from "../state/postgres/server.ts";
import { yamlAt } from "./example-files.ts";

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

type Env = Readonly<Record<string, string>>;

const [ACCOUNTS, CARS] = [24, 2];
/** What only the runner gives a step; every other variable must be named by the example. */
const PATH = { PATH: process.env["PATH"] ?? "" };

async function fleet(): Promise<PublishedFleet> {
  const here = await publishedFleet(server, server.address(), accountsWith(ACCOUNTS, CARS));
  const program = here.write(".bin/platectl", `#!/bin/sh\nexec "${process.execPath}" "${PLATECTL}" "$@"\n`);
  here.write("link.sh", `chmod +x "${program}"; mkdir -p node_modules/.bin; ln -s "${program}" node_modules/.bin/`);
  expect((await bash(". ./link.sh", here.folder, PATH)).code).toBe(0);
  return here;
}

interface PodVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly key: string } };
}

async function expectDone(here: PublishedFleet, hash: string): Promise<void> {
  expect(await here.report(hash)).toMatchObject({ code: 0, document: { counts: { verified: ACCOUNTS * CARS } } });
  expect(writesTo(here.sandbox)).toHaveLength(ACCOUNTS);
  await here.expectDone(hash);
}

it("the jobs of examples/ci/github-workers.yml publish a plan, apply it by eight workers and report", async () => {
  const here = await fleet();
  const { jobs } = yamlAt("examples/ci/github-workers.yml");
  const given: Record<string, string | undefined> = { ...here.env, PGPASSWORD: "any" };
  /** A step as the runner starts it, with the expressions of its variables worked out. */
  const step = (job: string, name: string) => {
    const { run, env } = jobs[job].steps.find((one: { run?: string }) => one.run?.includes(name));
    const values = Object.entries<string>(env).map(([key, text]) => {
      const value = text.replace(
        /^\$\{\{ (?:vars|secrets)\.(\w+) \}\}$/,
        (_, variable) => given[variable] ?? "missing",
      );
      return [key, value.replace(/^\$\{\{ needs\.plan\.outputs\.hash \}\}$/, given["hash"] ?? "missing")];
    });
    const files = { GITHUB_OUTPUT: join(here.folder, "output"), GITHUB_STEP_SUMMARY: join(here.folder, "summary.md") };
    return bash(run, here.folder, { ...PATH, ...files, ...Object.fromEntries(values) });
  };
  expect(await step("plan", "plan --publish")).toMatchObject({ code: 0 });
  given["hash"] = /^hash=([0-9a-f]{64})\n$/.exec(here.read("output"))?.[1];
  const workers = await Promise.all(jobs.apply.strategy.matrix.worker.map(() => step("apply", "apply --claim")));
  expect(workers).toEqual(workers.map(() => expect.objectContaining({ code: 0 })));
  expect(workers).toHaveLength(8);
  expect(await step("report", "report")).toMatchObject({ code: 0 });
  expect(here.read("summary.md")).toContain(`${ACCOUNTS * CARS} verified`);
  await expectDone(here, given["hash"] ?? "");
});

it("the pods of examples/ci/kubernetes-workers.yaml apply a published plan", async () => {
  const here = await fleet();
  const hash = await here.publish();
  const { completions, template } = yamlAt("examples/ci/kubernetes-workers.yaml").spec;
  const [{ command, args, env }] = template.spec.containers;
  here.write("secret/client-secret", here.env["PLATECTL_CLIENT_SECRET"] ?? "");
  const given: Env = {
    PLAN_HASH: hash,
    PLATECTL_BASE_URL: here.env["PLATECTL_BASE_URL"] ?? "",
    PLATECTL_STATE: here.env["PLATECTL_STATE"] ?? "",
  };
  const secrets: Env = { "client-id": here.env["PLATECTL_CLIENT_ID"] ?? "", "postgres-password": "any" };
  /** A pod has folders of its own where this machine has its own ones. */
  const pod = (at: number) => {
    here.write(`pod-${at}/.keep`, "");
    const folders: Env = {
      "/run/secrets/platectl": join(here.folder, "secret"),
      "/tmp": join(here.folder, `pod-${at}`),
    };
    const moved = (text: string) => text.replace(/\/run\/secrets\/platectl|\/tmp/g, (path) => folders[path] ?? path);
    const values = env.map(({ name, value, valueFrom }: PodVariable) => {
      const secret = secrets[valueFrom?.secretKeyRef?.key ?? ""] ?? `pod-${at}`;
      return [name, given[name] ?? moved(value ?? secret)];
    });
    const [shell, ...options] = command;
    const variables = { ...PATH, PATH: `${join(here.folder, ".bin")}:${PATH.PATH}`, ...Object.fromEntries(values) };
    return startProcess(shell, [...options, ...args.map(moved)], { cwd: here.folder, env: variables }).ended;
  };
  const pods = await Promise.all(Array.from({ length: completions }, (_, at) => pod(at)));
  expect(pods.map(({ code, stderr }) => ({ code, stderr }))).toEqual(pods.map(() => ({ code: 0, stderr: "" })));
  expect(readFileSync(join(here.folder, "pod-0/client-secret"), "utf8")).toBe(here.env["PLATECTL_CLIENT_SECRET"]);
  await expectDone(here, hash);
});
