import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/index.ts";
import { factsOf, type Sketch } from "./support.ts";

type Records = NonNullable<NonNullable<Sketch["accounts"]>[string]["records"]>;
type Record = Records[number];

const RULES = /^(?:billed-(?!not|zero)|idle$)/;

/** The rules of records that find something, with the records that each names. */
function found(records: Records): readonly string[] {
  const { findings } = audit(factsOf({ lists: { "7": { wanted: ["CD2"] } }, accounts: { "7": { records } } }));
  return findings
    .filter(({ rule }) => RULES.test(rule))
    .map(({ rule, evidence }) => `${rule} ${(evidence.records ?? []).join(" ")}`);
}

const at = (hour: number, minute = 0, second = 0) => Date.UTC(2026, 5, 1, hour, minute, second);
const priced = (gross: string) => ({ amountIncludingVat: gross, amountExcludingVat: gross, vat: "0" });
const car = { licensePlate: "CD2", parkingId: "77", place: "Torvet" };
const later = { ...car, parkingId: "78", start: at(14), end: at(15) };
const fee = { licensePlate: "CD2", isParking: false, kind: "SUBSCRIPTION MONTH", place: "" };

describe("what is billed twice", () => {
  it.each<[string, Records]>([
    ["the same parking id, with an end two seconds later", [car, { ...car, end: at(11, 0, 2) }]],
    ["the same parking id and amount, with another subtype", [car, { ...car, kind: "PARKING APP" }]],
    ["the amount written otherwise", [car, { ...car, parkingId: "", ...priced("10.0") }]],
    ["the plate written otherwise", [car, { ...car, licensePlate: "cd-2" }]],
    ["the same start and place, without parking ids", [car, { ...car, parkingId: "", end: at(12) }]],
    ["the same parking id, refunded in part", [car, car, { ...later, ...priced("-4.00") }]],
  ])("%s is found", (_, records) => expect(found(records)).toEqual(["billed-twice 1/2"]));

  it("a correction is billed, and what it corrects was never taken back", () =>
    expect(found([car, { ...car, ...priced("7.50") }])).toEqual(["billed-twice 1/1"]));

  it.each<[string, Records]>([
    ["parkings of one number at other times", [car, { ...later, parkingId: "77" }]],
    [
      "a service with the id of its parking",
      [car, { ...car, kind: "SERVICE SMS", ...priced("0.50"), isParking: false }],
    ],
    ["power for the car that costs what the parking does", [car, { ...car, kind: "CHARGING AC" }]],
    ["a refund in two parts", [car, car, { ...later, ...priced("-6.00") }, { ...later, ...priced("-4.00") }]],
    ["a refund of the next month", [car, car, { ...car, ...priced("-10.00"), start: at(800), end: at(801) }]],
    ["a correction with its refund", [car, { ...car, ...priced("-10.00") }, { ...car, ...priced("7.50") }]],
    ["a pending record of 0, then the final one", [{ ...car, ...priced("0.00") }, car]],
    ["a refund and a second charge", [car, { ...later, ...priced("-10.00") }, car]],
  ])("%s is no double", (_, records) => expect(found(records)).toEqual([]));

  it("a refund that takes one parking back does not pay for another one", () =>
    expect(found([car, { ...car, ...priced("-10.00") }, later, later])).toEqual(["billed-twice 1/4"]));
});

describe("fees that are billed twice", () => {
  const month = { start: Date.UTC(2026, 5, 1), end: Date.UTC(2026, 5, 30) };
  it.each<[string, Record, Partial<Record>]>([
    ["a subscription with one period", { ...fee, ...month }, {}],
    ["a subscription on two days of a month", fee, { start: at(34), end: at(34), day: "2026-06-02" }],
    ["a subscription without a plate", { ...fee, licensePlate: "" }, {}],
    ["a fee at one time", { ...fee, kind: "FEE SMS" }, {}],
  ])("%s is found", (_, first, second) =>
    expect(found([later, first, { ...first, ...second }])).toEqual(["billed-fee-twice 1/3"]),
  );

  it.each<[string, Record, Partial<Record>]>([
    ["of two months", fee, { day: "2026-07-01", start: at(800), end: at(800) }],
    ["of two amounts", fee, priced("12.00")],
    ["of two users, without a plate", { ...fee, licensePlate: "", userId: "1" }, { userId: "2" }],
    ["at two times", { ...fee, kind: "FEE SMS" }, { start: at(10, 30) }],
  ])("fees %s are right", (_, first, second) => expect(found([later, first, { ...first, ...second }])).toEqual([]));
});

describe("records that are wrong by themselves", () => {
  it.each<[string, Partial<Record>, readonly string[]]>([
    ["ends before it starts", { end: at(9) }, ["billed-time-reversed 1/1"]],
    ["ends when it starts", { end: at(10) }, []],
    ["is of a day that has not come", { day: "2027-06-01" }, ["billed-in-future 1/1"]],
    ["is a credit note above zero", { kind: "CREDIT_NOTE PARKING" }, ["billed-credit-positive 1/1"]],
    ["is a credit note", { kind: "CREDIT_NOTE PARKING", ...priced("-10.00") }, []],
    ["was paid by credit card", { kind: "PARKING CREDIT_CARD" }, []],
  ])("a parking that %s", (_, more, rules) => expect(found([{ ...car, ...more }])).toEqual(rules));

  it("a credit note above zero repeats no parking", () =>
    expect(found([car, { ...car, kind: "PARKING CREDIT_NOTE" }])).toEqual(["billed-credit-positive 1/2"]));
});

describe("what is usual in a country", () => {
  const usual = Array.from({ length: 30 }, (_, hour) => ({
    ...car,
    parkingId: `1${hour}`,
    start: at(hour),
    end: at(hour, 30),
  }));
  const strange = { ...later, start: at(100), end: at(101) };
  it.each<[string, Partial<Record>, readonly string[]]>([
    [
      "a higher rate of VAT",
      { amountExcludingVat: "8.00", vat: "40", amountIncludingVat: "11.20" },
      ["billed-vat-rate 1/31"],
    ],
    ["no VAT", priced("8.00"), []],
    ["a rate that rounding changed", { amountExcludingVat: "0.03", vat: "0.01", amountIncludingVat: "0.04" }, []],
    ["another currency", { currencyCode: "ISK" }, ["billed-currency 1/31"]],
    ["another currency in another country", { currencyCode: "SEK", country: "SE" }, []],
    ["a sum that is wrong", { amountIncludingVat: "14.00" }, ["billed-sum-wrong 1/31"]],
  ])("a record with %s is held against the others", (_, more, rules) =>
    expect(found([...usual, { ...strange, ...more }])).toEqual(rules),
  );

  it("nothing is strange among a few records, or where two rates are common", () => {
    const higher = { amountExcludingVat: "8.00", vat: "40", amountIncludingVat: "11.20" };
    const mixed = usual.map((record, row) => (row % 3 === 0 ? { ...record, ...higher } : record));
    expect([found([...usual.slice(0, 9), { ...strange, ...higher }]), found(mixed)]).toEqual([[], []]);
  });
});
