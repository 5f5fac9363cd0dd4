import { describe, expect, it } from "vitest";
import { isSumRight } from "../../src/audit/billing/judge-record.ts";
import { audit } from "../../src/audit/index.ts";
import { factsOf, linesOf, type Sketch } from "./support.ts";

type Records = NonNullable<NonNullable<Sketch["accounts"]>[string]["records"]>;
type Users = NonNullable<NonNullable<Sketch["accounts"]>[string]["users"]>;
type Case = readonly [when: string, records: Records, findings: readonly string[]];

const LATER = `${"9".repeat(30)}/1`;
const wanted = ["AB10345", "CD2"];
const sketch = (records: Records, more: Partial<Sketch> = {}, users: Users = []): Sketch => ({
  lists: { "7": { wanted } },
  accounts: { "7": { records, users } },
  ...more,
});
const at = (hour: number, minute = 0) => Date.parse("2026-06-01T00:00:00Z") + (hour * 60 + minute) * 60_000;
const car = { licensePlate: "CD2" };
const refund = { amountIncludingVat: "-10.00", amountExcludingVat: "-8.00" };

it.each<Case>([
  [
    "two records of a car are alike",
    [car, car],
    [
      "account:7 CD2: was billed twice: 1 record of 2026-06-01, 10.00 DKK; record 1/2: has the same start, place and amount as record 1/1",
    ],
  ],
  ...["9223372036854775807/12", "12/9007199254740993", "007/8", "0/0", "123456789012345/1"].map(
    (id): Case => [
      `the first has the id ${id}`,
      [
        { ...car, id },
        { ...car, id: LATER },
      ],
      [
        `account:7 CD2: was billed twice: 1 record of 2026-06-01, 10.00 DKK; record ${LATER}: has the same start, place and amount as record ${id}`,
      ],
    ],
  ),
  [
    "the parkings of several cars come in turn, thousands of them",
    Array.from({ length: 9_000 }, (_, row) => ({
      licensePlate: `XY${row % 4_499}`,
      id: `1/${10_000 + row}`,
      start: at(0, row === 8_999 ? 1 : row),
      end: at(1, row === 8_999 ? 1 : row),
    })),
    [
      "account:7 XY1: was billed twice: 1 record of 2026-06-01, 10.00 DKK; record 1/18999: has the same start, place and amount as record 1/10001",
    ],
  ],
  ["one of the two was refunded", [car, car, { ...car, ...refund }], []],
  ["the starts differ", [car, { ...car, start: at(11), end: at(12) }], []],
  ["the amount differs", [car, { ...car, amountIncludingVat: "12.50", amountExcludingVat: "10.00" }], []],
  [
    "nothing was billed",
    [
      { ...car, vat: "0", amountExcludingVat: "0", amountIncludingVat: "0.00" },
      { ...car, vat: "0", amountExcludingVat: "0", amountIncludingVat: "0.00" },
    ],
    [],
  ],
  [
    "fees are alike",
    [
      { ...car, isParking: false },
      { ...car, isParking: false },
    ],
    [],
  ],
  [
    "the same id is listed again",
    [car, { ...car, id: "1/1", isRepeat: true }],
    [
      "account:7 CD2: was billed twice: 1 record of 2026-06-01, 10.00 DKK; record 1/1: is listed again under the same id",
    ],
  ],
])("billed-twice is right when %s", (_, records, findings) =>
  expect(linesOf(sketch(records), "billed-twice")).toEqual(findings),
);

const elsewhere = { ...car, place: "Kungsgatan, 9, Lund" };
it.each<Case>([
  [
    "a car parked in two places at once",
    [car, { ...elsewhere, start: at(10, 30), end: at(12) }],
    [
      "account:7 CD2: was billed for two parkings at the same time: 1 record of 2026-06-01, 10.00 DKK; record 1/2: parked in `Kungsgatan, 9, Lund` while it was parked in `Torvet, 7, Odense` (record 1/1)",
    ],
  ],
  ["one ends when the other starts", [car, { ...elsewhere, start: at(11), end: at(12) }], []],
  [
    "it parked twice in one place at once",
    [car, { ...car, start: at(10, 30), end: at(12) }],
    [
      "account:7 CD2: was billed for two parkings at the same time: 1 record of 2026-06-01, 10.00 DKK; record 1/2: parked in `Torvet, 7, Odense` while it was parked there already (record 1/1)",
    ],
  ],
  ["it was charged with power while it parked", [car, { ...elsewhere, kind: "CHARGING STANDARD" }], []],
  ["the place of one is a charger", [car, { ...car, place: "Torvet charger", start: at(10, 30) }], []],
  ["they are two cars", [car, { ...elsewhere, licensePlate: "AB10345" }], []],
])("billed-overlap is right when %s", (_, records, findings) =>
  expect(linesOf(sketch(records), "billed-overlap")).toEqual(findings),
);

it.each([
  ["40", "10", "50", true],
  ["40", "25", "50", true],
  ["40", "0.25", "50", true],
  ["8.00", "25", "10.00", true],
  ["333", "8.1", "360", true],
  ["40", "10", "60", false],
  ["8.00", "25", "10.02", false],
  ["-8.00", "25", "-10.00", true],
])("the sum of %s and a VAT of %s is %s: %s", (amountExcludingVat, vat, amountIncludingVat, expected) => {
  expect(isSumRight({ amountExcludingVat, vat, amountIncludingVat })).toBe(expected);
});

it("a sum that is wrong is reported with its record", () => {
  const wrong = { ...car, amountExcludingVat: "40", vat: "10", amountIncludingVat: "60" };
  expect(linesOf(sketch([wrong, car]), "billed-sum-wrong")).toEqual([
    "account:7 CD2: was billed a sum that does not add up: 1 record of 2026-06-01, 60 DKK; record 1/1: billed 60 DKK, for 40 without VAT and a VAT of 10",
  ]);
});

describe("the parking user of a record", () => {
  const users: Users = [
    { id: "1", status: "ACTIVE", cars: ["CD2"], costCenter: "Sales" },
    { id: "2", status: "CLOSED", cars: ["CD2"] },
    { id: "3", status: "ACTIVE", cars: [] },
  ];
  const found = (record: Partial<Records[number]>) => {
    const rules = ["billed-inactive-user", "billed-unknown-user", "cost-center-missing", "cost-center-other"] as const;
    return rules.filter((rule) => linesOf(sketch([{ ...car, ...record }], {}, users), rule).length > 0);
  };
  it.each([
    [{ userId: "1", costCenter: "sales " }, []],
    [{ userId: "1", costCenter: "Finance" }, ["cost-center-other"]],
    [{ userId: "1", costCenter: "" }, ["cost-center-missing"]],
    [{ userId: "", costCenter: "" }, ["cost-center-missing"]],
    [{ userId: "2" }, ["billed-inactive-user"]],
    [{ userId: "3", costCenter: "" }, []],
    [{ userId: "9" }, ["billed-unknown-user"]],
  ])("the parking user of a record is checked, with %j: %j", (record, rules) => expect(found(record)).toEqual(rules));

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
});

it.each(["AB1O345", "ÄB10345", "АB10345", "ABI0345"])(
  "a plate that is not desired, %s, looks like a desired one: correct it, and claim nothing",
  (licensePlate) => {
    const records = [{ ...car, licensePlate }];
    expect(linesOf(sketch(records), "billed-look-alike")).toEqual([
      `account:7 ${licensePlate}: is not desired, and looks like \`AB10345\` (fleet.yaml:1:5): 1 record of 2026-06-01, 10.00 DKK`,
    ]);
    expect(linesOf(sketch(records), "billed-not-desired")).toEqual([]);
  },
);

it.each([
  ["refunded in full", [{ licensePlate: "XX1" }, { licensePlate: "XX1", ...refund }]],
  ["billed nothing", [{ licensePlate: "XX1", amountExcludingVat: "0", vat: "0", amountIncludingVat: "0.00" }]],
])("a plate that is not desired is an info where it was %s", (_, records) => {
  expect(linesOf(sketch(records), "billed-zero")).toHaveLength(1);
  expect(linesOf(sketch(records), "billed-not-desired")).toEqual([]);
});

const fee = { ...car, isParking: false };
it.each<Case>([
  [
    "a car was billed a fee and did not park",
    [fee],
    ["account:7 CD2: did not park once, and was billed fees: 1 record of 2026-06-01, 10.00 DKK"],
  ],
  ["it parked, too", [fee, car], []],
  ["it was billed nothing", [], []],
])("fee-for-idle-car is right when %s", (_, records, findings) =>
  expect(linesOf(sketch(records), "fee-for-idle-car")).toEqual(findings),
);

describe("policy.audit.limits", () => {
  const saturday = { ...car, day: "2026-06-06" };
  const found = (records: Records, limits: NonNullable<Sketch["policy"]>["limits"]) => {
    const rules = ["billed-over-daily-limit", "parked-too-long", "parked-too-often", "parked-on-weekend"] as const;
    return rules.filter((rule) => linesOf(sketch(records, { policy: { ...(limits && { limits }) } }), rule).length > 0);
  };
  it.each([
    [
      [car, { ...car, start: at(12), end: at(13) }],
      { perDay: { amount: "19.99", currencyCode: "DKK" } },
      ["billed-over-daily-limit"],
    ],
    [[car, { ...car, start: at(12), end: at(13) }], { perDay: { amount: "20", currencyCode: "DKK" } }, []],
    [[car, { ...car, start: at(12), end: at(13) }], { perDay: { amount: "1", currencyCode: "EUR" } }, []],
    [[{ ...car, end: at(35) }], { parkingHours: 24 }, ["parked-too-long"]],
    [[{ ...car, end: at(34) }], { parkingHours: 24 }, []],
    [[car, { ...car, start: at(12) }], { parkingsPerDay: 1 }, ["parked-too-often"]],
    [[car, { ...car, start: at(12) }], { parkingsPerDay: 2 }, []],
    [[saturday], { weekends: false }, ["parked-on-weekend"]],
    [[car], { weekends: false }, []],
    [[saturday, { ...car, end: at(99) }], {}, []],
  ] as const)("policy.audit.limits %# finds what exceeds them and nothing else", (records, limits, rules) =>
    expect(found(records, limits)).toEqual(rules),
  );
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

it("counts nothing in findings that is accepted, or of which nothing is left to pay", () => {
  const twice = [car, car];
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  const accept = [{ code: "billed-twice", licenseNumber: "CD2", reason: "known", source }] as const;
  const inFindings = (records: Records, policy: Sketch["policy"]) =>
    audit(factsOf(sketch(records, policy && { policy }))).coverage.inFindings;
  expect(inFindings(twice, {})).toEqual([{ currencyCode: "DKK", amountIncludingVat: "10.00" }]);
  expect(inFindings(twice, { accept })).toEqual([]);
  expect(inFindings([{ ...refund, licensePlate: "XX1" }], {})).toEqual([]);
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
