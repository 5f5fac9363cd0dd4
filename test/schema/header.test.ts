import { describe, expect, it } from "vitest";
import { carsOf, diagnosticsOf, findingsOf, GLOBAL, load } from "./fleet-text.ts";
import { rowsXml, workbookOf, workbookWith } from "./spreadsheet/workbook-file.ts";

type Rows = readonly (readonly string[])[];

const csvOf = (rows: Rows) => rows.map((row) => `${row.join(";")}\n`).join("");
const KINDS: readonly (readonly [string, (rows: Rows) => string | Uint8Array])[] = [
  ["csv", csvOf],
  ["xlsx", workbookWith],
];
const read = (kind: string, keys: string, content: string | Uint8Array) =>
  load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.${kind}, ${keys} }]\n`, [`a.${kind}`]: content });

const CARS = [
  ["1", "M AB 123", "Bo", "2030-01-31"],
  ["2", "M CD 456", "Eva", "2031-01-31"],
];
const HEADER = ["Nr.", "Kennzeichen", "Fahrer", "Ende"];
const TITLE = ["Fuhrparkliste Stand 01.11.2026"];
const FILTER = ["Kennzeichen", "alle"];

describe.each(KINDS)("the header of a %s list", (kind, encode) => {
  const readRows = (rows: Rows, keys = "column: kennzeichen, validUntil: Ende") => read(kind, keys, encode(rows));
  const cars = async (rows: Rows, keys?: string) =>
    carsOf(await readRows(rows, keys)).map(({ licenseNumber, validUntil }) => `${licenseNumber} ${validUntil}`);
  const BOTH = ["M AB 123 2030-01-31", "M CD 456 2031-01-31"];

  it.each([
    ["a title above it", [TITLE, [""], HEADER, ...CARS]],
    ["a filter that names the column of plates above it", [TITLE, FILTER, ["Stichtag", "01.11.2026"], HEADER, ...CARS]],
    ["the names of groups above it", [TITLE, ["Fahrzeug", "", "Vertrag"], HEADER, ...CARS]],
    [
      "names of merged cells in the row above",
      [["Nr.", "Kennzeichen", "Vertrag"], ["", "", "Fahrer", "Ende"], ...CARS],
    ],
    ["a second line of units", [HEADER, ["", "", "", "(TT.MM.JJJJ)"], ...CARS]],
    ["a second line in another language", [HEADER, ["No.", "License plate", "Driver", "End"], ...CARS]],
    ["the header again on the next page", [TITLE, HEADER, ...CARS.slice(0, 1), HEADER, ...CARS.slice(1)]],
    ["nineteen rows above it", [...Array.from({ length: 19 }, (_, at) => [`Note ${at}`]), HEADER, ...CARS]],
  ])("the header is found with %s", async (_, rows) => {
    expect(await cars(rows)).toEqual(BOTH);
    expect(findingsOf(await readRows(rows))).toEqual([]);
  });

  it("two lines give the name of a column by its group where the lower line has it twice", async () => {
    const rows = [
      ["Kennzeichen", "Wartung", "", "Leasing", ""],
      ["", "Beginn", "Ende", "Beginn", "Ende"],
      ["M AB 123", "", "2029-01-31", "", "2030-01-31"],
    ];
    expect(await cars(rows, "column: Kennzeichen, validUntil: Leasing Ende")).toEqual(["M AB 123 2030-01-31"]);
  });

  it("the header is the row that `header` names, whatever stands above", async () => {
    const rows = [HEADER, ...CARS, HEADER.map((name) => `${name} `), ["3", "M EF 789", "Ida", ""]];
    expect(await cars(rows, "column: Kennzeichen, header: 4")).toEqual(["M EF 789 undefined"]);
    expect(
      await cars([HEADER.slice(0, 2), ["9", "Kennzeichen"], ["1", "M AB 1"]], "column: Kennzeichen, header: 2"),
    ).toEqual(["M AB 1 undefined"]);
  });

  it.each([
    ["a row that is not there", "header: 9", "csv-no-column", "The list has no row 9."],
    ["two rows with the names that differ", "", "csv-no-header", "The rows 2, 4 all have the names of the columns."],
  ])("the header is an error with %s", async (_, key, code, message) => {
    const rows = [TITLE, HEADER, ["1", "M AB 123", "Bo", ""], [...HEADER].reverse()];
    const [first] = diagnosticsOf(await readRows(rows, `column: Kennzeichen${key && `, ${key}`}`));
    expect(first).toMatchObject({ code, message });
  });

  it("a header does not let a car be left out that stands above it", async () => {
    const [first] = diagnosticsOf(await readRows([...CARS.slice(0, 1), HEADER, ...CARS.slice(1)]));
    expect(first).toMatchObject({ code: "csv-no-header", source: { line: 1 } });
    expect(first?.fix).toContain("`header: 2`");
  });

  it("a header without the column is shown with all its names", async () => {
    const [first] = diagnosticsOf(await readRows([TITLE, HEADER, ...CARS], "column: Plate"));
    expect(first).toMatchObject({
      code: "csv-no-column",
      message: "The header (row 2) has no column `Plate`.",
      fix: "Its columns are `Nr.`, `Kennzeichen`, `Fahrer`, `Ende`.",
    });
  });

  it("the header is not looked for below the first 20 rows", async () => {
    const rows = [...Array.from({ length: 20 }, (_, at) => [`Note ${at}`]), HEADER, ...CARS];
    expect(diagnosticsOf(await readRows(rows))[0]).toMatchObject({ code: "csv-no-column" });
    expect(await cars(rows, "column: Kennzeichen, validUntil: Ende, header: 21")).toEqual(BOTH);
  });
});

describe("a list with many rows below its title", () => {
  const many = (end: Rows) => [
    TITLE,
    HEADER.slice(0, 2),
    ...Array.from({ length: 300 }, (_, at) => [`${at}`, `AB${at + 1}`]),
    ...end,
  ];

  it.each(KINDS)(
    "cars of a %s behind the rows that are looked at first are read by the same columns",
    async (kind, encode) => {
      expect(carsOf(await read(kind, "column: Kennzeichen", encode(many([]))))).toHaveLength(300);
    },
  );

  it.each(KINDS)("a row of a %s that is wider than its header is an error there, too", async (kind, encode) => {
    const reading = await read(kind, "column: Kennzeichen", encode(many([["x", "CD1", "y", "z"]])));
    expect(diagnosticsOf(reading)).toMatchObject([{ code: "csv-row-width", source: { line: 303 } }]);
  });
});

it.each([
  ["a title with other separators", "Report, of today, 12:00\nplate;price\nAB1;12,50\nCD2;13,00\n"],
  ["decimal commas and a single row", "plate;price;tax\nAB1;12,50;2,40\n"],
  ["tabs below a title", "Report; of today\nplate\tprice\nAB1\t12,50\n"],
])("separators are found with %s", async (_, text) => {
  expect(carsOf(await read("csv", "column: Plate", text))[0]).toMatchObject({ licenseNumber: "AB1" });
});

describe("the sheet of a workbook", () => {
  const book = (...sheets: readonly (readonly [string, Rows])[]) =>
    workbookOf({ sheets: sheets.map(([name, rows]) => ({ name, rows: rowsXml(rows) })) });
  const COVER = ["Übersicht", [["Fahrzeugbestand"], ["Stand"]]] as const;
  const LIST = ["Bestand", [TITLE, [], HEADER, ...CARS]] as const;
  const KEYS = "column: Kennzeichen";

  it("the sheet is the one that has the columns, behind a cover sheet", async () => {
    const cars = carsOf(await read("xlsx", KEYS, book(COVER, LIST)));
    expect(cars.map(({ source }) => source?.cell)).toEqual(["Bestand!B4", "Bestand!B5"]);
  });

  it("several sheets that have the columns are an error, unless one is named", async () => {
    const two = book(LIST, ["Archiv", [HEADER, ["3", "M EF 789"]]]);
    expect(diagnosticsOf(await read("xlsx", KEYS, two))).toMatchObject([
      { code: "unknown-sheet", message: "The sheets `Bestand`, `Archiv` all have the columns that are looked for." },
    ]);
    expect(carsOf(await read("xlsx", `${KEYS}, sheet: archiv`, two))).toHaveLength(1);
  });

  it("a wrong name is answered with the names of the sheet that has a column of plates", async () => {
    for (const sheets of [
      [LIST, COVER],
      [COVER, LIST],
    ] as const) {
      expect(diagnosticsOf(await read("xlsx", "column: Plate", book(...sheets)))[0]?.fix).toContain("`Kennzeichen`");
    }
  });
});
