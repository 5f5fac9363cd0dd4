import { expect, it } from "vitest";
import { type AuditDocument, auditDocumentSchema } from "../../src/documents/index.ts";
import type { AuditSource } from "../../src/schema/audit-rules/index.ts";
import { AUDIT_RULES } from "../../src/usecases/audit/index.ts";
import { everyFinding, everythingWrong, record, records, user, wantedGlobally } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, type Ended, expectEnd, inFrontOf, type Place, place, placeWith, writesTo } from "./harness.ts";

flows(import.meta.url);

const documentOf = ({ stdout }: Ended): AuditDocument => auditDocumentSchema.parse(JSON.parse(stdout));
const linesOf = (ended: Ended) =>
  documentOf(ended).findings.map(({ rule, scope, licenseNumber }) => `${rule} ${scope} ${licenseNumber}`);
const reads = (here: Place, path: string) =>
  here.sandbox.requests.filter((request) => request.method === "GET" && request.path === path).length;

/** Two accounts as their fleet file says. */
const cleanAccounts = {
  fleet: ["AB1", "CD2"],
  accounts: [
    { baId: "1", cars: ["AB1"], users: [user("1", "ACTIVE"), user("11", "ACTIVE", "AB1")], billing: records("AB1") },
    { baId: "2", cars: ["CD2"], users: [user("1", "ACTIVE"), user("21", "ACTIVE", "CD2")], billing: records("CD2") },
  ],
} as const;
const cleanAccountsFile = accountFleet({ "1": ["AB1"], "2": ["CD2"] });

it("an audit of a fleet with everything wrong finds exactly that, in global mode", async () => {
  const here = await place({ mode: "global", start: everythingWrong });
  here.write("fleet.yaml", wantedGlobally);
  const ended = await here.run("audit", "--info", "--json");
  expect(linesOf(ended)).toEqual(everyFinding);
  expect({ code: ended.code, stderr: ended.stderr, writes: writesTo(here.sandbox) }).toEqual({
    code: 2,
    stderr: "",
    writes: [],
  });
});

it("an audit reads no more than its enabled rules need", async () => {
  const here = await place({ mode: "global", start: everythingWrong });
  const needing = (...sources: readonly AuditSource[]) =>
    AUDIT_RULES.filter(({ needs }) => needs.some((source) => sources.includes(source)));
  const audit = needing("fleet", "users", "billing")
    .map(({ id }) => `${id}: off`)
    .join(", ");
  here.write("fleet.yaml", `${wantedGlobally}policy: { audit: { ${audit}, drift-missing: info } }\n`);
  const { findings } = documentOf(await here.run("audit", "--json", "--info"));
  expect(findings.find(({ rule }) => rule === "drift-missing")?.severity).toBe("info");
  const paths = new Set(here.sandbox.requests.map(({ path }) => path));
  expect([...paths].sort()).toEqual(["/api/cars", "/auth/v1"]);
});

it("an audit reads lists, fleet cars and the records of an account with an idle car twice", async () => {
  const start = {
    ...cleanAccounts,
    accounts: [{ ...cleanAccounts.accounts[0], billing: [] }, cleanAccounts.accounts[1]],
  };
  const here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", cleanAccountsFile);
  expect(linesOf(await here.run("audit", "--json", "--info"))).toEqual(["idle account:1 AB1"]);
  expect(reads(here, "/api/billing-accounts/1/cars")).toBe(2);
  expect(reads(here, "/fleets/default/cars")).toBe(2);
  expect(reads(here, "/api/billing-accounts/1/billing-info-records")).toBe(2);
  expect(reads(here, "/api/billing-accounts/2/billing-info-records")).toBe(1);
});

it("D8 a list that changes between two readings is read until two are the same", async () => {
  const here = await placeWith(cleanAccountsFile, cleanAccounts);
  let readings = 0;
  const front = await inFrontOf(here.sandbox.url, ({ url = "" }) => {
    if (url.startsWith("/api/billing-accounts/1/cars") && ++readings === 2)
      here.sandbox.model.putCars("account:1", ["NEW1"]);
    return undefined;
  });
  expect(linesOf(await here.run("audit", "--json", "--base-url", front))).toContain("drift-extra account:1 NEW1");
  expect(readings).toBe(3);
});

const times = ["2026-01-31T22:30:00Z", "2026-01-31T23:30:00Z", "2026-02-01T10:00:00Z"];
const billing = times.map((startDate, at) => ({ ...record(at + 1, "SOLD1"), startDate, endDate: startDate }));
const start = { accounts: [{ baId: "1", cars: ["AB1"], users: [user("1", "ACTIVE")], billing }] };

const UNVERSIONED = [{ code: "history-missing", message: expect.stringContaining("in no git repository") }];

it.each([
  ["days of its own", {}],
  ["no days at all", { fromDateParam: "ignored", toDateParam: "ignored" }],
])("each record counts in the range of its first day alone, with a server that knows %s", async (_, behaviour) => {
  const here = await placeWith(accountFleet({ "1": ["AB1"] }, "timeZone: Europe/Copenhagen\n"), start, { behaviour });
  const recordsOf = async (from: string, to: string) => {
    const { findings, warnings, coverage } = documentOf(await here.run("audit", "--json", "--from", from, "--to", to));
    const billed = findings.find(({ rule }) => rule === "billed-not-desired")?.evidence.billed;
    return { count: coverage?.records, firstDay: billed?.firstDay, lastDay: billed?.lastDay, warnings };
  };
  const edge = { firstDay: "2026-02-01", lastDay: "2026-02-01", warnings: UNVERSIONED };
  expect(await recordsOf("2026-01-01", "2026-01-31")).toEqual({
    count: 1,
    firstDay: "2026-01-31",
    lastDay: "2026-01-31",
    warnings: UNVERSIONED,
  });
  expect(await recordsOf("2026-02-01", "2026-02-28")).toEqual({ count: 2, ...edge });
});

it("a server that does not show single users ends the audit with 6, but not one whose users hold no cars", async () => {
  const here = await place({ mode: "global", start: everythingWrong });
  here.write("fleet.yaml", wantedGlobally);
  const front = await inFrontOf(here.sandbox.url, ({ url = "" }) =>
    /parking-users\/[0-9]/.test(url) ? 405 : undefined,
  );
  const { code, stderr } = await here.run("audit", "--base-url", front);
  expectEnd({ code, stderr }, 6, { stderr: /parking-users\/\d+ was answered 405/ });
});
