import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fleetCases } from "../schema/cases.ts";
import { diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
import { carsSheet, workbookOf } from "./spreadsheet/workbook-file.ts";

fleetCases(import.meta.url);

const BLANKS = " ".repeat(60 * 1024 * 1024);
const NOISE = Array.from({ length: 5000 }, (_, at) => createHash("sha512").update(`${at}`).digest("base64")).join("");
const NAMES = [..."ABCDEFGHI"];
const cells = (of: (name: string) => string) =>
  NAMES.map((name) => `<c t="inlineStr"><is><t>${of(name)}</t></is></c>`).join("");
const large = (end: string) =>
  workbookOf({
    sheets: [
      {
        name: "Cars",
        rows: `<row>${cells((name) => name)}</row><row>${cells((name) => `${name}1`)}</row>${BLANKS}${end}`,
      },
    ],
    parts: { "xl/media/image1.png": NOISE },
  });

it("S22: what is unpacked of workbooks that cannot be read counts as well", async () => {
  const damaged = large("<");
  const files = Object.fromEntries(NAMES.map((name) => [`${name}.xlsx`, damaged]));
  const items = NAMES.map((name) => `  - { file: ${name}.xlsx, column: A }\n`).join("");
  const reading = await load({ "fleet.yaml": `${GLOBAL}carsFrom:\n${items}`, ...files });
  expect(diagnosticsOf(reading).map(({ code }) => code)).toContain("files-too-large");
});

it.each([
  ["plain", 16_384, []],
  ["plain", 16_385, ["csv-columns"]],
  ["quoted", 16_384, []],
  ["quoted", 16_385, ["csv-columns"]],
])("a row has as many cells as Excel has columns at most: %s, %d", async (kind, cells, codes) => {
  const row = (first: string) => `${kind === "plain" ? first : `"${first}"`}${";x".repeat(cells - 1)}\n`;
  const files = {
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plate }]\n`,
    "a.csv": row("plate") + row("AB1"),
  };
  expect(diagnosticsOf(await load(files)).map(({ code }) => code)).toEqual(codes);
});

it("hidden rows of a sheet are read, which is said", async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row>${cell("plate")}</row><row hidden="1">${cell("AB1")}</row><row>${cell("AB2")}</row>`;
  const files = { "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.xlsx, column: plate }]\n`, "a.xlsx": carsSheet(rows) };
  const cellOf = { file: "a.xlsx", line: 1, column: 1, cell: "Cars!A1" };
  expect(diagnosticsOf(await load(files))).toMatchObject([
    { code: "hidden-rows", message: "1 of the 3 rows are hidden in Excel; they were read as well.", source: cellOf },
  ]);
});
