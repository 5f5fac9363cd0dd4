import { expect, it } from "vitest";
import { dayFromToday, onTheWire, record, recordsInFront, user } from "./audit-world.ts";
import { billedBy, claimsIn, QUIET, RANGE, sold, UNTIL, world } from "./claims-world.ts";
import { accountFleet, placeWith } from "./harness.ts";

const twice = [sold(20, "AB1"), sold(21, "AB1")];

it("a file of claims has a row for each record that is to be claimed back, with all that the operator needs", async () => {
  const here = await world([
    record(1, "AB1"),
    billedBy("Q-Park", sold(2, "SOLD1", { amount: "12.345678901234567890" })),
    billedBy("Q-Park", sold(3, "SOLD1", { amount: "-2.50", currency: "EUR" })),
  ]);
  const run = await here.run("audit", "--claims", "claims.csv", ...RANGE);
  expect(run.code).toBe(2);
  expect(here.read("claims.csv").split("\r\n")[0]).toBe(
    "rule,account,infoId,infoRecordId,startDate,endDate,licensePlate,areaNumber,areaName,areaCity,operatorName,operatorVatNumber,userId,costCenter,amountExcludingVat,vat,amountIncludingVat,currencyCode,reason,proof,evidence",
  );
  const [first, second, ...others] = claimsIn(here);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    rule: "billed-not-desired",
    account: "4711",
    infoId: "'9007199254740993",
    infoRecordId: "2",
    startDate: `${dayFromToday(-3)} 10:00:00`,
    endDate: `${dayFromToday(-3)} 11:00:00`,
    licensePlate: "SOLD1",
    areaNumber: "1",
    areaName: "Vesterbro",
    areaCity: "København",
    operatorName: "Q-Park",
    operatorVatNumber: "DK-12345678",
    userId: "1",
    costCenter: "",
    amountExcludingVat: "'12.345678901234567890",
    vat: "0",
    amountIncludingVat: "'12.345678901234567890",
    currencyCode: "DKK",
    reason: "was billed on a day on which the car was not to park at our cost",
    evidence: expect.stringMatching(
      new RegExp(
        `^validUntil ${UNTIL} in fleet\\.yaml, commit [0-9a-f]{40} of ${dayFromToday(-30)} by a; so the files said, and no reading shows the list of that day$`,
      ),
    ),
  });
  expect(second).toMatchObject({ infoRecordId: "3", amountIncludingVat: "-2.50", currencyCode: "EUR" });
  expect(run.stderr).toContain("claims: 2 records in claims.csv, asking back 12.34567890123456789 DKK\n");
});

it("a record that several rules object to stands once among the claims, under the most severe whose proof is enough", async () => {
  const wrong = { ...sold(40, "AB1", { day: dayFromToday(-5) }), vat: "25", amountIncludingVat: "60.00" };
  const both = { ...sold(41, "SOLD1", { day: dayFromToday(-2) }), vat: "25", amountIncludingVat: "70.00" };
  const withoutPlate = [sold(50, ""), sold(51, "")];
  const here = await world([
    record(1, "AB1"),
    ...twice,
    sold(30, "SOLD1"),
    sold(31, "SOLD1"),
    wrong,
    both,
    ...withoutPlate,
  ]);
  await here.run("audit", "--claims", "claims.csv", ...RANGE);
  expect(claimsIn(here).map(({ infoRecordId, rule, reason }) => [infoRecordId, rule, reason])).toEqual([
    ["40", "billed-sum-wrong", "the amount is not the amount without VAT and the VAT together"],
    ["21", "billed-twice", "was billed twice"],
    ["30", "billed-not-desired", expect.not.stringContaining("also")],
    [
      "31",
      "billed-twice",
      expect.stringMatching(/; also was billed on a day on which the car was not to park at our cost$/),
    ],
    ["51", "billed-twice", "was billed twice"],
    [
      "41",
      "billed-sum-wrong",
      expect.stringMatching(/; also was billed on a day on which the car was not to park at our cost$/),
    ],
  ]);
  const evidence = new Map(claimsIn(here).map(({ infoRecordId = "", evidence = "" }) => [infoRecordId, evidence]));
  expect(evidence.get("21")).toBe("has the same start, place and amount as record 9007199254740993/20");
  expect(evidence.get("40")).toBe("billed 60.00 DKK, for 10.00 without VAT and a VAT of 25");
});

it("a record that is listed twice under one id is claimed once, and the claim says why", async () => {
  const here = await world([record(1, "AB1")]);
  const front = await recordsInFront(here, "4711", () => [onTheWire(record(1, "AB1")), onTheWire(record(1, "AB1"))]);
  await here.run("audit", "--claims", "claims.csv", "--base-url", front, ...RANGE);
  expect(claimsIn(here)).toMatchObject([
    { rule: "billed-twice", reason: "was billed twice", evidence: "is listed again under the same id" },
  ]);
});

it("nothing is claimed of a plate of which nothing says when it left, or that looks like a desired one", async () => {
  const here = await world([record(1, "AB1"), sold(2, "NEVER1"), sold(3, "ABI")]);
  const { stderr } = await here.run("audit", "--claims", "claims.csv", ...RANGE);
  expect(claimsIn(here)).toEqual([]);
  expect(stderr).toContain("0 records in claims.csv");
  expect(stderr).toContain("1 plate is not claimed, because nothing proves when the car left");
});

it("the evidence of a claim is the journal entry of the run that took the car off the list, and whether it was read back", async () => {
  const account = { baId: "4711", cars: ["AB1", "SOLD1"], users: [user("1", "ACTIVE")] };
  const billing = [record(2, "SOLD1", { day: dayFromToday(1) })];
  const here = await placeWith(accountFleet({ "4711": ["AB1"] }, QUIET), { accounts: [{ ...account, billing }] });
  await here.run("apply", "--auto-approve", "--allow-deletes=1");
  await here.run("audit", "--claims", "claims.csv", "--from", dayFromToday(-20), "--to", dayFromToday(1));
  expect(claimsIn(here)).toMatchObject([
    {
      reason: `was billed after the car left on ${dayFromToday(0)}`,
      evidence: expect.stringMatching(
        /^journal entry of \d{4}-\S+Z, run \S+: deleted from the list, which was read back without it by \d{4}-\S+Z$/,
      ),
    },
  ]);
});

it("the records of an account are asked for once, also for claims, and claimed as they were judged", async () => {
  const here = await world([record(1, "AB1"), sold(2, "SOLD1")]);
  let reads = 0;
  const front = await recordsInFront(here, "4711", () => (++reads < 2 ? [sold(2, "SOLD1")] : []).map(onTheWire));
  const run = await here.run("audit", "--claims", "claims.csv", "--base-url", front, ...RANGE);
  expect([reads, run.code]).toEqual([1, 2]);
  expect(claimsIn(here)).toHaveLength(1);
});
