import { describe, expect, it } from "vitest";
import { audit } from "../../../src/usecases/audit/index.ts";
import { auditCases } from "./cases.ts";
import { type CarRecord, factsOf } from "./support.ts";

auditCases(import.meta.url);

/** The rules that find something, with the records that each names. */
function found(records: readonly CarRecord[]): readonly string[] {
  const { findings } = audit(factsOf({ lists: { "7": { wanted: ["CD2"] } }, accounts: { "7": { records } } }));
  return findings.map(({ rule, evidence }) => `${rule} ${(evidence.billed?.ids ?? []).join(" ")}`);
}

const at = (hour: number, minute = 0) => Date.UTC(2026, 5, 1, hour, minute);
const priced = (gross: string) => ({ amountIncludingVat: gross, amountExcludingVat: gross, vat: "0" });
const car = { licensePlate: "CD2", place: "Torvet" };

describe("what is usual in a country", () => {
  const usual = Array.from({ length: 30 }, (_, hour) => ({
    ...car,
    parkingId: `1${hour}`,
    start: at(hour),
    end: at(hour, 30),
  }));
  const strange = { ...car, parkingId: "78", start: at(100), end: at(101) };
  it.each<[string, Partial<CarRecord>, readonly string[]]>([
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

  it.each<[string, Partial<CarRecord>, string]>([
    ["rate of VAT", { amountExcludingVat: "8.00", vat: "23", amountIncludingVat: "9.84" }, "billed-vat-rate"],
    ["currency", { amountIncludingVat: "9.60", vat: "20", currencyCode: "EUR" }, "billed-currency"],
  ])("another %s that all records of a country have from a day on is one line", (_, changed, rule) => {
    const parked = (hour: number, day: string) => ({ ...car, country: "PL", start: at(hour), end: at(hour, 30), day });
    const before = { amountIncludingVat: "9.60", vat: "20" };
    const old = Array.from({ length: 80 }, (_one, hour) => ({ ...parked(hour - 90, "2026-05-30"), ...before }));
    const young = [3, 4, 5].map((day) => ({ ...parked(24 * day, `2026-06-0${day}`), ...changed }));
    const all = [...old, ...usual, ...young];
    expect(found(all)).toEqual([`${rule} 1/111`]);
    const free = { ...parked(130, "2026-06-05"), ...changed, ...priced("8.00") };
    expect(found([...all, free])).toEqual([`${rule} 1/111`]);
    expect(found([...all, { ...parked(130, "2026-06-05"), ...before }])).toEqual([`${rule} 1/111 1/112 1/113`]);
    expect(found([...all, { ...parked(50, "2026-06-04"), ...before }])).toEqual([`${rule} 1/111 1/112 1/113`]);
  });

  it("nothing is strange among a few records, or where two rates are common", () => {
    const higher = { amountExcludingVat: "8.00", vat: "40", amountIncludingVat: "11.20" };
    const mixed = usual.map((record, row) => (row % 3 === 0 ? { ...record, ...higher } : record));
    expect([found([...usual.slice(0, 9), { ...strange, ...higher }]), found(mixed)]).toEqual([[], []]);
  });
});
