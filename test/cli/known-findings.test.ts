import { expect, it } from "vitest";
import { type AuditDocument, auditDocumentSchema } from "../../src/schema/index.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { accountFleet, type Ended, git, type Place, place } from "./harness.ts";

const documentOf = ({ stdout }: Ended): AuditDocument => auditDocumentSchema.parse(JSON.parse(stdout));
const linesOf = (ended: Ended) =>
  documentOf(ended)
    .findings.map(({ rule, licenseNumber, status, accepted }) =>
      [status, accepted?.reason, rule, licenseNumber].filter((part) => part !== undefined).join(" "),
    )
    .sort();

/** A fleet of one car, with this policy of the audit; on the server's list are others, too. */
async function fleet(policy: string, extra: readonly string[] = ["EXTRA1", "EXTRA2"]): Promise<Place> {
  const billing = [record(1, "AB1")];
  const account = { baId: "4711", cars: ["AB1", ...extra], users: [user("11", "ACTIVE", "AB1")], billing };
  const here = await place({ mode: "billing-account", start: { accounts: [account], fleet: ["AB1"] } });
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }, withPolicy(policy)));
  return here;
}

function withPolicy(policy: string): string {
  return `policy:\n  audit:\n    billed-unknown-user: off\n    cost-center-missing: off\n    accept: [${policy}]\n`;
}

const accept = (more: string) => `{ rule: drift-extra, ${more}, reason: pool car }`;

it("findings that are accepted are shown with the reason and do not count for the exit code", async () => {
  const here = await fleet(accept(`account: 4711, until: ${dayFromToday(1)}`));
  const json = await here.run("audit", "--json");
  expect(linesOf(json)).toEqual(["pool car drift-extra EXTRA1", "pool car drift-extra EXTRA2"]);
  expect(json.code).toBe(0);
  expect(documentOf(json).totals.find(({ rule }) => rule === "drift-extra")).toEqual({
    rule: "drift-extra",
    count: 0,
  });
  const { stdout } = await here.run("audit");
  expect(stdout).toMatch(/^accepted — 2 findings\n {4}drift-extra account 4711 EXTRA1 {2}accepted until .*: pool/m);
  expect(stdout).toContain("Audit: no findings; 2 accepted.");
});

it("an entry whose last day is over accepts nothing, and the audit says so", async () => {
  const here = await fleet(accept(`until: ${dayFromToday(-1)}`));
  const ended = await here.run("audit", "--json");
  expect(linesOf(ended)).toEqual(["drift-extra EXTRA1", "drift-extra EXTRA2"]);
  expect(ended.code).toBe(2);
  expect(documentOf(ended).warnings).toMatchObject([
    {
      code: "acceptance-past",
      message: expect.stringContaining(`ended on ${dayFromToday(-1)}`),
      source: "fleet.yaml:10:14",
    },
  ]);
});

it("an entry that accepts no finding is named, unless its findings could not be looked for", async () => {
  const here = await fleet(`${accept("licenseNumber: NO1")}, { rule: drift-extra, account: 9, reason: x }`);
  expect(documentOf(await here.run("audit", "--json")).warnings).toMatchObject([
    { code: "acceptance-unused", message: expect.stringMatching(/for drift-extra accepts no finding/) },
  ]);
});

it("records of accepted findings are not claimed", async () => {
  const until = `validUntil: ${dayFromToday(-5)}`;
  const start = {
    accounts: [{ baId: "4711", cars: ["AB1"], users: [], billing: [record(1, "SOLD1"), record(2, "SOLD2")] }],
  };
  const here = await place({ mode: "billing-account", start });
  const cars = `[AB1, { licenseNumber: SOLD1, ${until} }, { licenseNumber: SOLD2, ${until} }]`;
  const entry = "{ rule: billed-not-desired, licenseNumber: SOLD1, reason: agreed }";
  here.write(
    "fleet.yaml",
    `version: 1\nmode: billing-account\naccounts: [{ baId: 4711, cars: ${cars} }]\n${withPolicy(entry)}`,
  );
  const then = { ...here, env: { ...here.env, GIT_COMMITTER_DATE: `${dayFromToday(-30)}T09:00:00Z` } };
  git(then, "init", "-q", "-b", "main");
  git(then, "add", "fleet.yaml");
  git(then, "commit", "-qm", "the fleet");
  await here.run("audit", "--claims", "claims.csv");
  expect(here.read("claims.csv")).toContain("SOLD2");
  expect(here.read("claims.csv")).not.toContain("SOLD1");
});

const change = (here: Place, extra: readonly string[]) => {
  here.sandbox.model.removeCars("account:4711", ["EXTRA1", "EXTRA2", "EXTRA3"]);
  here.sandbox.model.putCars("account:4711", [...extra]);
};

it("beside an earlier audit findings are new, still there or gone, and only new ones exit with 2", async () => {
  const here = await fleet("");
  expect((await here.run("audit", "--output", "first.json")).code).toBe(2);
  const same = await here.run("audit", "--json", "--since", "first.json");
  expect(linesOf(same)).toEqual(["still drift-extra EXTRA1", "still drift-extra EXTRA2"]);
  expect(same.code).toBe(0);

  change(here, ["EXTRA2", "EXTRA3"]);
  const moved = await here.run("audit", "--since", "first.json", "--output", "second.json");
  expect(moved.code).toBe(2);
  const second = { ...moved, stdout: here.read("second.json") };
  expect(linesOf(second)).toEqual(["gone drift-extra EXTRA1", "new drift-extra EXTRA3", "still drift-extra EXTRA2"]);
  expect(documentOf(second).since).toEqual({ createdAt: JSON.parse(here.read("first.json")).createdAt });
  expect((await here.run("audit", "--since", "first.json")).stdout).toContain("; 1 new, 1 gone.");

  // What was gone then is not gone once more.
  const third = await here.run("audit", "--json", "--since", "second.json");
  expect(linesOf(third)).toEqual(["still drift-extra EXTRA2", "still drift-extra EXTRA3"]);
});

it.each([
  ["a later day", [record(2, "X1", { amount: "10.00" }), record(3, "X1", { day: dayFromToday(0), amount: "9999.00" })]],
  ["the same day", [record(2, "X1", { amount: "10.00" }), record(3, "X1", { amount: "0.00" })]],
  ["the same record, with a higher amount", [record(2, "X1", { amount: "10.01" })]],
  [
    "a later day, where the first one is not looked at any more",
    [record(3, "X1", { day: dayFromToday(0), amount: "9" })],
  ],
])("a known finding to which money was added is new: %s", async (_, billing) => {
  const here = await fleet("");
  const audit = async (since: string, ...own: ReturnType<typeof record>[]) => {
    here.sandbox.model.setBilling("4711", [record(1, "AB1"), ...own]);
    return here.run("audit", "--json", ...(since === "" ? [] : ["--since", since]));
  };
  const first = await audit("", record(2, "X1", { amount: "10.00" }));
  here.write("first.json", first.stdout);
  const same = await audit("first.json", record(2, "X1", { amount: "10.00" }));
  expect({ code: same.code, lines: linesOf(same) }).toMatchObject({
    code: 0,
    lines: expect.arrayContaining(["still billed-not-desired X1"]),
  });
  const grown = await audit("first.json", ...billing);
  expect(grown.code).toBe(2);
  expect(linesOf(grown)).toContain("new billed-not-desired X1");
  const finding = documentOf(grown).findings.find(({ licenseNumber }) => licenseNumber === "X1");
  expect(finding?.message).toMatch(/; it has grown: 1 record of \S+, 10\.00 DKK in the earlier audit$/);
});

it("a known finding of which money was refunded, or is not looked at any more, is still there", async () => {
  const here = await fleet("");
  const two = [record(2, "X1", { day: dayFromToday(-2) }), record(3, "X1")];
  here.sandbox.model.setBilling("4711", [record(1, "AB1"), ...two]);
  await here.run("audit", "--output", "first.json");
  here.sandbox.model.setBilling("4711", [record(1, "AB1"), record(3, "X1")]);
  const left = await here.run("audit", "--json", "--since", "first.json");
  expect(left.code).toBe(0);
  expect(linesOf(left)).toContain("still billed-not-desired X1");
});

it("a known finding to which a late record was added is new, though another one has left the days", async () => {
  const here = await fleet("");
  const wrong = (id: number, days: number) => ({ ...record(id, "AB1", { day: dayFromToday(days) }), vat: "5.00" });
  here.sandbox.model.setBilling("4711", [wrong(2, -3), wrong(3, -1)]);
  await here.run("audit", "--output", "first.json");
  here.sandbox.model.setBilling("4711", [wrong(4, -2), wrong(3, -1)]);
  const late = await here.run("audit", "--json", "--since", "first.json");
  expect(linesOf(late)).toContain("new billed-sum-wrong AB1");
  here.sandbox.model.setBilling("4711", [wrong(3, -1)]);
  expect(linesOf(await here.run("audit", "--json", "--since", "first.json"))).toContain("still billed-sum-wrong AB1");
});

it("beside an earlier audit --fail-on decides which new findings exit with 2", async () => {
  const here = await fleet("", []);
  await here.run("audit", "--output", "first.json");
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "IDLE1"] }, withPolicy("")));
  here.sandbox.model.putCars("account:4711", ["IDLE1"]);
  const since = ["audit", "--since", "first.json"] as const;
  expect((await here.run(...since)).code).toBe(0);
  expect((await here.run(...since, "--fail-on", "info")).code).toBe(2);
});

it("an audit that was written before findings had ids can be compared with, too", async () => {
  const here = await fleet("");
  await here.run("audit", "--output", "first.json");
  const first = documentOf({ code: 0, stderr: "", stdout: here.read("first.json") });
  const findings = first.findings.map(({ findingId: _, ...finding }) => finding);
  here.write("old.json", JSON.stringify({ ...first, findings }));
  expect((await here.run("audit", "--since", "old.json")).code).toBe(0);
});

it("a finding whose acceptance has ended is new beside the audit in which it was accepted", async () => {
  const here = await fleet(accept("account: 4711"));
  await here.run("audit", "--output", "first.json");
  expect((await here.run("audit", "--since", "first.json")).code).toBe(0);
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }, withPolicy("")));
  const ended = await here.run("audit", "--json", "--since", "first.json");
  expect(linesOf(ended)).toEqual(["new drift-extra EXTRA1", "new drift-extra EXTRA2"]);
  expect(ended.code).toBe(2);
});

it("the ids of findings stay when amounts and order change", async () => {
  const here = await fleet("", []);
  const idsWith = async (...billing: Parameters<typeof record>[]) => {
    const account = { baId: "4711", cars: ["AB1"], users: [], billing: billing.map((one) => record(...one)) };
    const there = await place({ mode: "billing-account", start: { accounts: [account] } });
    there.write("fleet.yaml", here.read("fleet.yaml"));
    const { findings } = documentOf(await there.run("audit", "--json"));
    return findings.flatMap(({ rule, licenseNumber, findingId }) =>
      rule === "billed-not-desired" ? [`${licenseNumber} ${findingId}`] : [],
    );
  };
  const ids = await idsWith([1, "X1"], [2, "X2"]);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^X1 [0-9a-f]{16}$/);
  expect(await idsWith([5, "X2", { amount: "7.00" }], [6, "X1"], [7, "X1"])).toEqual(ids);
});

it.each([
  ["is not there", "none.json", "", /cannot be used: the file does not exist/],
  ["is not JSON", "a.json", "{", /it is not JSON/],
  ["is not an audit", "a.json", "{}", /it is not an audit of this version/],
])("a file that %s cannot be compared with, and nothing is contacted", async (_, name, text, message) => {
  const here = await fleet("");
  if (text !== "") here.write(name, text);
  const ended = await here.run("audit", "--since", name);
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(message);
  expect(here.sandbox.requests).toEqual([]);
});

it("an audit of another server, or with masked plates, cannot be compared with", async () => {
  const here = await fleet("");
  const there = await fleet("");
  await there.run("audit", "--output", "first.json");
  here.write("other.json", there.read("first.json"));
  const other = await here.run("audit", "--since", "other.json");
  expect(other.code).toBe(3);
  expect(other.stderr).toMatch(/it is an audit of another server or mode/);
  here.write("masked.json", (await here.run("audit", "--json", "--plates", "masked")).stdout);
  expect(here.read("masked.json")).toContain('"findingId": "masked"');
  const masked = await here.run("audit", "--since", "masked.json");
  expect(masked.code).toBe(3);
  expect(masked.stderr).toMatch(/its plates are masked/);
});
