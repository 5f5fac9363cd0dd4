import { expect, it } from "vitest";
import { countriesOf, judgePlate, plateMeant } from "../../src/plate-series/index.ts";
import { rowsOf, TEXT } from "../rows.ts";

it("a plate that fits no series of the declared country is doubted, with the plate that was probably meant", () => {
  expect(judgePlate("DK", "AB 12 345")).toBe("fits");
  for (const plate of ["AB1234S", "ab 1234s"]) {
    expect(judgePlate("DK", plate)).toBe("doubt");
    expect(plateMeant("DK", plate)).toBe("AB12345");
  }
});

it("no plate is proposed where several are as near", () => {
  expect(judgePlate("DK", "AB12345678")).toBe("doubt");
  expect(plateMeant("DK", "AB12345678")).toBeUndefined();
});

it.each(["AB 12 345", "ab12345", "AB-12-345", "ＡＢ１２３４５", "АВ12345", "A·B12345"])(
  "%s is judged by its characters, not by how it is written",
  (plate) => {
    expect(judgePlate("DK", plate)).toBe("fits");
  },
);

it("nothing is doubted where the country is not known", () => {
  for (const plate of ["AB1234S", "ABC123", "X1X1X1X1X1"]) expect(judgePlate("US", plate)).toBe("fits");
});

it.each(rowsOf(import.meta.url, "chosen texts are plates of", TEXT, TEXT))(
  "chosen texts are plates of %s, such as %s",
  (country, plate) => {
    expect(judgePlate(country, plate)).toBe("fits");
  },
);

it("a plate is foreign that fits a series of cars of other countries only, all of which are named", () => {
  for (const plate of ["PKL 38000", "1234 BCD"]) expect(judgePlate("DK", plate)).toBe("foreign");
  expect(["PKL 38000", "1234 BCD", "1ABC123"].map(countriesOf)).toEqual([["PL"], ["ES"], ["CZ", "BE"]]);
});

it("a plate is mistyped and not foreign where one look-alike makes the difference", () => {
  expect(judgePlate("DK", "AB1234S")).toBe("doubt");
});

it("a plate with three digits is foreign rather than chosen", () => {
  expect(judgePlate("DK", "ABC123")).toBe("foreign");
  expect(judgePlate("DK", "AMG63")).toBe("fits");
});
