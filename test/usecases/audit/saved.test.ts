import { expect, it } from "vitest";
import { departuresOf, savedBy } from "../../../src/usecases/audit/index.ts";
import { keyOf } from "../../plan/support.ts";

const RANGE = { from: "2026-01-01", to: "2026-04-30" };
const AB1 = keyOf("AB1");

/** A change of a list on a day. */
function on(day: string, action: "add" | "delete", hour = 10) {
  return { action, day, at: `${day}T${hour}:00:00.000Z` };
}

const departedOn = (...lists: Readonly<Record<string, readonly ReturnType<typeof on>[]>>[]) =>
  departuresOf(
    new Map(lists.flatMap((one) => Object.entries(one)).map(([scope, changes]) => [scope, new Map([[AB1, changes]])])),
    RANGE,
  ).get(AB1);

it.each([
  ["it was taken off", [{ a: [on("2026-02-10", "delete")] }], { day: "2026-02-10" }],
  [
    "it came back",
    [{ a: [on("2026-02-10", "delete"), on("2026-03-01", "add")] }],
    { day: "2026-02-10", until: "2026-03-01" },
  ],
  [
    "it left again",
    [{ a: [on("2026-01-10", "delete"), on("2026-02-01", "add"), on("2026-03-01", "delete")] }],
    { day: "2026-03-01" },
  ],
  ["it moved to another list", [{ a: [on("2026-02-10", "delete")] }, { b: [on("2026-02-10", "add")] }], undefined],
  [
    "it moved, and left that list",
    [{ a: [on("2026-02-10", "delete")] }, { b: [on("2026-02-10", "add", 9), on("2026-03-10", "delete")] }],
    { day: "2026-03-10" },
  ],
  ["it left on the first of these days", [{ a: [on("2026-01-01", "delete")] }], { day: "2026-01-01" }],
  ["it left before these days", [{ a: [on("2025-12-31", "delete")] }], undefined],
  ["it left on the last of them", [{ a: [on("2026-04-30", "delete")] }], undefined],
])("the journal says when a car departed: %s", (_, lists, expected) => {
  expect(departedOn(...lists)).toEqual(expected);
});

/** What a car spared that left on 31 January, whatever it cost. */
function saved(
  records: readonly (readonly [day: string, amount: string, currency?: string])[],
  until?: string,
  day = "2026-01-31",
) {
  const departures = new Map([
    [AB1, { day, ...(until && { until }) }],
    [keyOf("CD2"), { day }],
  ]);
  const billed = records.map(([day, amountIncludingVat, currencyCode = "DKK"]) => ({
    ...{ plateKey: AB1, day, amountIncludingVat, currencyCode },
  }));
  const { cars, amounts, months } = savedBy(departures, billed, RANGE) ?? { cars: 0, amounts: [], months: [] };
  const words = months.map(
    ({ month, amountIncludingVat, currencyCode }) => `${month} ${amountIncludingVat} ${currencyCode}`,
  );
  return { cars, all: amounts.map((one) => `${one.amountIncludingVat} ${one.currencyCode}`), months: words };
}

it("a car spares what it cost a day before, for each day since, month by month", () => {
  // 31.00 in 31 days.
  expect(
    saved([
      ["2026-01-01", "10.00"],
      ["2026-01-31", "21.00"],
    ]),
  ).toEqual({
    cars: 1,
    all: ["89.00 DKK"],
    months: ["2026-02 28.00 DKK", "2026-03 31.00 DKK", "2026-04 30.00 DKK"],
  });
});

it("what the car was billed all the same is taken off, in its month", () => {
  const { months } = saved([
    ["2026-01-05", "31.00"],
    ["2026-02-05", "8.5"],
    ["2026-03-01", "40.00"],
  ]);
  expect(months).toEqual(["2026-02 19.50 DKK", "2026-03 -9.00 DKK", "2026-04 30.00 DKK"]);
});

it("a car that came back spares nothing from then on", () => {
  expect(
    saved(
      [
        ["2026-01-05", "31.00"],
        ["2026-02-15", "7.00"],
      ],
      "2026-02-11",
    ).all,
  ).toEqual(["10.00 DKK"]);
});

it.each([
  ["it came back on the last day", "2026-01-31", "2026-04-30", [["2026-01-05", "31.00"]] as const, "88.00 DKK"],
  ["it was billed on its last day", "2026-02-10", undefined, [["2026-02-10", "41.00"]] as const, "79.00 DKK"],
  [
    "it was billed on the last day looked at",
    "2026-01-31",
    undefined,
    [
      ["2026-01-05", "31.00"],
      ["2026-04-30", "9.00"],
    ] as const,
    "80.00 DKK",
  ],
  [
    "it left after more than ninety days",
    "2026-04-10",
    undefined,
    [
      ["2026-01-10", "1000.00"],
      ["2026-01-11", "90.00"],
    ] as const,
    "20.00 DKK",
  ],
])("the days that count have a first and a last one: %s", (_, day, until, records, all) => {
  expect(saved(records, until, day)).toMatchObject({ cars: 1, all: [all] });
});

it("each currency is spared by itself, rounded to a hundredth", () => {
  expect(
    saved([
      ["2026-01-05", "1.00"],
      ["2026-01-06", "100.123", "EUR"],
    ]).months,
  ).toEqual([
    ...["2026-02 0.90 DKK", "2026-02 90.43 EUR", "2026-03 1.00 DKK", "2026-03 100.12 EUR"],
    ...["2026-04 0.97 DKK", "2026-04 96.89 EUR"],
  ]);
});

it.each([
  ["without records", []],
  [
    "that cost nothing",
    [
      ["2026-01-05", "5.00"],
      ["2026-01-06", "-5.00"],
    ] as const,
  ],
  ["that was billed afterwards only", [["2026-02-05", "5.00"]] as const],
])("a car %s spares nothing", (_, records) => {
  expect(saved(records)).toEqual({ cars: 0, all: [], months: [] });
});

it("months are in their order, whichever car left first", () => {
  const departures = new Map(
    [AB1, keyOf("CD2")].map((key, at) => [key, { day: at === 0 ? "2026-03-20" : "2026-01-31" }]),
  );
  const records = [...departures].map(([plateKey, { day }]) => ({
    plateKey,
    day,
    amountIncludingVat: "9.00",
    currencyCode: "DKK",
  }));
  expect(savedBy(departures, records, RANGE)?.months.map(({ month }) => month)).toEqual([
    "2026-02",
    "2026-03",
    "2026-04",
  ]);
});

it("of a car that left in the first days nothing is said", () => {
  const record = { plateKey: AB1, day: "2026-01-02", amountIncludingVat: "5.00", currencyCode: "DKK" };
  expect(savedBy(new Map([[AB1, { day: "2026-01-06" }]]), [record], RANGE)).toBeUndefined();
  expect(savedBy(new Map([[AB1, { day: "2026-01-07" }]]), [record], RANGE)).toMatchObject({ cars: 1 });
});
