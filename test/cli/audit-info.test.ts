import { expect, it } from "vitest";
import { type AuditDocument, auditDocumentSchema } from "../../src/schema/index.ts";
import { everyFinding, everythingWrong, record, records, user, wantedGlobally } from "./audit-world.ts";
import { accountFleet, type Ended, type Place, place, placeWith } from "./harness.ts";

const INFOS = [
  "added-by-customer-care",
  "expires-soon",
  "never-in-fleet",
  "idle",
  "unknown-plate-spelling",
  "billed-zero",
  "ended-afterwards",
  "user-without-cost-center",
];

const documentOf = ({ stdout }: Ended): AuditDocument => auditDocumentSchema.parse(JSON.parse(stdout));
const rulesOf = (ended: Ended) => documentOf(ended).findings.map(({ rule, status = "" }) => `${rule} ${status}`.trim());
const reads = (here: Place, path: string) =>
  here.sandbox.requests.filter((request) => request.method === "GET" && request.path === path).length;

/** A server in global mode with something wrong for every rule, and its fleet file with a policy of the audit. */
async function wrongFleet(policy = ""): Promise<Place> {
  const here = await place({ mode: "global", start: everythingWrong });
  here.write("fleet.yaml", `${wantedGlobally}${policy}`);
  return here;
}

/** A fleet in which one rule of severity info finds something, `idle`, and nothing else. */
async function idleFleet(policy = ""): Promise<Place> {
  const account = { baId: "1", cars: ["AB1", "IDLE1"], users: [user("1", "ACTIVE")], billing: records("AB1") };
  const start = { accounts: [account], fleet: ["AB1", "IDLE1"] };
  const here = await placeWith(accountFleet({ "1": ["AB1", "IDLE1"] }, policy), start);
  return here;
}

it("rules of severity info are not run unless --info asks for them, and the audit says in one line how many they are", async () => {
  const here = await wrongFleet();
  const usual = await here.run("audit", "--json");
  const { rules, unchecked, notRun, totals } = documentOf(usual);
  expect(notRun?.map(({ rule }) => rule)).toEqual(INFOS);
  for (const list of [rules, unchecked, totals, documentOf(usual).findings])
    expect(list.filter(({ rule }) => INFOS.includes(rule))).toEqual([]);
  const { stdout } = await here.run("audit");
  expect(stdout.match(/info/g)).toHaveLength(2);
  expect(stdout).toContain("not run: 8 rules of severity info (audit --info runs them)\n");
  expect(stdout).toMatch(/\nAudit: 5 errors, 5 warnings\.\n$/);

  const all = await here.run("audit", "--json", "--info");
  expect(documentOf(all).findings).toHaveLength(everyFinding.length);
  expect(documentOf(all).notRun).toBeUndefined();
  const text = (await here.run("audit", "--info")).stdout;
  expect(text).toMatch(/\nAudit: 5 errors, 5 warnings, 5 infos\.\n$/);
  expect(text).not.toContain("not run");
});

it("rules of severity info run with --fail-on info, which would look at nothing else", async () => {
  const here = await idleFleet();
  const usual = await here.run("audit", "--json");
  expect({ code: usual.code, rules: rulesOf(usual) }).toEqual({ code: 0, rules: [] });
  const shown = await here.run("audit", "--json", "--info");
  expect({ code: shown.code, rules: rulesOf(shown) }).toEqual({ code: 0, rules: ["idle"] });
  const failing = await here.run("audit", "--json", "--fail-on", "info");
  expect({ code: failing.code, rules: rulesOf(failing) }).toEqual({ code: 2, rules: ["idle"] });
});

it("what rules of severity info alone need is read only when they run", async () => {
  const fleetCars = "/fleets/default/cars";
  const billing = "/api/billing-accounts/1/billing-info-records";
  const here = await idleFleet("policy: { audit: { fleet-not-allowed: off } }\n");
  await here.run("audit");
  expect([reads(here, fleetCars), reads(here, billing)]).toEqual([0, 1]);
  here.sandbox.reset();
  await here.run("audit", "--info");
  expect([reads(here, fleetCars), reads(here, billing)]).toEqual([2, 2]);
});

it("a car that was billed fees alone is reported after two readings, whether infos are asked for or not", async () => {
  const fee = { ...record(9, "IDLE1"), recordType: "SUBSCRIPTION" };
  const account = { baId: "1", cars: ["IDLE1"], users: [user("1", "ACTIVE")], billing: [fee] };
  const here = await placeWith(accountFleet({ "1": ["IDLE1"] }), { accounts: [account], fleet: ["IDLE1"] });
  expect(rulesOf(await here.run("audit", "--json"))).toContain("fee-for-idle-car");
  expect(reads(here, "/api/billing-accounts/1/billing-info-records")).toBe(2);
});

it("findings of severity info of an earlier audit are not called gone, and the audit says what it did not look at", async () => {
  const here = await idleFleet();
  await here.run("audit", "--info", "--output", "first.json");
  const since = ["audit", "--json", "--since", "first.json"];
  const usual = await here.run(...since);
  expect(rulesOf(usual)).toEqual([]);
  expect(documentOf(usual).warnings).toMatchObject([
    { code: "earlier-findings-not-seen", message: expect.stringMatching(/^1 finding .* needs --info/) },
  ]);
  expect(rulesOf(await here.run(...since, "--info"))).toEqual(["idle still"]);
});

it("rules of severity info have no samples in the metrics of an audit that did not run them", async () => {
  const here = await idleFleet();
  await here.run("audit", "--metrics", "usual.prom");
  expect(here.read("usual.prom")).not.toContain('severity="info"');
  expect(here.read("usual.prom")).toMatch(/^platectl_unchecked_rules\{[^}]*\} 0$/m);
  await here.run("audit", "--info", "--metrics", "all.prom");
  expect(here.read("all.prom")).toMatch(/^platectl_findings\{[^}]*rule="idle",severity="info"\} 1$/m);
});
