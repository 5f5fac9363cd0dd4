import { expect, it } from "vitest";
import { textsOf } from "../rows.ts";
import { fleetCases } from "../schema/cases.ts";
import { carsOf, desiredOf, diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
import { workbookWith } from "./spreadsheet/workbook-file.ts";

fleetCases(import.meta.url);

type Rows = readonly (readonly string[])[];

const KINDS = [
  ["csv", (rows: Rows) => rows.map((row) => `${row.join(";")}\n`).join("")],
  ["xlsx", workbookWith],
] as const;
const NAMES = ["Nr.", "Kennzeichen"];
const below = (number: number, ...rows: Rows) => [
  ...Array.from({ length: number }, (_, at) => [`Note ${at}`]),
  NAMES,
  ...rows,
];
const CARS = Array.from({ length: 300 }, (_, at) => [`${at}`, `AB${at + 1}`]);

it.each(KINDS)(
  "the header of a %s list is looked for in the first 20 rows, and all rows are read by it",
  async (kind, encode) => {
    const read = (rows: Rows, header = "") =>
      load({
        "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.${kind}, column: Kennzeichen${header} }]\n`,
        [`a.${kind}`]: encode(rows),
      });
    expect(carsOf(await read(below(19, ...CARS)))).toHaveLength(300);
    expect(diagnosticsOf(await read(below(20, ...CARS)))).toMatchObject([{ code: "csv-no-column" }]);
    expect(carsOf(await read(below(20, ...CARS), ", header: 21"))).toHaveLength(300);
    const wider = await read(below(1, ...CARS, ["x", "CD1", "y", "z"]));
    expect(diagnosticsOf(wider)).toMatchObject([{ code: "unclear-row", source: { line: 303 } }]);
  },
);

/** What is said of a list whose first line, where its names are looked for, is a text. */
const saidOf = async (first: string) => {
  const files = { "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plate }]\n`, "a.csv": `${first}\n` };
  return diagnosticsOf(await load(files)).map(({ code }) => code);
};

it.each(textsOf(import.meta.url, "a plate in the first line"))("a first line may be a car: %s", async (text) => {
  expect(await saidOf(text)).toEqual(["csv-no-header"]);
});

it.each(textsOf(import.meta.url, "no plate in the first line"))("a first line is no car: %s", async (text) => {
  expect(await saidOf(text)).toEqual(["csv-no-column"]);
});

it("a long list has the same cars, left out rows and warnings in each format", async () => {
  const head = [["Bestand"], ["Nr.", "Kennzeichen", "Status", "Leasingende"], ["", "", "", "(TT.MM.JJJJ)"]];
  const cars = CARS.map(([nr = "", plate = ""]) => [nr, plate, "aktiv", "31.12.2026"]);
  const first = [["x", "AB998", "verkauft", ""], ["Anzahl", "0", "", "verkauft"], head[1] ?? []];
  const end = [
    ["x", "AB999", "verkauft", ""],
    ["Anzahl", "200", "", "verkauft"],
    ["1", "AB997", "x", "", "y"],
    head[1] ?? [],
  ];
  const rows = [...head, ...first, ...cars, ...end];
  const found = KINDS.map(async ([kind, encode]) => {
    const item = `{ file: a.${kind}, column: Kennzeichen, where: { Nr.: ["1*", "2*", "Anz*"] } }`;
    const reading = await load({ "fleet.yaml": `${GLOBAL}carsFrom: [${item}]\n`, [`a.${kind}`]: encode(rows) });
    const left = desiredOf(reading).skippedRows?.map(({ why, rows: many }) => `${many} ${why}`);
    return [left, diagnosticsOf(reading).map(({ code }) => code), carsOf(reading).length];
  });
  const codes = ["unclear-row", "unclear-row", "unused-dates", "unused-status"];
  const wanted = [["80 where", "1 totals", "2 names"], codes, 222];
  expect(await Promise.all(found)).toEqual([wanted, wanted]);
});
