import { expect, it } from "vitest";
import { type AuditDocument, auditDocumentSchema } from "../../src/documents/index.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { accountFleet, type Ended, expectEnd, placeWith } from "./harness.ts";

const documentOf = ({ stdout }: Ended): AuditDocument => auditDocumentSchema.parse(JSON.parse(stdout));
const linesOf = (ended: Ended) =>
  documentOf(ended)
    .findings.map(({ rule, licenseNumber, status, accepted }) =>
      [status, accepted?.reason, rule, licenseNumber].filter((part) => part !== undefined).join(" "),
    )
    .sort();

const QUIET = "policy: { audit: { billed-unknown-user: off, cost-center-missing: off } }\n";

/** A fleet of one car, on whose list are two others; audits of it with these records besides one that is right. */
async function fleet(...extra: readonly string[]) {
  const account = { baId: "4711", cars: ["AB1", ...extra], users: [user("11", "ACTIVE", "AB1")] };
  const here = await placeWith(accountFleet({ "4711": ["AB1"] }, QUIET), { accounts: [account], fleet: ["AB1"] });
  const audit = async (own: readonly ReturnType<typeof record>[], ...options: readonly string[]) => {
    here.sandbox.model.setBilling("4711", [record(1, "AB1"), ...own]);
    return here.run("audit", "--json", ...options);
  };
  /** The first audit, and one after it. */
  const first = async (...own: ReturnType<typeof record>[]) => void here.write("first.json", (await audit(own)).stdout);
  const next = (...own: ReturnType<typeof record>[]) => audit(own, "--since", "first.json");
  return { here, audit, first, next };
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
  const { first, next } = await fleet("EXTRA1");
  await first(record(2, "X1", { amount: "10.00" }));
  const same = await next(record(2, "X1", { amount: "10.00" }));
  expect(same.code).toBe(0);
  expect(linesOf(same)).toContain("still billed-not-desired X1");
  const grown = await next(...billing);
  expect(grown.code).toBe(2);
  expect(linesOf(grown)).toContain("new billed-not-desired X1");
  const finding = documentOf(grown).findings.find(({ licenseNumber }) => licenseNumber === "X1");
  expect(finding?.message).toMatch(/; it has grown: 1 record of \S+, 10\.00 DKK in the earlier audit$/);
});

it("a known finding of which money was refunded, or is not looked at any more, is still there", async () => {
  const { first, next } = await fleet("EXTRA1");
  await first(record(2, "X1", { day: dayFromToday(-2) }), record(3, "X1"));
  const left = await next(record(3, "X1"));
  expect(left.code).toBe(0);
  expect(linesOf(left)).toContain("still billed-not-desired X1");
});

it.each([
  ["billed-sum-wrong", "AB1", { vat: "5.00" }],
  ["billed-not-desired", "X1", {}],
])(
  "a known %s to which a late record was added is new, though another one has left the days",
  async (rule, plate, wrong) => {
    const { first, next } = await fleet("EXTRA1");
    const records = (ids: readonly number[], days: number) =>
      ids.map((id) => ({ ...record(id, plate, { day: dayFromToday(days) }), ...wrong }));
    const [left, late] = [records([2], -3), records([4], -2)];
    const stayed = records(
      Array.from({ length: 25 }, (_, at) => 10 + at),
      -1,
    );
    await first(...left, ...stayed);
    expect(linesOf(await next(...late, ...stayed))).toContain(`new ${rule} ${plate}`);
    expect(linesOf(await next(...stayed))).toContain(`still ${rule} ${plate}`);
  },
);

it("an audit whose findings have no ids cannot be compared with", async () => {
  const { here, audit } = await fleet("EXTRA1");
  const first = documentOf(await audit([]));
  const findings = first.findings.map(({ findingId: _, ...finding }) => finding);
  here.write("old.json", JSON.stringify({ ...first, findings }));
  const refused = await here.run("audit", "--since", "old.json");
  expectEnd(refused, 3, { stderr: /--since old\.json cannot be used: .*findingId/ });
});

it("the ids of findings stay when amounts and order change", async () => {
  const { audit } = await fleet();
  const idsWith = async (...billing: ReturnType<typeof record>[]) =>
    documentOf(await audit(billing)).findings.flatMap(({ rule, licenseNumber, findingId }) =>
      rule === "billed-not-desired" ? [`${licenseNumber} ${findingId}`] : [],
    );
  const ids = await idsWith(record(2, "X1"), record(3, "X2"));
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^X1 [0-9a-f]{16}$/);
  expect(await idsWith(record(5, "X2", { amount: "7.00" }), record(6, "X1"), record(7, "X1"))).toEqual(ids);
});

it("an audit of another server cannot be compared with", async () => {
  const [{ here }, there] = [await fleet(), await fleet()];
  await there.first();
  here.write("other.json", there.here.read("first.json"));
  const other = await here.run("audit", "--since", "other.json");
  expectEnd(other, 3, { stderr: /it is an audit of another server or mode/ });
});
