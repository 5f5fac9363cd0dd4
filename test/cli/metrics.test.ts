import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { visible } from "../../src/render/index.ts";
import { METRICS, metricsText } from "../../src/render/metrics.ts";
import { AUDIT_RULE_IDS } from "../../src/schema/audit-rules/index.ts";
import { type PrometheusText, parsePrometheus } from "../prometheus-text.ts";
import { HOSTILE } from "../render/hostile-corpus.ts";
import { expectEnd, globalPlace, inFrontOf, type Place, plates } from "./harness.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_GOOD = "platectl_last_good_run_timestamp_seconds";

function metricsIn(here: Place, name = "fleet.prom"): PrometheusText {
  return parsePrometheus(here.read(name));
}

/** The values of a family by one of its labels; by `command` unless another one is named. */
function valuesOf({ samples }: PrometheusText, family: string, label = "command"): Readonly<Record<string, number>> {
  const own = samples.filter(({ name }) => name === family);
  return Object.fromEntries(own.map(({ labels, value }) => [labels[label], value]));
}

const listed = (...cars: readonly string[]) => globalPlace(["AB1", "EF3"], cars);

it("a plan writes what would change, and that it was a good run", async () => {
  const here = await listed("AB1", "GH4", "IJ5");
  expect((await here.run("plan", "--metrics", "fleet.prom", "--exit-code")).code).toBe(2);
  const metrics = metricsIn(here);
  const planned = { add: 2, update: 0, delete: 1, detach: 0 };
  expect(valuesOf(metrics, "platectl_planned_changes", "action")).toEqual(planned);
  expect(valuesOf(metrics, "platectl_live_cars")).toEqual({ plan: 2 });
  expect(valuesOf(metrics, "platectl_lists", "source")).toEqual({ list: 1, state: 0, none: 0 });
  expect(valuesOf(metrics, "platectl_unknown_lists")).toEqual({ plan: 0 });
  expect(valuesOf(metrics, "platectl_guards_tripped")).toEqual({ plan: 0 });
  expect(valuesOf(metrics, "platectl_run_exit_code")).toEqual({ plan: 2 });
  expect(valuesOf(metrics, LAST_GOOD)).toEqual(valuesOf(metrics, "platectl_run_finished_timestamp_seconds"));
  expect(valuesOf(metrics, "platectl_run_duration_seconds")["plan"]).toBeGreaterThanOrEqual(0);
  for (const { labels } of metrics.samples) expect(labels).toMatchObject({ command: "plan", name: "fleet" });
  expect(here.read("fleet.prom")).not.toMatch(/AB1|EF3|GH4|IJ5|127\.0\.0\.1/);
});

it("an apply writes what became of every change", async () => {
  const here = await listed("AB1", "GH4", "IJ5");
  expect((await here.run("apply", "--auto-approve", "--metrics", "fleet.prom")).code).toBe(0);
  const metrics = metricsIn(here);
  const outcomes = { verified: 3, acknowledged: 0, rejected: 0, unknown: 0, "not-sent": 0 };
  expect(valuesOf(metrics, "platectl_outcomes", "outcome")).toEqual(outcomes);
  expect(valuesOf(metrics, "platectl_run_exit_code")).toEqual({ apply: 0 });
  expect(Object.keys(valuesOf(metrics, LAST_GOOD))).toEqual(["apply"]);
});

it("an audit writes its findings by rule, those that found nothing as 0", async () => {
  const here = await listed("AB1", "GH4", "IJ5");
  expect((await here.run("audit", "--metrics", "fleet.prom")).code).toBe(2);
  const metrics = metricsIn(here);
  const findings = valuesOf(metrics, "platectl_findings", "rule");
  expect(findings).toMatchObject({ "drift-missing": 2, "drift-extra": 1, "drift-features": 0 });
  expect(AUDIT_RULE_IDS).toEqual(expect.arrayContaining(Object.keys(findings)));
  expect(valuesOf(metrics, "platectl_unread_parts")).toEqual({ audit: 0 });
  expect(valuesOf(metrics, "platectl_rows_set_aside")).toEqual({ audit: 0 });
  expect(Object.keys(valuesOf(metrics, LAST_GOOD))).toEqual(["audit"]);
});

it("a run that fails keeps the time of the last good one, and says nothing of cars", async () => {
  const here = await listed("AB1", "EF3");
  await here.run("plan", "--metrics", "fleet.prom");
  const good = valuesOf(metricsIn(here), LAST_GOOD);
  const broken = await inFrontOf(here.sandbox.url, ({ url = "" }) => (url.startsWith("/api/cars") ? 500 : undefined));
  for (const [args, code] of [
    [["--base-url", broken], 6],
    [["--account", "4711"], 3],
  ] as const) {
    expect((await here.run("plan", "--metrics", "fleet.prom", ...args)).code).toBe(code);
    const metrics = metricsIn(here);
    expect(valuesOf(metrics, LAST_GOOD)).toEqual(good);
    expect(valuesOf(metrics, "platectl_run_exit_code")).toEqual({ plan: code });
    expect([...metrics.families.keys()]).not.toContain("platectl_planned_changes");
  }
});

it("a plan that a guard stops counts the guard, and so does apply, which is no good run", async () => {
  const live = plates("AB", 60);
  const here = await globalPlace(live, live.slice(0, 1));
  expect((await here.run("plan", "--metrics", "plan.prom", "--exit-code")).code).toBe(4);
  expect((await here.run("apply", "--auto-approve", "--metrics", "apply.prom")).code).toBe(4);
  expect(valuesOf(metricsIn(here, "plan.prom"), "platectl_guards_tripped")).toEqual({ plan: 1 });
  const applied = metricsIn(here, "apply.prom");
  expect(valuesOf(applied, "platectl_guards_tripped")).toEqual({ apply: 1 });
  expect(valuesOf(applied, "platectl_planned_changes", "action")).toMatchObject({ delete: 59 });
  expect([...applied.families.keys()]).not.toContain(LAST_GOOD);
});

it("other users can read the file, and nothing else is left beside it", async () => {
  const here = await listed("AB1");
  here.write("metrics/other.prom", "");
  await here.run("plan", "--metrics", "metrics/fleet.prom");
  expect(statSync(join(here.folder, "metrics/fleet.prom")).mode & 0o777).toBe(0o644);
  expect(readdirSync(join(here.folder, "metrics")).sort()).toEqual(["fleet.prom", "other.prom"]);
});

it("metrics that cannot be written end a good run with 11, and no other", async () => {
  const here = await listed("AB1", "EF3");
  const ended = await here.run("plan", "--metrics", "missing/fleet.prom");
  expectEnd(ended, 11, { stderr: "The metrics missing/fleet.prom could not" });
  expect((await here.run("plan", "--account", "1", "--metrics", "missing/fleet.prom")).code).toBe(3);
});

it.each(["fleet.yaml", "cars.csv", ".prom", "fleet.prom.txt"])("metrics are not written to %s", async (name) => {
  const here = await listed("AB1");
  const before = here.read("fleet.yaml");
  const ended = await here.run("plan", "--metrics", name);
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining("ends with .prom") });
  expect(here.read("fleet.yaml")).toBe(before);
  expect(name === "fleet.yaml" || !existsSync(join(here.folder, name))).toBe(true);
});

it("whatever the file is called, its name is one valid label", () => {
  for (const name of Object.values(HOSTILE).flat()) {
    const run = { name, command: "plan", version: "1.0.0", startedAt: 0, finishedAt: 1500, exitCode: 0 } as const;
    const { samples } = parsePrometheus(metricsText(run));
    expect(samples.length).toBe(4);
    for (const { labels } of samples) expect(labels["name"]).toBe(visible(name));
  }
});

const text = readFileSync(join(ROOT, "examples/metrics/alerts.yaml"), "utf8");
it("the example alerts and the page use only metrics and rules that the program has", () => {
  const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
  const known = Object.keys(METRICS);
  for (const [name] of `${text}${page}`.matchAll(/\bplatectl_\w+/g)) expect(known).toContain(name);
  for (const name of known) expect(page).toContain(`\`${name}`);
  for (const [, rule] of text.matchAll(/rule="([^"]+)"/g)) expect(AUDIT_RULE_IDS).toContain(rule);
});
