import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formatSource } from "../../src/allowlist/index.ts";
import { ACCOUNTS, carsOf, desiredOf, diagnosticsOf, findingsOf, GLOBAL, load, platesOf } from "./fleet-text.ts";
import { workbookOf, workbookWith } from "./spreadsheet/workbook-file.ts";

const list = (keys: string, content: string | Uint8Array, name = "a.csv") =>
  load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: ${name}, ${keys} }]\n`, [name]: content });
const book = (keys: string, content: Uint8Array) => list(keys, content, "a.xlsx");
const fixture = (name: string) => readFileSync(new URL(`spreadsheet/fixtures/${name}`, import.meta.url));
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

it.each([
  ["a line `sep=;`", "sep=;\r\nplate;make\r\nAB1;VW\r\nCD2;Volvo\r\n"],
  ["tabs", "plate\tmake\nAB1\tVW\nCD2\tVolvo\n"],
  ["rows of empty cells", "plate;make\nAB1;VW\n;;\n;\nCD2;Volvo\n;;;\n"],
  ["empty cells behind the last column", "plate;make;;\nAB1;VW;;\nCD2;Volvo\n"],
  ["blanks around plates", "plate;make\nAB1 ;VW\n  CD2;Volvo\n"],
  ["UTF-16 with a byte order mark", utf16("plate\tmake\r\nAB1\tVW\r\nCD2\tVolvo\r\n")],
])("a list that a spreadsheet wrote is read: %s does not disturb", async (_, content) => {
  const reading = await list("column: plate", content);
  expect(platesOf(reading)).toEqual(["AB1", "CD2"]);
  expect(findingsOf(reading)).toEqual([]);
});

it("an encoding is declared, or the likely one is named with what to do in Excel", async () => {
  const text = Buffer.from("plate;mærke\nAB1;Citroën\n", "latin1");
  expect(carsOf(await list("column: plate, note: Mærke, encoding: windows-1252", text))).toMatchObject([
    { note: "Citroën" },
  ]);
  const [finding] = diagnosticsOf(await list("column: plate", text));
  expect(finding).toMatchObject({ code: "not-utf-8", source: { line: 1, column: 8 } });
  expect(finding?.fix).toContain("`encoding: windows-1252`");
  expect(finding?.fix).toContain("CSV UTF-8");
  expect(findingsOf(await list("column: plate, encoding: latin-9000", "plate\nAB1\n"))).toEqual(["wrong-value 3:52"]);
});

it.each(["1,23E+45", "1.23E+47", "1E+05"])("the plate %s is an error, in a csv and in a txt list", async (plate) => {
  expect(findingsOf(await list("column: plate", `plate;x\n${plate};1\n`))).toEqual(["scientific-notation 2:1"]);
  expect(findingsOf(await list("features: []", `AB1\n${plate}\n`, "a.txt"))).toEqual(["scientific-notation 2:1"]);
});

it("plates that lost zeros are one warning", async () => {
  const plates = Array.from({ length: 20 }, (_, at) => String(12345600 + at));
  const reading = await list("column: plate", `plate\n${plates.join("\n")}\n1234567\n123456\n`);
  expect(diagnosticsOf(reading)).toMatchObject([{ code: "lost-zeros", source: { line: 22 } }]);
  expect(diagnosticsOf(reading)[0]?.message).toBe(
    "2 plates have fewer digits than the 20 others, which have 8: `1234567`; also at a.csv:23:1.",
  );
  expect(findingsOf(await list("column: plate", "plate\n1234567\n12345678\n123456\n"))).toEqual([]);
});

it("plates in small letters are one warning for the file", async () => {
  const reading = await list("column: plate", "plate\nab1\nCD2\nef3\nøg4\n");
  expect(diagnosticsOf(reading)).toMatchObject([{ code: "lower-case-plates", source: { line: 2 } }]);
  expect(diagnosticsOf(reading)[0]?.message).toBe(
    "3 plates have small letters, such as `ab1`; also at a.csv:4:1 and a.csv:5:1.",
  );
});

it("one row with a cell too many hides no other problem", async () => {
  const text = "plate;End\nAB1;2026-01-01;x\nCD2;soon\n;2026-01-01\n";
  expect(findingsOf(await list("column: plate, validUntil: End", text))).toEqual([
    "csv-row-width 2:1",
    "not-a-date 3:5",
    "csv-no-plate 4:1",
  ]);
});

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

it("S22: a workbook is unpacked once for all items that name its columns", async () => {
  const items = NAMES.map((name, at) => `  - { baId: ${at + 1}, carsFrom: [{ file: a.xlsx, column: ${name} }] }\n`);
  const text = `${ACCOUNTS}accounts:\n${items.join("")}`;
  const reading = await load({ "fleet.yaml": text, "a.xlsx": large("") });
  expect(findingsOf(reading)).toEqual([]);
  const cars = desiredOf(reading).scopes.flatMap(({ entries }) => [...entries.values()]);
  expect(cars.map(({ licenseNumber, source }) => `${licenseNumber} ${formatSource(source)}`)).toEqual(
    NAMES.map((name) => `${name}1 a.xlsx:Cars!${name}2`),
  );
});

it("S22: what is unpacked of workbooks that cannot be read counts as well", async () => {
  const damaged = large("<");
  const files = Object.fromEntries(NAMES.map((name) => [`${name}.xlsx`, damaged]));
  const items = NAMES.map((name) => `  - { file: ${name}.xlsx, column: A }\n`).join("");
  const reading = await load({ "fleet.yaml": `${GLOBAL}carsFrom:\n${items}`, ...files });
  expect(diagnosticsOf(reading).map(({ code }) => code)).toContain("files-too-large");
});

const HEADER = ["Plate", "Driver", "End"];

it("workbooks give cars with their days, and each car's place is its cell", async () => {
  const rows = [HEADER, ["AB1", "Bo", { serial: 46387 }], ["0123", "", "2026-12-30"]];
  const reading = await book("column: plate, note: driver, validUntil: end", workbookWith(rows));
  const cars = carsOf(reading);
  expect(cars).toMatchObject([
    { licenseNumber: "AB1", note: "Bo", validUntil: "2026-12-31" },
    { licenseNumber: "0123", validUntil: "2026-12-30" },
  ]);
  expect(cars.map(({ source }) => formatSource(source))).toEqual(["a.xlsx:Cars!A2", "a.xlsx:Cars!A3"]);
  expect(desiredOf(reading).files.map(({ path }) => path)).toEqual(["a.xlsx", "fleet.yaml"]);
});

it.each([
  ["a number", 1234567, "plate-not-text", "holds the number `1234567`, so leading zeros may be lost"],
  ["a date", { serial: 46387 }, "plate-not-text", "holds the date 2026-12-31, so what was typed is lost"],
  ["scientific notation", "1,23E+45", "scientific-notation", "turned this plate into a number"],
])("a value of %s in the column of plates is an error at its cell", async (_, cell, code, words) => {
  const [finding] = diagnosticsOf(await book("column: plate", workbookWith([HEADER, ["AB1"], [cell]])));
  expect(finding).toMatchObject({ code, source: { cell: "Cars!A3" } });
  expect(finding?.message).toContain(words);
  expect(finding?.fix).toBe("Format the column as Text and type the plate again.");
});

it("errors of rows in workbooks name the cell", async () => {
  const rows = [HEADER, ["AB1", "x", "soon"], ["", "y"], ["NOT A PLATE!"], ["CD2"], ["CD2"]];
  const reading = await book("column: plate, validUntil: end", workbookWith(rows));
  expect(diagnosticsOf(reading).map(({ code, source }) => `${code} ${source && formatSource(source)}`)).toEqual([
    "not-a-date a.xlsx:Cars!C2",
    "csv-no-plate a.xlsx:Cars!A3",
    "not-a-plate a.xlsx:Cars!A4",
    "duplicate-plate a.xlsx:Cars!A6",
  ]);
});

it("account cells of workbooks may be numbers", async () => {
  const fleet = `${ACCOUNTS}carsFrom: [{ file: a.xlsx, column: Plate, account: Customer }]\naccounts: [{ baId: 4711 }]\n`;
  const content = workbookWith([
    ["Plate", "Customer"],
    ["AB1", 4711],
  ]);
  expect(carsOf(await load({ "fleet.yaml": fleet, "a.xlsx": content }), "4711")).toHaveLength(1);
});

it("a sheet of a workbook is chosen by name, and one file may be read for two sheets", async () => {
  const sheet = (plate: string) =>
    `<row r="1"><c r="A1" t="inlineStr"><is><t>Plate</t></is></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>${plate}</t></is></c></row>`;
  const content = workbookOf({
    sheets: [
      { name: "Cars", rows: sheet("AB1") },
      { name: "Pool cars", rows: sheet("CD2") },
    ],
  });
  const item = (name: string) => `{ file: a.xlsx, sheet: ${name}, column: plate }`;
  const fleet = `${GLOBAL}carsFrom: [${item("pool cars")}, ${item("Cars")}]\n`;
  const cars = carsOf(await load({ "fleet.yaml": fleet, "a.xlsx": content }));
  expect(cars.map(({ source }) => formatSource(source))).toEqual(["a.xlsx:'Pool cars'!A4", "a.xlsx:Cars!A4"]);
  const [finding] = diagnosticsOf(await book("column: plate, sheet: Card", content));
  expect(finding).toMatchObject({ code: "unknown-sheet", fix: "Its sheets are `Cars`, `Pool cars`." });
});

it("rows that a filter hides are read, and a warning says so", async () => {
  const reading = await book("sheet: Cars, column: plate", fixture("cars.xlsx"));
  expect(diagnosticsOf(reading)).toContainEqual(expect.objectContaining({ code: "hidden-rows" }));
});

it.each([
  ["an old workbook named .xlsx", "a.xlsx", fixture("cars.xls"), "in the old format (.xls)"],
  ["a workbook named .csv", "a.csv", workbookWith([["Plate"], ["AB1"]]), "an Excel workbook (.xlsx), not a text file"],
  ["text named .xlsx", "a.xlsx", Buffer.from("plate\nAB1\n"), "not an Excel workbook, although its name ends in .xlsx"],
])("a file that is not a readable workbook, %s, says what it is", async (_, name, content, words) => {
  const [finding] = diagnosticsOf(await list("column: plate", content, name));
  expect(finding?.message).toContain(words);
  expect(finding?.source?.file).toBe(name);
});

it("unused dates are reported in a workbook too, and a text file has no sheets", async () => {
  const rows = [
    ["Plate", "Leasingende"],
    ["AB1", { serial: 46387 }],
  ];
  expect(diagnosticsOf(await book("column: plate", workbookWith(rows)))).toMatchObject([
    { code: "unused-dates", source: { cell: "Cars!B1" } },
  ]);
  expect(findingsOf(await list("column: plate, sheet: Cars", "plate\nAB1\n"))).toEqual(["wrong-value 3:20"]);
});
