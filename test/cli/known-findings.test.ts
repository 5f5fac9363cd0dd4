import { expect, it } from "vitest";
import { type AuditDocument, auditDocumentSchema } from "../../src/schema/index.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { accountFleet, type Ended, type Place, place } from "./harness.ts";

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

it("an audit that was written before findings had ids can be compared with, too", async () => {
  const here = await fleet("");
  await here.run("audit", "--output", "first.json");
  const first = documentOf({ code: 0, stderr: "", stdout: here.read("first.json") });
  const findings = first.findings.map(({ findingId: _, ...finding }) => finding);
  here.write("old.json", JSON.stringify({ ...first, findings }));
  expect((await here.run("audit", "--since", "old.json")).code).toBe(0);
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

it("an audit of another server, or with masked plates, cannot be compared with", async () => {
  const here = await fleet("");
  const there = await fleet("");
  await there.run("audit", "--output", "first.json");
  here.write("other.json", there.read("first.json"));
  const other = await here.run("audit", "--since", "other.json");
  expect(other.code).toBe(3);
  expect(other.stderr).toMatch(/it is an audit of another server or mode/);
});
