import { expect, it } from "vitest";
import { fleetCases } from "../schema/cases.ts";
import { carsOf, diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
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
