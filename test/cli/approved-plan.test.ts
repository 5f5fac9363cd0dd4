import { createHash } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readApprovedPlan, requireReliable } from "../../src/cli/input/approved-plan.ts";
import { type PlanDocument, planDocumentSchema } from "../../src/documents/index.ts";
import { planDocumentText, sealDocument } from "../../src/render/index.ts";
import { runnerCommands } from "../render/sinks.ts";
import { flows } from "./flows.ts";
import { expectRefusal, globalFleet, globalPlace, type Place, placeWith } from "./harness.ts";

flows(import.meta.url);

async function planned(): Promise<Place> {
  const here = await globalPlace(["AB1", "OLD1"], ["AB1", "CD2", "EF3"]);
  await here.run("plan", "--plan-file", "plan.json");
  return here;
}

it.each(["utf16le", "utf8"] as const)(
  "a plan in %s with a byte order mark, as Windows writes it, is applied",
  async (form) => {
    const here = await planned();
    writeFileSync(join(here.folder, "plan.json"), `\ufeff${here.read("plan.json")}`, form);
    expect((await here.run("apply", "plan.json")).code).toBe(0);
  },
);

it("S12: apply ends with 7 when the plan shows another address than that of its server, sealed again or not", async () => {
  const here = await planned();
  const document = planDocumentSchema.parse(JSON.parse(here.read("plan.json")));
  const target = { ...document.target, baseUrl: "https://fleet.trusted.example" };
  here.write("plan.json", planDocumentText(sealDocument({ ...document, target })));
  const words = /the plan names https:\/\/fleet\.trusted\.example, but its fingerprint is that of http/;
  expectRefusal(await here.run("apply", "plan.json"), 7, words, here.sandbox);
  const { port } = new URL(document.target.baseUrl);
  here.write(
    "plan.json",
    planDocumentText(sealDocument({ ...document, target: { ...target, baseUrl: `http://localhost:${port}` } })),
  );
  expect((await here.run("apply", "plan.json")).code).toBe(0);
});

it("S26: a document of more than 500 MiB is not read", async () => {
  const here = await planned();
  truncateSync(here.write("plan.json", ""), 500 * 1024 * 1024 + 1);
  expectRefusal(
    await here.run("apply", "plan.json"),
    3,
    /it has 524,288,001 bytes; the limit is 524,288,000/,
    here.sandbox,
  );
});

it("apply ends with 7 when any field of the approved plan is altered or left out (E6, S12)", async () => {
  const here = await planned();
  const { target } = planDocumentSchema.parse(JSON.parse(here.read("plan.json")));
  const altered = everyAlteration(JSON.parse(here.read("plan.json")));
  expect(altered.length).toBeGreaterThan(80);
  const path = here.write("plan.json", "");
  for (const { name, text } of altered) {
    here.write("plan.json", text);
    const failure = await readApprovedPlan(path)
      .then((plan) => requireReliable(path, plan.document, target))
      .catch((error: unknown) => error);
    expect({ name, failure }).toEqual({ name, failure: expect.objectContaining({ exitCode: 7 }) });
  }
  expectRefusal(await here.run("apply", "plan.json"), 7, /cannot be applied/, here.sandbox);
});

const MINUTE = 60_000;

it.each([
  ["older than --max-plan-age", -73 * 60 * MINUTE, /73 hours old; plans expire after 72/, ["--max-plan-age", "100"], 0],
  ["dated in the future, where it would never expire", 6 * MINUTE, /in the future: check the clocks/, [], 4 * MINUTE],
])("apply ends with 7 when the approved plan is %s", async (_, age, words, options, other) => {
  const here = await planned();
  redate(here, age);
  expectRefusal(await here.run("apply", "plan.json"), 7, words, here.sandbox);
  if (other > 0) redate(here, other);
  expect((await here.run("apply", "plan.json", ...options)).code).toBe(0);
});

it("apply ends with 7 when another version of platectl made the approved plan", async () => {
  const here = await planned();
  reseal(here, { tool: { name: "platectl", version: "0.0.1" } });
  expectRefusal(await here.run("apply", "plan.json"), 7, /made by platectl 0\.0\.1, but this is/, here.sandbox);
});

it("the hash of an approved plan is printed by plan, in Markdown and HTML too, and is that of the file", async () => {
  const here = await planned();
  for (const [format, words] of [
    ["markdown", "Plan document, SHA-256: `HASH`"],
    ["html", "Plan document, SHA-256 <code>HASH</code>"],
    ["text", ""],
  ] as const) {
    const { stdout, stderr } = await here.run("plan", "--plan-file", "plan.json", "--format", format);
    const hash = hashOf(here.read("plan.json"));
    expect(stderr).toBe(`Wrote the plan plan.json, SHA-256 ${hash}\n`);
    expect(stdout).toContain(words.replace("HASH", hash));
  }
  expect((await here.run("plan", "--plan-file", "plan.json", "--quiet")).stderr).toBe("");
  expect((await here.run("plan", "--format", "markdown")).stdout).not.toContain("SHA-256");
});

it("apply ends with 7 for another hash than --plan-hash asks for, whatever else is wrong", async () => {
  const here = await planned();
  const approved = hashOf(here.read("plan.json"));
  redate(here, 0);
  for (const broken of [{}, { "fleet.yaml": "cars: [" }, { "plan.json": "no JSON" }]) {
    for (const [name, text] of Object.entries(broken)) here.write(name, text);
    const ended = await here.run("apply", "plan.json", "--plan-hash", approved);
    expectRefusal(ended, 7, new RegExp(`requires ${approved}: it is not the file that was approved`), here.sandbox);
  }
  expect(here.sandbox.requests.filter(({ path }) => path === "/auth/v1")).toHaveLength(1);
});

it("the run continues when the hash is the same, in either case, and the journal records it (S34)", async () => {
  const here = await planned();
  const hash = hashOf(here.read("plan.json"));
  expect((await here.run("apply", "plan.json", "--plan-hash", hash.toUpperCase())).code).toBe(0);
  expect(here.read(".platectl/state.jsonl")).toContain(`"planHash":"${hash}"`);
  const { stdout } = await here.run("state", "show", "--json");
  expect(JSON.parse(stdout).targets[0].runs).toEqual([expect.objectContaining({ planHash: hash, exitCode: 0 })]);
});

it.each(["GITHUB_ACTOR", "GITLAB_USER_LOGIN"])(
  "the journal names who started a run in CI, by %s, and lets nobody forge a line",
  async (name) => {
    const actor = "anna\n::error::x ##[error]y \u001b[2J";
    const here = await placeWith(globalFleet(["AB1"]), { cars: [] }, { env: { [name]: actor } });
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    const journal = here.read(".platectl/state.jsonl");
    expect(journal).not.toMatch(/##\[|[^\x20-\x7e\n]|^\s*::/m);
    const entries = journal
      .trimEnd()
      .split("\n")
      .flatMap((line) => JSON.parse(line).record?.entries ?? []);
    expect(entries[0]).toMatchObject({ kind: "run", actor, planDigest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const shown = await here.run("state", "show");
    expect(shown.stdout).toContain("anna\\u{a}");
    expect(runnerCommands(shown.stdout)).toEqual([]);
  },
);

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Gives the plan another date, so many milliseconds from now. */
function redate(here: Place, milliseconds: number): void {
  reseal(here, { createdAt: new Date(Date.now() + milliseconds).toISOString() });
}

/** Changes the plan and seals it again, as a forger would. */
function reseal(here: Place, change: Partial<PlanDocument>): void {
  const document = planDocumentSchema.parse(JSON.parse(here.read("plan.json")));
  here.write("plan.json", planDocumentText(sealDocument({ ...document, ...change })));
}

/** The document with each of its parts altered in turn, and with each left out. */
function everyAlteration(document: object): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  const visit = (owner: object, path: string): void => {
    for (const [key, value] of Object.entries(owner)) {
      for (const [how, other] of Object.entries({ altered: alteredLeaf(value), "left out": undefined })) {
        Object.assign(owner, { [key]: other });
        found.push({ name: `${path}${key} ${how}`, text: JSON.stringify(document) });
      }
      Object.assign(owner, { [key]: value });
      if (value !== null && typeof value === "object") visit(value, `${path}${key}.`);
    }
  };
  visit(document, "");
  return found;
}

function alteredLeaf(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}0`;
  return Array.isArray(value) ? [...value, "more"] : null;
}
