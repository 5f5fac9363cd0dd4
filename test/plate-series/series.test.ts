import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { countries, countriesOf, isOfSeries, judgePlate, plateMeant } from "../../src/plate-series/index.ts";
import { keyOf } from "../plan/support.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { DOCUMENTED_PLATES } from "./examples.ts";

it("plate series are known for at least 40 European countries, each once and with documented plates", () => {
  const codes = [...countries().keys()];
  expect(codes.length).toBeGreaterThanOrEqual(40);
  expect(new Set(codes).size).toBe(codes.length);
  expect([...new Set(DOCUMENTED_PLATES.map(({ country }) => country))].sort()).toEqual([...codes].sort());
});

it("plate series are listed in docs/fleet-yaml.md", () => {
  const page = readFileSync(new URL("../../docs/fleet-yaml.md", import.meta.url), "utf8");
  const listed = /(?:\b[A-Z]{2},?\s){20,}[A-Z]{2}\b/.exec(page)?.[0].match(/[A-Z]{2}/g);
  expect(listed).toEqual([...countries().keys()].sort());
});

it("plate series hold the plates that documents show", () => {
  expect(DOCUMENTED_PLATES.filter(({ country, plate }) => !isOfSeries(country, keyOf(plate)))).toEqual([]);
});

it.each(rowsOf(import.meta.url, "plate series of do not hold what no register of the country issues", TEXT, TEXTS))(
  "plate series of %s do not hold what no register of the country issues",
  (country, plates) => {
    expect(plates.filter((plate) => isOfSeries(country, plate))).toEqual([]);
  },
);

it("plate series compare Cyrillic and Greek letters as the Latin ones that they look like", () => {
  expect(isOfSeries("UA", "АА1234ВВ")).toBe(true);
  expect(isOfSeries("GR", "ΑΒΕ1234")).toBe(true);
});

it("plate series are not known for a country outside the data", () => {
  expect(isOfSeries("US", "ABC123")).toBe(false);
});

it.each(rowsOf(import.meta.url, "the countries of a plate may come from", TEXT, TEXTS))(
  "the countries of a plate: %s may come from %j",
  (plate, countries) => {
    expect([...countriesOf(plate)].sort()).toEqual(countries);
  },
);

it("the countries of a plate are those of the series of cars: trailers, diplomats and chosen texts make no plate foreign", () => {
  expect(countriesOf("ANNE")).toEqual([]);
  expect(countriesOf("CDJ12")).not.toContain("NL");
});

it.each(rowsOf(import.meta.url, "the plate that was probably meant in is", TEXT, TEXT, TEXT))(
  "the plate that was probably meant in %s is, for %s, %s",
  (country, typed, meant) => {
    expect(judgePlate(country, typed)).toBe("doubt");
    expect(plateMeant(country, typed)).toBe(meant);
  },
);

it("the plate that was probably meant is not named where several are as near", () => {
  expect(plateMeant("DK", "AB123456")).toBeUndefined();
});
