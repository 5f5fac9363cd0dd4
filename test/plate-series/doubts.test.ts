import { expect, it } from "vitest";
import { doubtText, foreignText } from "../../src/plate-series/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { doubtsOf, NONE } from "./doubts-of.ts";

function cars(...plates: string[]) {
  return plates.map((licenseNumber) => ({ licenseNumber }));
}

function repeated(count: number, plateOf: (at: number) => string) {
  return cars(...Array.from({ length: count }, (_, at) => plateOf(at)));
}

it("doubts about plates name a plate that fits no series of the declared country, and the plate that was probably meant", () => {
  const { first: doubts, foreign } = doubtsOf(cars("AB 12 345", "AB1234S"), "DK");
  expect(doubts.map((doubt) => doubtText(doubt))).toEqual([
    "`AB1234S` does not match any Danish series. Did you mean `AB12345`?",
  ]);
  expect(foreign).toEqual([]);
});

it("doubts about plates name no other plate where several are as near", () => {
  const { first: doubts } = doubtsOf(cars("AB12345678"), "DK");
  expect(doubts.map((doubt) => doubtText(doubt))).toEqual(["`AB12345678` does not match any Danish series."]);
});

it("doubts about plates give the car itself back, so that its place can be told", () => {
  const car = { licenseNumber: "ab 1234s", line: 17 };
  expect(doubtsOf([car], "DK").first).toEqual([{ car, country: "DK", suggestion: "AB12345" }]);
});

it("doubts about plates keep the first plates only, and count them all", () => {
  const { count, first } = doubtsOf(
    repeated(50, (at) => `AB12${at + 100}S`),
    "DK",
    3,
  );
  expect(count).toBe(50);
  expect(first.map(({ car }) => car.licenseNumber)).toEqual(["AB12100S", "AB12101S", "AB12102S"]);
});

it.each(["AB 12 345", "ab12345", "AB-12-345", "ＡＢ１２３４５", "АВ12345", "A·B12345"])(
  "doubts about plates judge %s by its characters, not by how it is written",
  (plate) => {
    expect(doubtsOf(cars(plate), "DK")).toEqual(NONE);
  },
);

it("doubts about plates write plates as the caller shows them", () => {
  const [doubt] = doubtsOf(cars("AB1234S"), "DK").first;
  expect(doubt && doubtText(doubt, (plate) => `<${plate.length} characters>`)).toBe(
    "<7 characters> does not match any Danish series. Did you mean <7 characters>?",
  );
});

it("doubts about plates need a declared country: without one, or with an unknown one, nothing is doubted", () => {
  const list = cars("AB1234S", "ABC123", "X1X1X1X1X1");
  expect(doubtsOf(list)).toEqual(NONE);
  expect(doubtsOf(list, "US")).toEqual(NONE);
});

it("doubts about plates compare a car with its own country before that of the list", () => {
  const own = (plate: string, country: string) => ({ licenseNumber: plate, country });
  const list = [own("ABC123", "SE"), own("1AB2345", "CZ"), own("AB12345", "SE")];
  const { first: doubts, foreign } = doubtsOf(list, "DK");
  expect(doubts).toEqual([]);
  expect(foreign.map(({ country, count, first }) => ({ country, count, first }))).toEqual([
    { country: "SE", count: 1, first: [list[2]] },
  ]);
});

it.each(rowsOf(import.meta.url, "doubts about plates leave out the chosen texts of", TEXT, TEXT))(
  "doubts about plates leave out the chosen texts of %s, such as %s",
  (country, plate) => {
    expect(doubtsOf(cars(plate), country)).toEqual(NONE);
  },
);

it("foreign plates of a national list are one line together, with the countries that they may come from", () => {
  const visitors = [...repeated(7, (at) => `PKL 3800${at}`), ...repeated(5, (at) => `12${at}4 BCD`)];
  const { first: doubts, foreign } = doubtsOf([...repeated(200, (at) => `AB 12 ${100 + at}`), ...visitors], "DK");
  expect(doubts).toEqual([]);
  expect(foreign.map((one) => foreignText(one))).toEqual([
    "12 plates look foreign, not Danish (possibly PL 7, ES 5): `PKL 38000`, `PKL 38001`, `PKL 38002` and 9 others.",
  ]);
});

it("foreign plates of a national list name every country that a plate may come from", () => {
  const { foreign } = doubtsOf(cars("1ABC123"), "FR");
  expect(foreign.map((one) => foreignText(one))).toEqual([
    "1 plate looks foreign, not French (possibly CZ/BE 1): `1ABC123`.",
  ]);
});

it("foreign plates of a national list name no country where a plate may come from more than three", () => {
  const { foreign } = doubtsOf(cars("ABV 123", "PKL 38000"), "SE");
  expect(foreign.map((one) => foreignText(one))).toEqual([
    "2 plates look foreign, not Swedish (possibly PL 1, others 1): `ABV 123`, `PKL 38000`.",
  ]);
  const [alone] = doubtsOf(cars("ABV 123"), "SE").foreign;
  expect(alone && foreignText(alone)).toBe("1 plate looks foreign, not Swedish: `ABV 123`.");
});

it("foreign plates of a national list are counted by at most five possible origins", () => {
  const list = cars("PKL38000", "1234BCD", "131D12345", "1234AB5", "ZH123456", "A12J345", "1AB2345");
  const [foreign] = doubtsOf(list, "SE").foreign;
  expect(foreign && foreignText(foreign)).toBe(
    "7 plates look foreign, not Swedish (possibly PL 1, ES 1, IE 1, BY 1, CH 1, others 2): `PKL38000`, `1234BCD`, `131D12345` and 4 others.",
  );
});

it("foreign plates of a national list are mistyped national plates instead when one look-alike makes the difference", () => {
  const { first: doubts, foreign } = doubtsOf(cars("AB1234S"), "DK");
  expect(doubts).toHaveLength(1);
  expect(foreign).toEqual([]);
});

it("foreign plates of a national list come before chosen texts when they hold three digits", () => {
  expect(doubtsOf(cars("ABC123"), "DK").foreign).toHaveLength(1);
  expect(doubtsOf(cars("AMG63"), "DK")).toEqual(NONE);
});

it("foreign plates of a national list are kept apart by the country that was declared", () => {
  const list = [..."DK SE DK".split(" ")].map((country) => ({
    licenseNumber: "1234 BCD",
    country,
  }));
  expect(doubtsOf(list).foreign.map(({ country, count }) => [country, count])).toEqual([
    ["DK", 2],
    ["SE", 1],
  ]);
});
