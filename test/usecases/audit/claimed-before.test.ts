import { expect, it } from "vitest";
import type { Claim } from "../../../src/documents/index.ts";
import { claimsAfterwards, claimsDue } from "../../../src/usecases/audit/index.ts";

const RULES = { foldLookalikes: false, respelled: [] };

/** `1 CD2 -10.00 DKK`: id, plate, amount and currency of a claim or a refund. */
const recordOf = (text: string) => {
  const [id = "", licensePlate = "", amountIncludingVat = "", currencyCode = "DKK"] = text.split(" ");
  return { account: "7", id, licensePlate, amountIncludingVat, currencyCode };
};

/** What refunds answer, as `claims = refunds`, and the ids of what is open with their sums. */
const afterwards = (claims: readonly string[], refunds: readonly string[]) => {
  const { answered, open } = claimsAfterwards(claims.map(recordOf), refunds.map(recordOf), RULES);
  return [
    ...answered.map(
      ({ records, refunds: ids, amountIncludingVat }) =>
        `${records.join("+")} = ${ids.join("+")}: ${amountIncludingVat}`,
    ),
    `${open.records} open${open.amounts.map((one) => ` ${one.amountIncludingVat} ${one.currencyCode}`).join("")}`,
  ];
};

const twelve = Array.from({ length: 12 }, (_, at) => `${at + 1} CD2 -${2 ** at}.00`);

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ["nothing was refunded", ["a CD2 10.00"], [], ["1 open 10.00 DKK"]],
  ["one refund of the sum", ["a CD2 10.00"], ["1 CD2 -10.00"], ["a = 1: 10.00", "0 open"]],
  ["the same number in other digits", ["a CD2 10.00"], ["1 CD2 -10"], ["a = 1: 10.00", "0 open"]],
  ["another spelling of the plate", ["a cd-2 10.00"], ["1 CD2 -10.00"], ["a = 1: 10.00", "0 open"]],
  ["another plate", ["a CD2 10.00"], ["1 CD3 -10.00"], ["1 open 10.00 DKK"]],
  ["another currency", ["a CD2 10.00"], ["1 CD2 -10.00 SEK"], ["1 open 10.00 DKK"]],
  ["another sum", ["a CD2 10.00"], ["1 CD2 -9.99"], ["1 open 10.00 DKK"]],
  ["a text that is no plate is not another one", ["a ??? 10.00"], ["1 !!! -10.00"], ["1 open 10.00 DKK"]],
  ["a text that is no plate is itself", ["a ??? 10.00"], ["1 ??? -10.00"], ["a = 1: 10.00", "0 open"]],
  ["two refunds for one claim", ["a CD2 10.00"], ["1 CD2 -4.00", "2 CD2 -6.00"], ["a = 1+2: 10.00", "0 open"]],
  ["one refund for two claims", ["a CD2 4.00", "b CD2 6.00"], ["1 CD2 -10.00"], ["a+b = 1: 10.00", "0 open"]],
  [
    "one claim before several",
    ["a CD2 4.00", "b CD2 6.00", "c CD2 10.00"],
    ["1 CD2 -10.00"],
    ["c = 1: 10.00", "2 open 10.00 DKK"],
  ],
  ["a refund is used once", ["a CD2 10.00", "b CD2 10.00"], ["1 CD2 -10.00"], ["a = 1: 10.00", "1 open 10.00 DKK"]],
  [
    "all that is left together",
    ["a CD2 4.00", "b CD2 6.00"],
    ["1 CD2 -3.00", "2 CD2 -7.00"],
    ["a+b = 1+2: 10.00", "0 open"],
  ],
  ["a part is not looked for twice in one record", ["a CD2 10.00"], ["1 CD2 -5.00"], ["1 open 10.00 DKK"]],
  [
    "the last of twelve parts",
    ["a CD2 4095.00"],
    twelve,
    [`a = ${twelve.map((_, at) => at + 1).join("+")}: 4095.00`, "0 open"],
  ],
  ["parts of more than twelve are not looked for", ["a CD2 3.00"], [...twelve, "13 CD2 -9999.00"], ["1 open 3.00 DKK"]],
  [
    "all parts of more than twelve",
    ["a CD2 10030.00"],
    [...Array.from({ length: 12 }, (_, at) => `${at + 1} CD2 -2.50`), "13 CD2 -10000.00"],
    ["a = 1+2+3+4+5+6+7+8+9+10+11+12+13: 10030.00", "0 open"],
  ],
  [
    "one refund among more than twelve, for one of more than twelve claims",
    ["a CD2 9999.00", ...Array.from({ length: 13 }, (_, at) => `${at + 1} CD2 0.01`)],
    [...twelve, "13 CD2 -9999.00"],
    ["a = 13: 9999.00", "13 open 0.13 DKK"],
  ],
  ["parts of twelve, of which most are left", ["a CD2 3.00"], twelve, ["a = 1+2: 3.00", "0 open"]],
  [
    "one refund for more than twelve claims",
    [...Array.from({ length: 13 }, (_, at) => `${at + 1} CD2 1.00`)],
    ["a CD2 -13.00"],
    ["1+2+3+4+5+6+7+8+9+10+11+12+13 = a: 13.00", "0 open"],
  ],
  [
    "two refunds for one of two claims",
    ["a CD2 10.00", "b CD2 7.00"],
    ["1 CD2 -4.00", "2 CD2 -6.00"],
    ["a = 1+2: 10.00", "1 open 7.00 DKK"],
  ],
  [
    "one refund for two of three claims",
    ["a CD2 4.00", "b CD2 6.00", "c CD2 1.00"],
    ["1 CD2 -10.00"],
    ["a+b = 1: 10.00", "1 open 1.00 DKK"],
  ],
  ["a refund of something else", ["a CD2 10.00"], ["1 CD2 -10.00", "2 CD2 -3.00"], ["a = 1: 10.00", "0 open"]],
  ["a refund of nothing", ["a CD2 10.00"], ["1 CD2 -10.00", "2 CD2 -0.00"], ["a = 1: 10.00", "0 open"]],
  ["claims alone that come to nothing", ["a CD2 10.00", "b CD2 -10.00"], [], ["2 open 0.00 DKK"]],
  ["sums of each currency", ["a CD2 10.00 SEK", "b CD2 1.00", "c AB1 2.00"], [], ["3 open 3.00 DKK 10.00 SEK"]],
])("claims and refunds: %s", (_, claims, refunds, wanted) => {
  expect(afterwards(claims, refunds)).toEqual(wanted);
});

const BLANK: Claim = {
  ...{ rule: "billed-not-desired", account: "7", infoId: "1", infoRecordId: "1", startDate: "", endDate: "" },
  ...{ licensePlate: "CD2", areaNumber: "", areaName: "", areaCity: "", operatorName: "", operatorVatNumber: "" },
  ...{ userId: "", costCenter: "", amountExcludingVat: "", vat: "", amountIncludingVat: "10.00", currencyCode: "DKK" },
  ...{ reason: "", proof: "", evidence: "" },
};

it.each<[string, readonly Partial<Claim>[], readonly string[]]>([
  ["a claim stays", [{}], ["10.00"]],
  ["nothing is left of a plate with earlier claims", [{}, { amountIncludingVat: "-10.00" }], []],
  ["less was refunded", [{}, { amountIncludingVat: "-9.00" }], ["10.00", "-9.00"]],
  ["more was refunded", [{}, { amountIncludingVat: "-11.00" }], []],
  ["another currency pays nothing", [{}, { amountIncludingVat: "-10.00", currencyCode: "SEK" }], ["10.00", "-10.00"]],
  [
    "a plate without earlier claims",
    [{ licensePlate: "AB1" }, { licensePlate: "AB1", amountIncludingVat: "-10.00" }],
    ["10.00", "-10.00"],
  ],
  ["another rule asks for itself", [{ rule: "billed-twice", amountIncludingVat: "-1.00" }], ["-1.00"]],
])("what is due: %s", (_, claims, wanted) => {
  const due = claimsDue(
    claims.map((one) => ({ ...BLANK, ...one })),
    (licensePlate) => licensePlate === "CD2",
  );
  expect(due.map(({ amountIncludingVat }) => amountIncludingVat)).toEqual(wanted);
});
