import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { raw } from "jq-wasm";
import { expect, it } from "vitest";
import { accountFleet, type Place, place, plates } from "./harness.ts";

const FOLDER = fileURLToPath(new URL("../../examples/policy", import.meta.url));
const GOLDEN = fileURLToPath(new URL("../golden/render", import.meta.url));
interface Change {
  readonly cause?: string;
  readonly inFleet?: boolean;
  readonly outcome?: string;
}

/** The lines that a rule prints for a document. */
async function objections(rule: string, document: unknown): Promise<readonly string[]> {
  const { stdout, stderr } = await raw(JSON.stringify(document), readFileSync(join(FOLDER, rule), "utf8"), ["-r"]);
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

function golden(name: string) {
  return JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), "utf8"));
}

/** A golden document, each change or result of which is made by `as` of what it was. */
function withEach(name: string, as: (one: Change) => Change) {
  const document = golden(name);
  for (const scope of document.scopes) for (const key of ["changes", "results"]) scope[key] = scope[key]?.map(as);
  return document;
}

const at = (createdAt: string) => ({ ...golden("plan-caused"), createdAt });
const edited = withEach("plan-caused", (change) => ({ ...change, cause: "edit" }));
const inFleet = withEach("plan-caused", (change) => ({ ...change, inFleet: true }));
const elsewhere = withEach("plan-caused", (change) => ({ ...change, inFleet: false }));
const verified = withEach("report-typical", (result) => ({ ...result, outcome: "verified" }));
const audit = golden("audit-known");
const known = audit.findings.map((finding: object) => ({ ...finding, accepted: { reason: "agreed" } }));

it.each([
  ["plan-calm-days.jq", at("2026-03-01T08:00:00.123Z"), /2 to delete on a day off/],
  ["plan-calm-days.jq", at("2026-03-02T08:00:00Z"), undefined],
  ["plan-deletes-are-edits.jq", golden("plan-caused"), /CC1 would be deleted for drift/],
  ["plan-deletes-are-edits.jq", golden("plan-typical"), /for an unknown cause/],
  ["plan-deletes-are-edits.jq", edited, undefined],
  ["plan-keep-fleet-cars.jq", inFleet, /CC1 would be deleted and is in the fleet/],
  ["plan-keep-fleet-cars.jq", elsewhere, undefined],
  ["report-all-confirmed.jq", golden("report-typical"), /the delete of ZZ 99 is unknown/],
  ["report-all-confirmed.jq", verified, undefined],
  ["audit-money.jq", audit, /billed-not-desired: 61.25 DKK in findings, more than 50$/],
  ["audit-money.jq", { ...audit, findings: known }, undefined],
])("the policy %s objects where it should, and nowhere else", async (rule, document, words) => {
  const found = await objections(rule, document);
  if (words === undefined) expect(found).toEqual([]);
  else expect(found.join("\n")).toMatch(words);
});

/** Puts a `jq` on the PATH that needs none on the machine. */
function withJq(here: Place): Readonly<Record<string, string>> {
  const jq = createRequire(import.meta.url).resolve("jq-wasm");
  const script = `#!${process.execPath}
const [flags, ...rest] = process.argv.slice(2);
const { readFileSync } = require("node:fs");
const query = rest[0] === "-f" ? readFileSync(rest[1], "utf8") : rest[0];
require(${JSON.stringify(jq)}).raw(readFileSync(rest.at(-1), "utf8"), query, [flags]).then((ended) => {
  process.stdout.write(ended.stdout === "" ? "" : ended.stdout.trimEnd() + "\\n");
  process.stderr.write(ended.stderr);
  process.exitCode = ended.exitCode;
});
`;
  chmodSync(here.write("bin/jq", script), 0o755);
  return { PATH: `${here.folder}/bin:${here.env["PATH"]}` };
}

const check = (here: Place, env: Readonly<Record<string, string>>, ...documents: readonly string[]) =>
  spawnSync("sh", [join(FOLDER, "check.sh"), ...documents], { cwd: here.folder, env, encoding: "utf8" });

it("the policies judge the plan and the report of a real run", async () => {
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: plates("AB", 5) }] },
  });
  const env = withJq(here);
  here.write("fleet.yaml", accountFleet({ 4711: plates("AB", 4) }));
  await here.run("plan", "--plan-file", "plan.json");
  const planned = check(here, env, "plan.json");
  expect(planned).toMatchObject({ status: 1, stdout: expect.stringContaining("plan-deletes-are-edits: ") });
  await here.run("apply", "plan.json", "--report", "report.json");
  expect(check(here, env, "report.json")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  here.write("other.json", "[]");
  expect(check(here, env, "other.json").status).toBe(3);
});

it("the policies show nothing of a server's text that hides or commands", async () => {
  const here = await place({ mode: "global", start: {} });
  const report = golden("report-typical");
  report.scopes[0].results[0] = {
    action: "add",
    licenseNumber: "AB1",
    outcome: "rejected",
    error: "\u001b[2K\u202e##vso[x]",
  };
  here.write("report.json", JSON.stringify(report));
  const { status, stdout } = check(here, withJq(here), "report.json");
  expect(status).toBe(1);
  expect(stdout).toContain("\\u001b[2K\\u202e# #vso[x]");
  expect(stdout).toMatch(/^[\n -~]*$/);
});
