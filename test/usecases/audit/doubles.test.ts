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

  it("nothing is strange among a few records, or where two rates are common", () => {
    const higher = { amountExcludingVat: "8.00", vat: "40", amountIncludingVat: "11.20" };
    const mixed = usual.map((record, row) => (row % 3 === 0 ? { ...record, ...higher } : record));
    expect([found([...usual.slice(0, 9), { ...strange, ...higher }]), found(mixed)]).toEqual([[], []]);
  });
});
