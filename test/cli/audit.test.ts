import { expect, it } from "vitest";
import type { AuditSource } from "../../src/allowlist/index.ts";
import { AUDIT_RULES } from "../../src/audit/index.ts";
import { type AuditDocument, auditDocumentSchema } from "../../src/schema/index.ts";
import { dayFromToday, everyFinding, everythingWrong, record, records, user, wantedGlobally } from "./audit-world.ts";
import {
  accountFleet,
  type Ended,
  expectEnd,
  expectRefusal,
  globalFleet,
  globalPlace,
  inFrontOf,
  type Place,
  place,
  placeWith,
  writesTo,
} from "./harness.ts";

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

it("an audit of a fleet with everything wrong names accounts of the server that no fleet file declares, and what happens there", async () => {
  const others = [
    { baId: "3", cars: ["XX1", "XX2"], billing: records("XX1") },
    { baId: "4", cars: [] },
    { baId: "4999", cars: ["YY1"] },
  ];
  const start = { ...cleanAccounts, accounts: [...cleanAccounts.accounts, ...others] };
  const here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", `${cleanAccountsFile}policy: { accounts: { ignore: [4999] } }\n`);
  const ended = await here.run("audit", "--json");
  expect(documentOf(ended).findings.map(({ rule, scope, message }) => `${rule} ${scope} ${message}`)).toEqual([
    `unmanaged-account-used account:3 is in no fleet file, and holds 2 cars; it was billed: 1 record of ${dayFromToday(-1)}, 10.00 DKK`,
    "unmanaged-account account:4 is on the server, and in no fleet file",
  ]);
  expect(ended.code).toBe(2);
  const partly = await here.run("audit", "--json", "--account", "1");
  expect(documentOf(partly).findings).toEqual([]);
  expect(documentOf(partly).unchecked.map(({ rule }) => rule)).toContain("unmanaged-account");
});

it("an audit has no finding for a protected car that is billed, or linked to a parking user", async () => {
  const account = {
    baId: "1",
    cars: [],
    users: [user("1", "ACTIVE"), user("11", "ACTIVE", "VIP7")],
    billing: records("VIP 7", "XX1"),
  };
  const here = await place({ mode: "global", start: { cars: ["VIP7"], accounts: [account] } });
  here.write("fleet.yaml", globalFleet([], 'policy: { protect: { plates: ["VIP*"] } }\n'));
  const lines = linesOf(await here.run("audit", "--json"));
  expect(lines).toEqual(["billed-not-desired account:1 XX1"]);
});

it("an audit of a fleet with everything wrong finds what only accounts can get wrong", async () => {
  const [first, second] = cleanAccounts.accounts;
  const here = await placeWith(accountFleet({ "1": ["AB1", "DUP1"], "2": ["CD2", "DUP1"] }), {
    fleet: ["AB1", "CD2", "DUP1"],
    accounts: [
      { ...first, cars: ["AB1", "DUP1"], billing: records("AB1", "DUP1", "CD2") },
      { ...second, cars: ["CD2", "DUP1"], billing: records("CD2", "DUP1") },
    ],
  });
  const ended = await here.run("audit", "--json");
  expect(linesOf(ended)).toEqual(["billed-other-account account:1 CD2", "duplicate-across-accounts account:1 DUP1"]);
  expect(ended.code).toBe(2);
});

it.each([
  ["global", { ...cleanAccounts, cars: ["AB1", "CD2"] }, globalFleet(["AB1", "CD2"])],
  ["billing-account", cleanAccounts, cleanAccountsFile],
] as const)(
  "an audit of a clean fleet in %s mode finds nothing, and gives the same bytes the second time",
  async (mode, start, file) => {
    const here = await place({ mode, start });
    here.write("fleet.yaml", file);
    const ended = await here.run("audit", "--json", "--fail-on", "info");
    expect({ code: ended.code, ...documentOf(ended) }).toMatchObject({
      code: 0,
      findings: [],
      unchecked: [],
      failures: [],
      warnings: [],
    });
    const again = await here.run("audit", "--json", "--info");
    const undated = ({ stdout }: Ended) => stdout.replace(/"createdAt": "[^"]+"/, "");
    expect(undated(again)).toBe(undated(ended));
  },
);

it.each([
  ["error", 0],
  ["warning", 2],
  ["info", 2],
])("audit with --fail-on %s ends with %i where the most severe finding is a warning", async (floor, code) => {
  const here = await placeWith(globalFleet(["LOO1", "LO01"]), { cars: ["LOO1", "LO01"], fleet: ["LOO1", "LO01"] });
  expect((await here.run("audit", "--fail-on", floor)).code).toBe(code);
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

it("D8 an audit makes no claim about a list that keeps changing, and checks everything else", async () => {
  const cars = Array.from({ length: 60 }, (_, at) => `AB${100 + at}`);
  const start = { cars, accounts: [{ baId: "1", billing: records("SOLD1", ...cars) }] };
  const here = await place({ mode: "global", start, behaviour: { listOrder: "unstable" } });
  here.write("fleet.yaml", globalFleet(["AB100", "NEW1"], "interface: { pageSize: 20 }\n"));
  const ended = await here.run("audit", "--json");
  expect(ended.code).toBe(6);
  expect(ended.stderr).toMatch(/could not be read whole/);
  expect(linesOf(ended).filter((line) => line.startsWith("drift"))).toEqual([]);
  expect(linesOf(ended)).toContain("billed-not-desired account:1 SOLD1");
  expect(documentOf(ended).unchecked).toContainEqual({ rule: "drift-missing", reason: "no list was read" });
});

it("an audit of a server that does not offer an account's list checks the rest", async () => {
  const here = await place({ mode: "billing-account", start: cleanAccounts, behaviour: { accountCars: 404 } });
  here.write("fleet.yaml", cleanAccountsFile);
  const ended = await here.run("audit", "--json");
  expect({ code: ended.code, ...documentOf(ended) }).toMatchObject({ code: 0, findings: [], failures: [] });
  expect(documentOf(ended).warnings.map(({ code }) => code)).toEqual(["list-not-offered", "list-not-offered"]);
  expect(documentOf(ended).unchecked.map(({ rule }) => rule)).toContain("drift-extra");
});

it("an audit in global mode leaves out users and billing when the server does not offer the accounts, and says so", async () => {
  const here = await place({ mode: "global", start: everythingWrong, behaviour: { accountsList: 404 } });
  here.write("fleet.yaml", wantedGlobally);
  const ended = await here.run("audit", "--json", "--info");
  expect(documentOf(ended).warnings).toMatchObject([{ code: "accounts-not-offered" }]);
  expect(linesOf(ended)).toEqual(everyFinding.filter((line) => !/^(billed|user|inactive|idle|unknown)/.test(line)));
  expect(ended.code).toBe(2);
});

const strayed = (...days: readonly string[]) => ({
  ...cleanAccounts,
  cars: ["AB1", "CD2"],
  accounts: [
    {
      baId: "1",
      users: [user("1", "ACTIVE")],
      billing: [...days.map((day, at) => record(9 + at, "SOLD1", { day })), ...records("AB1", "CD2")],
    },
  ],
});

it("billing records of other days are left out of an audit where they are the most, and the setting is named", async () => {
  const start = strayed("2020-02-27", "2020-02-28", "2020-02-29");
  const here = await placeWith(globalFleet(["AB1", "CD2"]), start, { behaviour: { fromDateParam: "since" } });
  const ended = await here.run("audit", "--json");
  expect(linesOf(ended)).toEqual([]);
  expect(documentOf(ended).warnings[0]?.message).toMatch(
    /3 records, 30.00 DKK, of days outside .*interface\.fromDateParam \(fromDate\)/,
  );
});

it("billing records of earlier days are judged as billed late where they are few", async () => {
  const here = await place({ mode: "global", start: strayed("2020-02-29"), behaviour: { fromDateParam: "since" } });
  here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
  const ended = await here.run("audit", "--json");
  expect(linesOf(ended)).toEqual(["billed-not-desired account:1 SOLD1", "billed-late account:1 SOLD1"]);
  expect(documentOf(ended).warnings).toEqual([]);
});

const times = ["2026-01-31T22:30:00Z", "2026-01-31T23:30:00Z", "2026-02-01T10:00:00Z"];
const billing = times.map((startDate, at) => ({ ...record(at + 1, "SOLD1"), startDate, endDate: startDate }));
const start = { accounts: [{ baId: "1", cars: ["AB1"], users: [user("1", "ACTIVE")], billing }] };

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
  const edge = { firstDay: "2026-02-01", lastDay: "2026-02-01", warnings: [] };
  expect(await recordsOf("2026-01-01", "2026-01-31")).toEqual({
    count: 1,
    firstDay: "2026-01-31",
    lastDay: "2026-01-31",
    warnings: [],
  });
  expect(await recordsOf("2026-02-01", "2026-02-28")).toEqual({ count: 2, ...edge });
});

it("one account's failure is reported with 5 and does not hide what the others show", async () => {
  const [first, second] = cleanAccounts.accounts;
  const start = {
    ...cleanAccounts,
    accounts: [
      { ...first, cars: ["AB1", "EXTRA1"] },
      { ...second, closed: true },
    ],
  };
  const here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", cleanAccountsFile);
  const ended = await here.run("audit", "--json");
  expect(ended.code).toBe(5);
  expect(linesOf(ended)).toContain("drift-extra account:1 EXTRA1");
  expect(new Set(documentOf(ended).failures.map(({ scope }) => scope))).toEqual(new Set(["account:2"]));
  expect(ended.stderr).toMatch(/403/);
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

it.each([
  [["--from", "2026-02-30"], /--from takes a day that exists/],
  [["--to", "tomorrow"], /--to takes a day that exists/],
  [["--from", "2026-03-02", "--to", "2026-03-01"], /--from 2026-03-02 is after --to 2026-03-01/],
  [["--from", "9999-01-01"], /after --to .* which is today/],
  [["--fail-on", "fatal"], /error, warning, info/],
  [["--account", "1"], /global mode/],
])("audit with %j is refused with 3, and nothing is contacted", async (args, words) => {
  const here = await globalPlace([], ["AB1"]);
  expectRefusal(await here.run("audit", ...args), 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});
