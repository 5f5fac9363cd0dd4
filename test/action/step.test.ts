import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { record } from "../cli/audit-world.ts";
import { accountPlace, globalFleet, globalPlace, PLATECTL, placeWith, plates, slow, writesTo } from "../cli/harness.ts";
import { dataFile } from "../data-file.ts";
import { HOSTILE } from "../render/hostile-corpus.ts";
import { parseCommand, runnerCommands } from "../render/sinks.ts";
import { bashAccepts, yamlAt } from "./example-files.ts";
import { pullRequestOf, readOutputs, startEntry, stepsIn, TOKEN, workflow } from "./runner.ts";

interface Event {
  readonly event: string;
  /** The repository that its pull request comes from; null: one that was deleted. */
  readonly from?: string | null;
  readonly payload?: object;
}
const { stranger: STRANGER, own: OWN }: Readonly<Record<"stranger" | "own", readonly Event[]>> =
  dataFile("action/step.test.yaml");
const payloadOf = ({ event, from, payload = pullRequestOf(from ?? undefined) }: Event) => [event, payload] as const;

/** The commands in a log, masks aside. */
function commandsIn(log: string) {
  return runnerCommands(log)
    .map(parseCommand)
    .filter((command) => command?.name !== "add-mask");
}

it("S24: a folder of the input `plan` that is a link out of the repository is not written to, nor anything below it", async () => {
  const { here, step } = await workflow(["AB1"]);
  const outside = `${here.folder}-outside`;
  mkdirSync(outside);
  mkdirSync(join(here.folder, ".git"));
  symlinkSync(outside, join(here.folder, "out"));
  for (const plan of ["out/plan.json", "out/below/plan.json"]) {
    const { code, log } = await step("push", { plan });
    expect(code).toBe(11);
    expect(log).toContain(`a folder of ${plan} is a link that leads out of the repository`);
  }
  expect(readdirSync(outside)).toEqual([]);
});

it("a step's outputs are the numbers of the plan, and where its documents and the program are (S15)", async () => {
  const { here, step } = await workflow(["AB1", "GH4", "IJ5"]);
  const env = { GITHUB_ACTION_PATH: dirname(dirname(dirname(PLATECTL))) };
  const { outputs, summary, log } = await step("push", { plan: "approved.json" }, env);
  const { folder = "", "plan-hash": hash } = outputs;
  const approved = here.read("approved.json");
  const [json, markdown, html = ""] = ["json", "md", "html"].map((kind) =>
    readFileSync(`${folder}/plan.${kind}`, "utf8"),
  );
  expect(outputs).toEqual({
    ...{ "exit-code": "2", add: "2", detach: "0", update: "0", delete: "1", unchanged: "1", kept: "0", guards: "0" },
    "plan-hash": createHash("sha256").update(approved).digest("hex"),
    "program-path": PLATECTL,
    folder,
    "document-path": `${folder}/plan.json`,
    "markdown-path": `${folder}/plan.md`,
  });
  for (const shown of [log, summary, html]) expect(shown).toContain(hash);
  expect([json, markdown]).toEqual([approved, summary]);
  expect(html).toMatch(/^<!doctype html>/i);
  expect(log).toContain("Plan: 2 to add, 0 to update, 1 to delete, 1 unchanged, 0 kept.");
});

it("a step with money-days shows in its summary what the deleted cars cost", async () => {
  const accounts = [{ baId: "4711", billing: [record(1, "EF3", { amount: "12.50" })] }];
  const { step } = await stepsIn(await placeWith(globalFleet(["AB1"]), { cars: ["AB1", "EF3"], accounts }));
  const { summary } = await step("push", { "money-days": "30" });
  expect(summary).toContain("Taken off now: 12.50 DKK in the last 30 days.");
});

it("a step's outputs end at a delimiter that differs each time", async () => {
  const { here, step } = await workflow(["AB1"]);
  await step("push", {}, { GITHUB_OUTPUT: here.write("output", "") });
  const delimiters = [...here.read("output").matchAll(/<<(.+)$/gm)].map(([, delimiter]) => delimiter);
  expect(delimiters.length).toBeGreaterThan(5);
  expect(new Set(delimiters).size).toBe(delimiters.length);
  expect(readOutputs(here.read("output"))).toMatchObject({ "exit-code": "2" });
});

it("outputs that cannot be written end an otherwise good step with 11", async () => {
  const { here, step } = await workflow(["AB1"]);
  const { code, log } = await step("push", {}, { GITHUB_OUTPUT: here.folder });
  expect({ code, log }).toEqual({ code: 11, log: expect.stringContaining("::error title=platectl::The outputs") });
});

it("a step's outputs of apply give the result of every car", async () => {
  const { step } = await workflow(["AB1", "EF3", "GH4", "REJECT1"]);
  const { code, outputs, summary } = await step("push", { command: "apply", "auto-approve": "true" });
  expect(code).toBe(9);
  expect(outputs).toMatchObject({ "exit-code": "9", verified: "1", rejected: "1", unknown: "0", "not-sent": "0" });
  expect(summary).toContain("**Rejected**");
  expect(JSON.parse(readFileSync(outputs["document-path"] ?? "", "utf8"))).toMatchObject({ complete: true });
});

it("a step's outputs of an audit count its findings", async () => {
  const { here, step } = await workflow(["AB1", "EF3", "GH4"]);
  const { code, outputs } = await step("push", { command: "audit" });
  expect({ code, exit: outputs["exit-code"] }).toEqual({ code: 0, exit: "2" });
  expect(Number(outputs["findings"])).toBeGreaterThan(0);
  const document = JSON.parse(readFileSync(outputs["document-path"] ?? "", "utf8"));
  const rules = new Set<string>(document.findings.map(({ rule }: { rule: string }) => rule));
  const accept = [...rules].map((rule) => `{ rule: ${rule}, reason: known }`).join(", ");
  here.write("fleet.yaml", globalFleet(["AB1", "EF3", "GH4"], `policy: { audit: { accept: [${accept}] } }\n`));
  expect((await step("push", { command: "audit" })).outputs).toMatchObject({ "exit-code": "0", findings: "0" });
});

it.each([
  ["changes", ["AB1", "EF3", "GH4"], {}, 0],
  ["changes that shall fail it", ["AB1", "EF3", "GH4"], { "fail-on-changes": "true" }, 2],
  ["no changes that might fail it", ["AB1", "EF3"], { "fail-on-changes": "true" }, 0],
  ["a tripped guard", [], {}, 4],
  ["an input that is none", ["AB1"], { command: "destroy" }, 3],
  ["an apply that nobody approved", ["AB1", "EF3", "GH4"], { command: "apply" }, 3],
])("a step's exit code reports %s", async (_, cars, inputs, code) => {
  const { here, step } = await workflow(cars);
  expect(await step("push", inputs)).toMatchObject({ code });
  expect(writesTo(here.sandbox)).toEqual([]);
});

it("one message names every wrong input of a step", async () => {
  const { here, step } = await workflow(["AB1"]);
  const wrong = {
    comment: "yes",
    accounts: "4711 4a",
    "allow-deletes": "-1",
    "allow-shrink": "10%",
    "allow-age": "2d",
    reassert: "1",
    only: "add deletes",
    "max-plan-age": "a day",
    "plan-hash": "x0",
    "settle-time": "30s",
    "lock-timeout": "-5",
  };
  const { code, log, outputs } = await step("push", wrong);
  expect({ code, outputs }).toEqual({ code: 3, outputs: { "exit-code": "3" } });
  for (const name of Object.keys(wrong)) expect(log).toContain(`input ${name}:`);
  expect(here.sandbox.requests).toEqual([]);
});

it("apply in a step lets lists shrink and be old as far as its inputs say, and no further", async () => {
  const fleet = "version: 1\nmode: global\npolicy: { maxDeletes: { always: 99 } }\n";
  const here = await placeWith(`${fleet}carsFrom: [{ file: a.csv, column: plate, maxShrink: 2, maxAge: 2d }]\n`);
  const { step } = await stepsIn(here);
  const csv = (count: number) => ["plate", ...plates("AB", count), ""].join("\n");
  const apply = async (inputs: Record<string, string>) =>
    (await step("push", { command: "apply", "auto-approve": "true", ...inputs })).code;
  here.write("a.csv", csv(20));
  expect(await apply({})).toBe(0);
  const old = new Date(Date.now() - 5 * 86_400_000);
  utimesSync(here.write("a.csv", csv(15)), old, old);
  expect(await apply({ "allow-shrink": "5" })).toBe(4);
  expect(await apply({ "allow-age": "6" })).toBe(4);
  expect(await apply({ "allow-shrink": "4", "allow-age": "6" })).toBe(4);
  expect(here.sandbox.model.plates("global")).toHaveLength(20);
  expect(await apply({ "allow-shrink": "5", "allow-age": "6" })).toBe(0);
  expect(here.sandbox.model.plates("global")).toHaveLength(15);
});

it("apply in a step does what the approved plan holds, of the given hash and age, and no more (E7, S12)", async () => {
  const { here, step, want } = await workflow(["AB1", "EF3", "GH4"]);
  const { outputs } = await step("push", { plan: "approved.json" });
  const { "plan-hash": hash = "" } = outputs;
  const requests = here.sandbox.requests.length;
  const apply = (inputs: Record<string, string>) =>
    step("push", { command: "apply", plan: "approved.json", "settle-time": "1", "lock-timeout": "1", ...inputs });
  const approved = here.read("approved.json");
  here.write("approved.json", approved.replace("GH4", "GH5"));
  expect(await apply({ "plan-hash": hash })).toMatchObject({ code: 7 });
  here.write("approved.json", approved);
  expect(await apply({ "max-plan-age": "0" })).toMatchObject({ code: 7 });
  expect(here.sandbox.requests).toHaveLength(requests);
  want("AB1", "EF3", "GH4", "IJ5");
  expect(await apply({})).toMatchObject({ code: 7 });
  expect(writesTo(here.sandbox)).toEqual([]);
  want("AB1", "EF3", "GH4");
  const ended = await apply({ "plan-hash": hash, "max-plan-age": "1" });
  expect(ended).toMatchObject({ code: 0, outputs: { verified: "1" } });
});

it("a step works on a part of the accounts", async () => {
  const desired = { "4711": ["AB1", "EF3"], "4712": ["CD2", "GH4"] };
  const { step } = await stepsIn(await accountPlace({ "4711": ["AB1"], "4712": ["CD2"] }, desired));
  expect((await step("push", { accounts: "4712" })).outputs).toMatchObject({ add: "1", unchanged: "1" });
});

it("apply in a step hears an interrupt, because nothing stands between the runner and it (H2)", async () => {
  const here = await placeWith(globalFleet(["AB1"]), { cars: [] }, { chaos: slow(200, 200) });
  const env = { ...here.env, INPUT_COMMAND: "apply", INPUT_AUTO_APPROVE: "true", GITHUB_EVENT_NAME: "push" };
  const { child, ended } = startEntry(here.folder, env);
  await here.answered("POST", 1);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(130);
  expect(stdout + stderr).toContain("Interrupted: nothing more is sent.");
});

describe("S11 an event that may bring a stranger's files", () => {
  it.each(STRANGER.map(payloadOf))(
    "S11 %s of a stranger's change is validated and nothing else, whatever was asked for",
    async (name, payload) => {
      const { here, github, step } = await workflow(["AB1"]);
      const inputs = { command: "apply", "auto-approve": "true" };
      const { code, log, outputs, summary } = await step({ name, payload }, inputs);
      expect({ code, exit: outputs["exit-code"] }).toEqual({ code: 0, exit: "0" });
      // A deploy job that never deploys must not look like one that does.
      expect(log).toMatch(/^::warning title=platectl::This .* no server is contacted\. Nothing is applied\.$/m);
      expect(summary).toContain("**The fleet file is valid.**");
      expect([...here.sandbox.requests, ...github.calls]).toEqual([]);
    },
  );

  it.each(["plan", "audit"])("S11 a pull request from a fork says that there is no %s in a notice", async (command) => {
    const { here, step } = await workflow(["AB1"]);
    const { code, log } = await step("fork", { command });
    expect({ code, requests: here.sandbox.requests }).toEqual({ code: 0, requests: [] });
    expect(log).toContain("::notice title=platectl::This pull request comes from a fork");
  });

  it("S11 a pull request from a fork is noticed although the event cannot be read", async () => {
    const { here, step } = await workflow(["AB1"]);
    expect(await step({ name: "push", payload: { pull_request: {} } })).toMatchObject({ code: 3 });
    expect(await step({ name: "pull_request", payload: {} })).toMatchObject({ code: 3 });
    expect(here.sandbox.requests).toEqual([]);
  });

  it.each(OWN.map(payloadOf))("%s of the repository itself is planned", async (name, payload) => {
    const { step } = await workflow(["AB1", "EF3", "GH4"]);
    expect((await step({ name, payload })).outputs).toMatchObject({ "exit-code": "2", add: "1" });
  });
});

it("a step without files takes platectl.yaml, and refuses two files, which the comment says, too", async () => {
  const { here, github, step, want } = await workflow([]);
  rmSync(join(here.folder, "fleet.yaml"));
  here.write("platectl.yaml", globalFleet(["AB1", "EF3", "AB1"]));
  const { code, log } = await step("push", { files: "" });
  expect(code).toBe(0);
  expect(commandsIn(log)).toMatchObject([{ name: "warning", properties: { file: "platectl.yaml", line: "6" } }]);
  want("AB1");
  const requests = here.sandbox.requests.length;
  const said = expect.stringContaining("This folder has both fleet.yaml and platectl.yaml.");
  expect(await step("pull_request")).toMatchObject({ code: 3, log: said });
  expect(here.sandbox.requests).toHaveLength(requests);
  expect(github.comments[0]?.body).toContain("**platectl plan ended with exit code 3.**");
});

it("annotations stand at the lines of the fleet file, ten of a kind at most", async () => {
  const { here, step } = await workflow(Array.from({ length: 12 }, (_, at) => `BAD\\u0007${at}`));
  const { code, log, summary } = await step("push");
  const errors = commandsIn(log).filter((command) => command?.properties["file"] !== undefined);
  expect({ code, count: errors.length }).toEqual({ code: 3, count: 10 });
  expect(errors[0]).toMatchObject({ name: "error", properties: { file: "fleet.yaml", line: "4", col: "5" } });
  expect(summary).toContain("12 errors, 0 warnings.");
  expect(here.sandbox.requests).toEqual([]);
});

it("text that strangers wrote is no command to the runner, wherever it comes from (S14)", async () => {
  const strings = Object.values(HOSTILE).flat();
  const { here, github, step } = await workflow([]);
  const cars = strings.map((text) => `  - ${JSON.stringify(text)}\n`).join("");
  here.write("fleet.yaml", `version: 1\nmode: global\ncars:\n${cars}${cars.replaceAll("  - ", "  - licenseNumber: ")}`);
  const invalid = await step("pull_request");
  expect(invalid.code).toBe(3);
  expect(github.comments[0]?.body).toContain("**The fleet file is not valid. Nothing was contacted.**");
  const notes = strings.map(
    (text, at) => `  - { licenseNumber: ZZ${at}, note: ${JSON.stringify(text.slice(0, 90))} }\n`,
  );
  here.write("notes.yaml", `version: 1\nmode: global\ncars:\n${notes.join("")}`);
  const noted = await step("pull_request", { files: "notes.yaml", "allow-adds": "999" });
  const allowed = ["error", "warning", "notice"];
  for (const { log } of [invalid, noted]) {
    expect(commandsIn(log).filter((command) => !allowed.includes(command?.name ?? ""))).toEqual([]);
  }
  for (const { body } of github.comments) expect(body.match(/<!--/g)).toHaveLength(1);
});

it("secrets are masked before anything else is said, the server's token too, and never shown (S2, S5)", async () => {
  const { here, github, step } = await workflow(["AB1", "GH4"]);
  const { log, outputs, summary } = await step("pull_request");
  const lines = log.split("\n");
  const masks = lines.filter((line) => line.startsWith("::add-mask::"));
  const secret = here.env["PLATECTL_CLIENT_SECRET"] ?? "";
  expect(masks).toEqual([`::add-mask::${secret}`, `::add-mask::${TOKEN}`, expect.stringMatching(/::add-mask::ey/)]);
  expect(lines.slice(0, 3)).toEqual(masks);
  const shown = [...lines.slice(3), JSON.stringify(outputs), summary, JSON.stringify(github.comments)].join("\n");
  for (const mask of masks) expect(shown).not.toContain(mask.slice("::add-mask::".length));
});

it("secrets from a file are masked as well", async () => {
  const { here } = await workflow(["AB1"]);
  const secret = here.env["PLATECTL_CLIENT_SECRET"] ?? "";
  const path = here.write("secret", `${secret}\n`);
  chmodSync(path, 0o600);
  const { PLATECTL_CLIENT_SECRET: _, ...env } = here.env;
  const github = { GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: "push" };
  const { ended } = startEntry(here.folder, { ...env, ...github, PLATECTL_CLIENT_SECRET_FILE: path });
  const { code, stdout } = await ended;
  expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: `::add-mask::${secret}` });
});

it("the job summary stays below a megabyte, whatever the characters (J1)", async () => {
  const here = await globalPlace([], plates("ÆØÅ", 9000), "policy: { maxAdds: { percent: 100, always: 9999 } }\n");
  const { summary } = await (await stepsIn(here)).step("push");
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024);
  expect(summary).toMatch(/\*\*Left out to fit/);
});

describe("action.yml", () => {
  const action = yamlAt("action.yml");

  it("action.yml hands every input to the entry point, and every output of it on", () => {
    const [, run] = action.runs.steps;
    const handed = Object.values(run.env).map((value) => /inputs\.([\w-]+)/.exec(String(value))?.[1]);
    expect(handed.sort()).toEqual(Object.keys(action.inputs).sort());
    for (const [name, { value }] of Object.entries<{ value: string }>(action.outputs)) {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
      expect(value).toBe("${{ steps.run.outputs.NAME }}".replace("NAME", name));
    }
  });

  it("action.yml starts the entry point with exec (H2), by valid bash that no expression reaches (S13)", () => {
    for (const { run } of action.runs.steps) {
      expect(run).not.toContain("${{");
      bashAccepts(run);
    }
    expect(action.runs.steps.at(-1).run).toMatch(/^exec node /);
  });
});
