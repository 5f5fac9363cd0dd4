import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COUNTRIES,
  countriesOf,
  doubtsOf,
  doubtText,
  isOfSeries,
  nearestInSeries,
} from "../../src/plate-series/index.ts";
import { cases } from "../properties.ts";

const anyCountry = fc.constantFrom(...COUNTRIES.map(({ country }) => country));
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."AB0O1I8S5Z2G6Ä~:Ж Σ"), maxLength: 18 }),
);

describe("plate series and hostile plates", () => {
  it("judge every text, and name as meant only what fits a series", () => {
    fc.assert(
      fc.property(anyText, anyCountry, (text, country) => {
        const { doubts, foreign } = doubtsOf([{ licenseNumber: text, plateKey: text }], country);
        expect(doubts.length + foreign.length).toBeLessThanOrEqual(1);
        for (const doubt of doubts) {
          expect(doubtText(doubt)).toContain("does not match any");
          if (doubt.suggestion !== undefined) expect(isOfSeries(country, doubt.suggestion)).toBe(true);
        }
        if (foreign.length > 0) expect(countriesOf(text)).not.toEqual([]);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each(["__proto__", "constructor", "", "dk", "D"])("know no country %j", (country) => {
    expect(doubtsOf([{ licenseNumber: "AB1234S", plateKey: "AB1234S" }], country)).toEqual({ doubts: [], foreign: [] });
  });

  it("compare plates of a million characters with nothing", () => {
    for (const long of ["A", "0", "АO", "\ud800"].map((part) => part.repeat(1_000_000))) {
      expect(isOfSeries("DE", long)).toBe(false);
      expect(countriesOf(long)).toEqual([]);
      expect(nearestInSeries("DK", long)).toBeUndefined();
      expect(doubtsOf([{ licenseNumber: long, plateKey: long }], "PL").doubts).toHaveLength(1);
    }
  });
});
