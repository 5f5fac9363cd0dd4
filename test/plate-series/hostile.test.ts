import fc from "fast-check";
import { expect, it } from "vitest";
import { readPlate } from "../../src/allowlist/index.ts";
import { countries, countriesOf, isOfSeries, judgePlate, plateMeant } from "../../src/plate-series/index.ts";
import { cases } from "../properties.ts";
import { DOCUMENTED_PLATES } from "./examples.ts";

const anyCountry = fc.constantFrom(...countries().keys());
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."AB0O1I8S5Z2G6Ä~:Ж Σ"), maxLength: 18 }),
);

function plateKeyOf(text: string): string {
  const reading = readPlate(text, { foldLookalikes: false });
  return reading.kind === "plate" ? reading.plateKey : text;
}

it("plate series judge every text, and name as meant only what fits a series", () => {
  fc.assert(
    fc.property(anyText, anyCountry, (text, country) => {
      const judgement = judgePlate(country, text);
      const meant = plateMeant(country, text);
      if (meant !== undefined) expect(isOfSeries(country, meant)).toBe(true);
      if (judgement === "foreign") expect(countriesOf(plateKeyOf(text)).length).toBeGreaterThan(0);
    }),
    { numRuns: cases(20_000) },
  );
});

it("plate series judge a plate the same in whatever way it is written, and doubt each that fits no series", () => {
  const anyExample = fc.constantFrom(...DOCUMENTED_PLATES);
  const anyEdit = fc.record({ at: fc.nat(8), character: fc.constantFrom(..."ABO0I1S5Z2XY789") });
  fc.assert(
    fc.property(anyExample, anyEdit, fc.constantFrom("", " ", "-", "."), ({ country, plate }, edit, separator) => {
      const key = [...plateKeyOf(plate)].with(edit.at % plateKeyOf(plate).length, edit.character);
      const spelled = (key.slice(0, 5).join(separator) + key.slice(5).join("")).toLowerCase();
      const plain = judgePlate(country, key.join(""));
      expect(judgePlate(country, spelled)).toEqual(plain);
      if (!isOfSeries(country, key.join(""))) expect(plain).not.toBe("fits");
    }),
    { numRuns: cases(20_000) },
  );
});

it.each(["__proto__", "constructor", "", "dk", "D"])("plate series know no country %j", (country) => {
  expect(judgePlate(country, "AB1234S")).toBe("fits");
});

it("plate series compare plates of a million characters with nothing", () => {
  for (const long of ["A", "0", "АO", "\ud800"].map((part) => part.repeat(1_000_000))) {
    expect(isOfSeries("DE", long)).toBe(false);
    expect(countriesOf(long)).toEqual([]);
    expect(judgePlate("PL", long)).toBe("doubt");
    expect(plateMeant("PL", long)).toBeUndefined();
  }
});
