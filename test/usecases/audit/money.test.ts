import { expect, it } from "vitest";
import { audit } from "../../../src/usecases/audit/index.ts";
import { auditCases } from "./cases.ts";
import { factsOf, linesOf, type Sketch } from "./support.ts";

auditCases(import.meta.url);

type Records = NonNullable<NonNullable<Sketch["accounts"]>[string]["records"]>;
type Users = NonNullable<NonNullable<Sketch["accounts"]>[string]["users"]>;

const sketch = (records: Records, more: Partial<Sketch> = {}, users: Users = []): Sketch => ({
  lists: { "7": { wanted: ["AB10345", "CD2"] } },
  accounts: { "7": { records, users } },
  ...more,
});
const car = { licensePlate: "CD2" };

it("billed-twice is right when the parkings of several cars come in turn, thousands of them", () => {
  const at = (minute: number) => Date.parse("2026-06-01T00:00:00Z") + minute * 60_000;
  const records = Array.from({ length: 9_000 }, (_, row) => {
    const minute = row === 8_999 ? 1 : row;
    return { licensePlate: `XY${row % 4_499}`, id: `1/${10_000 + row}`, start: at(minute), end: at(minute + 60) };
  });
  expect(linesOf(sketch(records), "billed-twice")).toEqual([
    "account:7 XY1: was billed twice: 1 record of 2026-06-01, 10.00 DKK; record 1/18999: has the same start, place and amount as record 1/10001",
  ]);
});

const users: Users = [
  { id: "1", status: "ACTIVE", cars: ["CD2"], costCenter: "Sales" },
  { id: "2", status: "CLOSED", cars: ["CD2"] },
  { id: "3", status: "ACTIVE", cars: [] },
];

it("a parking user who does not hold the car is reported where the rule is switched on", () => {
  const policy = { severities: { "billed-user-without-car": "info" } } as const;
  const records = [{ ...car, userId: "3" }];
  expect(linesOf(sketch(records, {}, users), "billed-user-without-car")).toEqual([]);
  expect(linesOf(sketch(records, { policy }, users), "billed-user-without-car")).toHaveLength(1);
});

it("the parking user of a record shares a car with another active one, which is reported once", () => {
  const both: Users = [...users, { id: "4", status: "ACTIVE", cars: ["cd 2"] }];
  const found = ["account:7 cd 2: is linked to parking user 4, and to parking user 1"];
  expect(linesOf(sketch([], {}, both), "car-with-two-holders")).toEqual(found);
  expect(linesOf(sketch([], {}, [...both].reverse()), "car-with-two-holders")).toEqual(found);
  expect(linesOf(sketch([], {}, users), "car-with-two-holders")).toEqual([]);
});

it("the parking user of a record has no cost centre, where others have one", () => {
  expect(linesOf(sketch([], {}, users), "user-without-cost-center")).toEqual([
    "account:7 undefined: parking user 3 has no cost centre, and others of the account have one",
  ]);
  expect(linesOf(sketch([], {}, users.slice(1)), "user-without-cost-center")).toEqual([]);
});

it("counts each record in findings once, whatever the number of rules", () => {
  const gone = { licensePlate: "XX1" };
  const fee = { licensePlate: "", isParking: false };
  const { coverage } = audit(factsOf(sketch([gone, gone, car, fee])));
  expect(coverage).toEqual({
    accounts: 1,
    cars: 2,
    users: 0,
    records: 4,
    withoutPlate: 1,
    feeTypes: [{ recordType: "PARKING/STANDARD", records: 1 }],
    billed: [{ currencyCode: "DKK", amountIncludingVat: "40.00" }],
    billedWithoutPlate: [{ currencyCode: "DKK", amountIncludingVat: "10.00" }],
    inFindings: [{ currencyCode: "DKK", amountIncludingVat: "20.00" }],
    days: [{ day: "2026-06-01", inFindings: [{ currencyCode: "DKK", amountIncludingVat: "20.00" }] }],
  });
});

it("counts what is listed again, and names the currency of most records first", () => {
  const records = [car, { ...car, currencyCode: "EUR" }, { ...car, currencyCode: "EUR", id: "1/2", isRepeat: true }];
  const facts = factsOf(sketch(records));
  expect(facts.accounts.map(({ billed }) => billed?.covered.repeats)).toEqual([1]);
  expect(audit(facts).coverage.billed.map(({ currencyCode }) => currencyCode)).toEqual(["EUR", "DKK"]);
});

it("counts nothing in findings that is accepted, or of which nothing is left to pay", () => {
  const twice = [car, car];
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  const accept = [{ code: "billed-twice", licenseNumber: "CD2", reason: "known", source }] as const;
  const inFindings = (records: Records, policy: Sketch["policy"]) =>
    audit(factsOf(sketch(records, policy && { policy }))).coverage.inFindings;
  expect(inFindings(twice, {})).toEqual([{ currencyCode: "DKK", amountIncludingVat: "10.00" }]);
  expect(inFindings(twice, { accept })).toEqual([]);
  expect(inFindings([{ licensePlate: "XX1", amountIncludingVat: "-10.00", amountExcludingVat: "-8.00" }], {})).toEqual(
    [],
  );
});

it("counts the fees of a car that never parked as part of a finding, once, on their days", () => {
  const fee = { ...car, isParking: false };
  const late = { ...fee, day: "2026-06-09", isLate: true };
  const { coverage } = audit(
    factsOf(sketch([late, fee, { ...fee, licensePlate: "AB10345" }, { licensePlate: "AB10345" }])),
  );
  expect(coverage.days).toEqual([
    { day: "2026-06-01", inFindings: [{ currencyCode: "DKK", amountIncludingVat: "10.00" }] },
    { day: "2026-06-09", inFindings: [{ currencyCode: "DKK", amountIncludingVat: "10.00" }] },
  ]);
  expect(coverage.inFindings).toEqual([{ currencyCode: "DKK", amountIncludingVat: "20.00" }]);
});
