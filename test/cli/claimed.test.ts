import { expect, it } from "vitest";
import { auditDocumentSchema } from "../../src/documents/index.ts";
import { record } from "./audit-world.ts";
import { claimsIn, RANGE, sold, world } from "./claims-world.ts";
import { type Ended, expectRefusal, type Place } from "./harness.ts";

const idsIn = (here: Place, name: string) => claimsIn(here, name).map(({ infoRecordId }) => infoRecordId);
const claimedIn = ({ stdout }: Ended) => auditDocumentSchema.parse(JSON.parse(stdout)).claimed;

/** Two claims on a car that left, 30.00 and 25.00 DKK, in a file of claims. */
async function claimedBefore(file = "first.csv") {
  const charges = [sold(2, "SOLD1", { amount: "30.00" }), sold(3, "SOLD1", { amount: "25.00" })];
  const here = await world([record(1, "AB1"), ...charges]);
  await here.run("audit", "--claims", file, ...RANGE);
  /** The next audit, with more records. */
  const next = (...more: ReturnType<typeof record>[]) => {
    here.sandbox.model.setBilling("4711", [record(1, "AB1"), ...charges, ...more]);
    return here.run("audit", "--json", "--claims", "next.csv", "--claimed", file, ...RANGE);
  };
  return { here, next };
}

it.each(["first.csv", "first.xlsx"])("records that %s claims are not claimed again", async (file) => {
  const { here, next } = await claimedBefore(file);
  const run = await next(sold(4, "SOLD1", { amount: "1.00" }));
  expect(idsIn(here, "next.csv")).toEqual(["4"]);
  expect(claimedIn(run)).toEqual({
    records: 2,
    answered: [],
    open: { records: 2, amounts: [{ currencyCode: "DKK", amountIncludingVat: "55.00" }] },
    otherAccounts: 0,
  });
  expect(run.stderr).toContain("claims: 1 record in next.csv, asking back 1.00 DKK; 2 were claimed before\n");
});

it("claims of several files are all taken into account, those of both once", async () => {
  const { here, next } = await claimedBefore();
  await next(sold(4, "SOLD1", { amount: "1.00" }));
  const both = ["--claimed", "first.csv", "next.csv", "first.csv"];
  const run = await here.run("audit", "--json", "--claims", "third.xlsx", ...both, ...RANGE);
  expect(run.stderr).toContain("claims: 0 records in third.xlsx; 3 were claimed before\n");
  expect(claimedIn(run)).toMatchObject({ records: 3, open: { records: 3 } });
  const again = await here.run("audit", "--claims", "fourth.csv", ...both, "third.xlsx", ...RANGE);
  expect(again.stderr).toContain("claims: 0 records in fourth.csv; 3 were claimed before\n");
});

const refund = (id: number, amount: string, plate = "SOLD1") => sold(id, plate, { amount: `-${amount}` });

it.each([
  ["a refund of one of them", [refund(8, "30.00")], ["2: 8"], "25.00"],
  ["in another spelling, as another number", [refund(8, "25", "sold-1")], ["3: 8"], "30.00"],
  ["a refund of each", [refund(8, "25.00"), refund(9, "30.00")], ["2: 9", "3: 8"], undefined],
  ["a refund in two parts", [refund(8, "10.00"), refund(9, "20.00")], ["2: 8,9"], "25.00"],
  ["one refund of both", [refund(8, "55.00")], ["2,3: 8"], undefined],
  ["another amount", [refund(8, "12.00")], [], "55.00"],
  ["the amount of another car", [refund(8, "30.00", "AB1")], [], "55.00"],
  [
    "the amount in another currency",
    [{ ...refund(8, "30.00"), currency: sold(1, "", { currency: "EUR" }).currency }],
    [],
    "55.00",
  ],
])("a claim is answered by a refund of its plate and amount: %s", async (_, refunds, answered, open) => {
  const { here, next } = await claimedBefore();
  const run = await next(...refunds);
  const claimed = claimedIn(run);
  const ids = (all: readonly string[]) => all.map((one) => one.split("/")[1]).join();
  expect(claimed?.answered.map(({ records, refunds }) => `${ids(records)}: ${ids(refunds)}`)).toEqual(answered);
  expect(claimed?.open.amounts.map(({ amountIncludingVat }) => amountIncludingVat)).toEqual(open ? [open] : []);
  // What answers a claim is no row of the next ones.
  const answering = claimed?.answered.flatMap(({ refunds }) => refunds.map((one) => one.split("/")[1])) ?? [];
  expect(idsIn(here, "next.csv").filter((id) => answering.includes(id))).toEqual([]);
});

it("an answered claim is named with its plate, its account and the amount, in every form of the audit", async () => {
  const { here, next } = await claimedBefore();
  await next(refund(8, "30.00"));
  const audit = (...more: string[]) => here.run("audit", "--claimed", "first.csv", ...RANGE, ...more);
  const said = /SOLD1.*account 4711.*30\.00 DKK.*answers the claim of record 9007199254740993\/2/s;
  for (const format of ["text", "markdown", "html"]) expect((await audit("--format", format)).stdout).toMatch(said);
  const { stdout } = await audit();
  expect(stdout).toContain("2 records were claimed before: 1 answered, 1 still open (25.00 DKK)");
  expect((await audit("--plates", "masked")).stdout).not.toContain("SOLD1");
});

it("a new charge is found and claimed, though the refund of an earlier claim is higher", async () => {
  const { here } = await claimedBefore();
  here.sandbox.model.setBilling("4711", [record(1, "AB1"), refund(8, "55.00"), sold(9, "SOLD1", { amount: "5.00" })]);
  const audit = (...more: string[]) =>
    here.run("audit", "--json", "--info", "--claimed", "first.csv", ...RANGE, ...more);
  const { findings } = auditDocumentSchema.parse(JSON.parse((await audit("--claims", "next.csv")).stdout));
  expect(idsIn(here, "next.csv")).toEqual(["9"]);
  const rules = findings.flatMap(({ rule, licenseNumber }) => (licenseNumber === "SOLD1" ? [rule] : []));
  expect(rules).toContain("billed-not-desired");
  expect(rules).not.toContain("billed-zero");
});

it("claims on accounts that are not looked at are counted, and left alone", async () => {
  const { here } = await claimedBefore();
  here.write("other.csv", here.read("first.csv").replaceAll(",4711,", ",4999,"));
  const run = await here.run("audit", "--json", "--claims", "next.csv", "--claimed", "other.csv", ...RANGE);
  expect(idsIn(here, "next.csv")).toEqual(["2", "3"]);
  expect(claimedIn(run)).toMatchObject({ records: 0, open: { records: 0 }, otherAccounts: 2 });
  const { stdout } = await here.run("audit", "--claimed", "other.csv", ...RANGE);
  expect(stdout).toContain("2 records are of accounts that were not looked at");
});

it("a file of claims without any is a file of claims", async () => {
  const here = await world([record(1, "AB1")]);
  for (const file of ["none.csv", "none.xlsx"]) {
    await here.run("audit", "--claims", file, ...RANGE);
    const run = await here.run("audit", "--claims", "next.csv", "--claimed", file, ...RANGE);
    expect(run.stderr).toContain("claims: 0 records in next.csv\n");
  }
});

it.each([
  ["is not there", undefined, /--claimed old\.csv cannot be used: .*does not exist/],
  ["is empty", "", /it has no row with the columns account, infoId, infoRecordId/],
  ["is another table", "plate,amount\nAB1,10\n", /it has no row with the columns account, infoId, infoRecordId/],
  [
    "has an amount that is none",
    (csv: string) => csv.replaceAll("30.00", "30;00"),
    /line 2: .*amountIncludingVat.*`30;00`/,
  ],
  [
    "has an id that a spreadsheet changed",
    (csv: string) => csv.replaceAll("'9007199254740993", "9.00720E+15"),
    /line 2: .*infoId.*`9\.00720E\+15`/,
  ],
])("a file of claims that %s is refused, and nothing is contacted", async (_, content, message) => {
  const { here } = await claimedBefore();
  const text = typeof content === "function" ? content(here.read("first.csv")) : content;
  if (text !== undefined) here.write("old.csv", text);
  const before = here.sandbox.requests.length;
  const run = await here.run("audit", "--claims", "next.csv", "--claimed", "old.csv", ...RANGE);
  expectRefusal(run, 3, message, here.sandbox);
  expect(here.sandbox.requests).toHaveLength(before);
});

it("claims are never written over a file of those made before", async () => {
  const { here } = await claimedBefore();
  const before = here.sandbox.requests.length;
  const run = await here.run("audit", "--claims", "./first.csv", "--claimed", "first.csv", ...RANGE);
  expectRefusal(run, 3, /--claims \.\/first\.csv: it holds the claims made before/, here.sandbox);
  expect(here.sandbox.requests).toHaveLength(before);
});
