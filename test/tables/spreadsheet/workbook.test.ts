import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cellReference } from "../../../src/tables/spreadsheet/cell.ts";
import { explainWorkbookFailure } from "../../../src/tables/spreadsheet/workbook.ts";
import { carsSheet, cellsOf, rowsOf, workbookOf, zipOf } from "./workbook-file.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>
  <numFmt numFmtId="166" formatCode="mm/yyyy"/><numFmt numFmtId="167" formatCode="yyyy"/><numFmt numFmtId="168" formatCode="d/mmm"/>
  <numFmt numFmtId="169" formatCode="ddd, d. mmmm yyyy"/><numFmt numFmtId="170" formatCode="ddd mmm yyyy"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/>
  <xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/><xf numFmtId="169"/><xf numFmtId="170"/><xf numFmtId="36"/><xf numFmtId="58"/></cellXfs>
  <dxfs><xf numFmtId="14"/></dxfs>`;

// The fixtures were saved by LibreOffice 7.4 from cars.fods.
it("workbooks that LibreOffice wrote are read with texts, numbers, dates, formulas' results, merged cells and hidden rows", async () => {
  const { reading, rows } = await rowsOf(fixture("cars.xlsx"), "Cars");
  expect(reading).toMatchObject({
    kind: "read",
    sheet: "Cars",
    others: ["Notes", "Sold & gone"],
    rows: 4,
    hiddenRows: 1,
  });
  expect(rows).toEqual([
    { line: 1, cells: ["Plate", "Driver", "Start", "Check"] },
    { line: 2, cells: ["0123456", "Jürgen Ærø", { kind: "date", day: "2026-11-01" }, "0123456!"] },
    {
      line: 4,
      cells: [{ kind: "number", stored: "1234567" }, "Merged", "", { kind: "error", name: "#DIV/0!" }],
    },
    { line: 5, cells: ["EF 456", { kind: "number", stored: "1" }] },
  ]);
});

it("workbooks that LibreOffice wrote count days from 1904 where LibreOffice does", async () => {
  const [, row] = await cellsOf(fixture("mac-1904.xlsx"), "Cars");
  expect(row?.[2]).toEqual({ kind: "date", day: "2030-11-02" });
});

const cars = { name: "Cars", rows: `<row r="1">${inline("A1", "AB1")}</row>` };
const sold = { name: "Sold &amp; gone", rows: `<row r="1">${inline("A1", "SOLD1")}</row>` };
const hidden = (name: string, state = "hidden") => ({ name, state, rows: `<row r="1">${inline("A1", "X")}</row>` });

it("the sheet that is read is the first that is visible", async () => {
  const bytes = workbookOf({ sheets: [hidden("Lists"), hidden("Code", "veryHidden"), cars, sold] });
  expect((await rowsOf(bytes)).reading).toMatchObject({ sheet: "Cars" });
});

const MANY = Array.from({ length: 21 }, (_, at) => ({ ...cars, name: `S${at}` }));

it.each([
  [[cars], "Its sheets are `Cars`."],
  [
    MANY.slice(0, 20),
    `Its sheets are ${MANY.slice(0, 20)
      .map(({ name }) => `\`${name}\``)
      .join(", ")}.`,
  ],
  [
    MANY,
    `Its sheets are ${MANY.slice(0, 20)
      .map(({ name }) => `\`${name}\``)
      .join(", ")} and 1 more.`,
  ],
  [[hidden("Lists")], "All its sheets are hidden."],
])("the sheet that is named is not there, and the others are named", async (sheets, fix) => {
  const { reading } = await rowsOf(workbookOf({ sheets }), "Car");
  expect(reading.kind === "read" ? reading : explainWorkbookFailure(reading).fix).toBe(fix);
});

it.each([
  ["Sold & gone", "SOLD1"],
  ["sold & GONE", "SOLD1"],
  ["Lists", "X"],
])("the sheet that is read can be named: %s", async (name, plate) => {
  const bytes = workbookOf({ sheets: [cars, hidden("Lists"), sold] });
  expect(await cellsOf(bytes, name)).toEqual([[plate]]);
});

it("the sheet that is read is refused by name with those that there are", async () => {
  const bytes = workbookOf({ sheets: [cars, hidden("Lists"), sold] });
  const { reading } = await rowsOf(bytes, "Car");
  expect(reading.kind === "read" ? reading : explainWorkbookFailure(reading)).toEqual({
    code: "unknown-sheet",
    message: "This workbook has no sheet `Car`.",
    fix: "Its sheets are `Cars`, `Sold & gone`.",
  });
});

const date = (day: string) => ({ kind: "date", day });
const number = (stored: string) => ({ kind: "number", stored });

it.each<[string, string, unknown]>([
  ["text in the cell", inline("A1", " AB1 "), "AB1"],
  [
    "text in runs, without notes on pronunciation",
    '<c r="A1" t="inlineStr"><is><r><t>AB</t></r><rPh><t>x</t></rPh><r><t>1</t></r><rPh><t>x</t></rPh></is></c>',
    "AB1",
  ],
  ["shared text", '<c r="A1" t="s"><v>0</v></c>', "AB 12"],
  ["shared text in runs", '<c r="A1" t="s"><v>1</v></c>', "CD 34"],
  ["escaped characters", inline("A1", "A_x000D_B_x005F_1"), "A\rB_1"],
  ["text of CDATA", '<c r="A1" t="inlineStr"><is><t><![CDATA[A<B]]></t></is></c>', "A<B"],
  ["a number", '<c r="A1"><v>1234567</v></c>', number("1234567")],
  ["a number as stored", '<c r="A1" t="n"><v>1.2300000000000001E+45</v></c>', number("1.2300000000000001E+45")],
  ["a date by a common format", '<c r="A1" s="1"><v>46327</v></c>', date("2026-11-01")],
  ["a date by a format of the workbook", '<c r="A1" s="2"><v>46327.75</v></c>', date("2026-11-01")],
  ["a number whose format has letters in quotes", '<c r="A1" s="3"><v>46327</v></c>', number("46327")],
  ["a time of day", '<c r="A1" s="4"><v>0.5</v></c>', number("0.5")],
  ["a date in words of ISO 8601", '<c r="A1" t="d"><v>2026-11-01T00:00:00</v></c>', date("2026-11-01")],
  ["the last day of February 1900", '<c r="A1" s="1"><v>59</v></c>', date("1900-02-28")],
  ["the day that 1900 did not have", '<c r="A1" s="1"><v>60</v></c>', number("60")],
  ["the first day of March 1900", '<c r="A1" s="1"><v>61</v></c>', date("1900-03-01")],
  ["a day that shows its month", '<c r="A1" s="5"><v>46387</v></c>', { ...date("2026-12-31"), shows: "month" }],
  ["a day that shows its year", '<c r="A1" s="6"><v>46387</v></c>', { ...date("2026-12-31"), shows: "year" }],
  ["a day that shows no year", '<c r="A1" s="7"><v>46387</v></c>', { ...date("2026-12-31"), shows: "part" }],
  ["a day with its name", '<c r="A1" s="8"><v>46387</v></c>', date("2026-12-31")],
  [
    "a day that shows its name and no number",
    '<c r="A1" s="9"><v>46387</v></c>',
    { ...date("2026-12-31"), shows: "month" },
  ],
  ["a day by the last format of the east", '<c r="A1" s="10"><v>46387</v></c>', date("2026-12-31")],
  ["a day by the last format that has a number", '<c r="A1" s="11"><v>46387</v></c>', date("2026-12-31")],
  ["a number by a format of differences", '<c r="A1" s="12"><v>46387</v></c>', number("46387")],
  ["the last day", '<c r="A1" s="1"><v>2958465</v></c>', date("9999-12-31")],
  ["a number behind the last day", '<c r="A1" s="1"><v>2958466</v></c>', number("2958466")],
  ["the first day", '<c r="A1" s="1"><v>1</v></c>', date("1900-01-01")],
  ["a boolean in a word", '<c r="A1" t="b"><v>true</v></c>', { kind: "boolean", value: true }],
  ["a boolean that is false", '<c r="A1" t="b"><v>0</v></c>', { kind: "boolean", value: false }],
  ["shared text without what stands beside it", '<c r="A1" t="s"><v>2</v></c>', "EF 56"],
  ["a boolean", '<c r="A1" t="b"><v>1</v></c>', { kind: "boolean", value: true }],
  ["an error", '<c r="A1" t="e"><v>#N/A</v></c>', { kind: "error", name: "#N/A" }],
  ["a formula's text", '<c r="A1" t="str"><f>B1&amp;"x"</f><v>AB1</v></c>', "AB1"],
  ["a formula that was never calculated", '<c r="A1"><f>B1</f><v></v></c>', { kind: "uncalculated" }],
  ["no reference", "<c><v>7</v></c>", number("7")],
])("cells of a workbook can hold %s", async (_, cell, expected) => {
  const sharedTexts =
    '<si><t>AB 12</t></si><si><r><t>CD</t></r><r><t xml:space="preserve"> 34</t></r></si><si>a<t>EF 56</t>b</si>';
  const bytes = carsSheet(`<row r="1">${cell}</row>`, { sharedTexts, styles: STYLES });
  expect(await cellsOf(bytes)).toEqual([[expected]]);
});

it.each([
  ["empty", '<c r="A1" s="1"/>'],
  ["blank", inline("A1", "  ")],
  ["a formula's empty text", '<c r="A1" t="str"><f>""</f><v></v></c>'],
])("cells of a workbook that are %s make no row", async (_, cell) => {
  expect(await cellsOf(carsSheet(`<row r="1">${cell}</row>`))).toEqual([]);
});

it("cells of a workbook count days from 1904 where the workbook says so", async () => {
  const bytes = carsSheet('<row r="1"><c r="A1" s="1"><v>44865</v></c></row>', {
    styles: STYLES,
    properties: '<workbookPr date1904="1"/>',
  });
  expect(await cellsOf(bytes)).toEqual([[{ kind: "date", day: "2026-11-01" }]]);
  const plain = carsSheet('<row r="1"><c r="A1"><v>7</v></c></row>', { properties: '<workbookPr date1904="1"/>' });
  expect(await cellsOf(plain)).toEqual([[{ kind: "number", stored: "7", countsFrom1904: true }]]);
});

it("cells of a workbook stand in rows of its data, and other elements of these names do not count", async () => {
  const row = (line: number, text: string) => `<row r="${line}">${inline(`A${line}`, text)}</row>`;
  const data = `<sheetData>${inline("A1", "X")}${row(2, "AB1")}${inline("B2", "X")}${row(1_048_576, "AB2")}</sheetData>`;
  const sheet = `<worksheet>${row(1, "X")}${data}${row(1_048_577, "X")}${inline("C3", "X")}</worksheet>`;
  const properties = '<definedNames><definedName name="x">1</definedName></definedNames>';
  const bytes = workbookOf({ sheets: [cars], properties, parts: { "xl/worksheets/sheet0.xml": sheet } });
  const { reading, rows } = await rowsOf(bytes);
  expect(rows).toEqual([
    { line: 2, cells: ["AB1"] },
    { line: 1_048_576, cells: ["AB2"] },
  ]);
  expect(reading).toMatchObject({ rows: 2, hiddenRows: 0, others: [] });
});

it("cells of a workbook stand in the column of their reference", async () => {
  const rows = await cellsOf(carsSheet(`<row>${inline("Z1", "AB1")}${inline("AA1", "AB2")}</row>`));
  expect(rows.map((cells) => cells.map((cell, at) => (cell === "" ? "" : `${at}`)).join(""))).toEqual(["2526"]);
});

it("cells of a workbook are named as Excel names them", () => {
  expect(cellReference("Cars", 17, 1)).toBe("Cars!B17");
  expect(cellReference("Bob's cars", 1, 0)).toBe("'Bob''s cars'!A1");
  expect(cellReference(`A\u202e\n${"x".repeat(99)}`, 1, 0)).toBe(`'A\\u{202e}\\u{a}${"x".repeat(28)}'!A1`);
  expect([25, 26, 701, 702, 16_383].map((column) => cellReference("S", 1, column))).toEqual([
    "S!Z1",
    "S!AA1",
    "S!ZZ1",
    "S!AAA1",
    "S!XFD1",
  ]);
});

const parts = {
  "_rels/.rels":
    '<p:Relationships xmlns:p="x"><p:Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/Main.xml"/></p:Relationships>',
  "book\\main.xml":
    '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="S" q:id="z"/></x:sheets></x:workbook>',
  "book/_rels/Main.xml.rels":
    '<Relationships><Relationship Id="z" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="../xl/Sheet.XML"/><Relationship Id="z" Type="a/worksheet" Target="http://x.example/" TargetMode="External"/></Relationships>',
  "xl/sheet.xml":
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>AB1</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
};

it("workbooks of other programs may use other folders, prefixes, spellings of names and the strict edition", async () => {
  expect(await cellsOf(zipOf(parts))).toEqual([["AB1"]]);
});

it("workbooks of other programs may store parts as they are, or with sizes for large files", async () => {
  expect(await cellsOf(zipOf(parts, { method: 0 }))).toEqual([["AB1"]]);
  expect(await cellsOf(fixture("zip64.xlsx"))).toEqual([["AB1"]]);
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ["as UTF-8", (bytes) => Buffer.from(bytes.toString("utf8"))],
  ["as ISO 8859-1", (bytes) => Buffer.from(bytes.toString("latin1"), "utf8")],
])("a workbook that was copied as text, read %s, is named with a remedy that works", async (_, copy) => {
  const { reading } = await rowsOf(copy(fixture("cars.xlsx")));
  if (reading.kind === "read") throw new Error("it was read");
  const { message, fix } = explainWorkbookFailure(reading);
  expect(message).toContain("was copied as text");
  expect(fix).toContain("*.xlsx binary");
});
