import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { explainWorkbookFailure } from "../../../src/tables/spreadsheet/workbook.ts";
import { cases } from "../../properties.ts";
import { carsSheet, endOf, rowsOf, sheetXml, zipOf } from "./workbook-file.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const REAL = fixture("cars.xlsx");
const MIB = 1024 * 1024;
const row = (line: number, cell = '<c t="inlineStr"><is><t>AB1</t></is></c>') => `<row r="${line}">${cell}</row>`;
const sheet = (xml: string | Buffer, more: Record<string, string> = {}) =>
  carsSheet("", { parts: { "xl/worksheets/sheet0.xml": xml.toString(), ...more } });

const ole = (name: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512), Buffer.from(name, "utf16le")]);

it.each([
  ["a workbook with a password", ole("EncryptedPackage"), "This is an Office file that is protected with a password"],
  ["an old workbook", fixture("cars.xls"), "This is an Excel workbook in the old format (.xls)"],
  ["a workbook of OpenDocument", fixture("cars.ods"), "This is an OpenDocument file (.ods)"],
  ["an older workbook", ole("Book"), "This is an Excel workbook in the old format (.xls)"],
  ["another old Office file", ole("WordDocument"), "This is an Office file in the old format"],
  ["a binary workbook", zipOf({ "xl/workbook.bin": "" }), "This is a binary Excel workbook (.xlsb)"],
  ["a document", zipOf({ "word/document.xml": "" }), "This is a zip file, or a document that is one (such as .docx)"],
  ["Numbers", zipOf({ "Index/Document.iwa": "" }), "This is an Apple Numbers file"],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "This is a PDF document"],
  ["JSON", Buffer.from('[{"plate":"AB1"}]'), "This is JSON"],
  ["an empty JSON list", Buffer.from("[ ]\n"), "This is JSON"],
  ["gzip", Buffer.from("1f8b0800", "hex"), "This is a file compressed with gzip"],
  [
    "a page for Excel",
    Buffer.from('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'),
    "This is an HTML table that was named as if it were an Excel file",
  ],
  [
    "a table",
    Buffer.from("\ufeff\n<TABLE border=1>"),
    "This is an HTML table that was named as if it were an Excel file",
  ],
  [
    "an XML spreadsheet",
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'),
    "This is an XML spreadsheet of Excel 2003",
  ],
])("a file that is not a workbook, %s, says what it is", async (_, bytes, message) => {
  expect(await endOf(bytes)).toBe(`${message}, not an Excel workbook (.xlsx).`);
});

const parts = { "xl/workbook.xml": "<workbook/>" };
const entities = '<!DOCTYPE x [<!ENTITY a "AB1"><!ENTITY f SYSTEM "file:///etc/passwd">]>';

it.each([
  ["cut off", REAL.subarray(0, REAL.length - 30), "its end is missing, so it was probably cut off"],
  ["without its workbook part", zipOf({ "xl/other.xml": "" }), "a part of it is missing"],
  ["with a method that is not known", zipOf(parts, { method: 12 }), "a part of it is compressed by method 12"],
  [
    "with a name twice",
    zipOf([
      ["xl/A.xml", ""],
      ["XL/a.xml", ""],
    ]),
    "it has two parts of one name",
  ],
  ["with XML that is never closed", sheet("<worksheet><sheetData>"), "a part of it is not well-formed XML"],
  [
    "with entities that nobody declared",
    sheet(sheetXml(row(1, "<c><v>&a;</v></c>"))),
    "a part of it is not well-formed XML",
  ],
  ["with a document type", sheet(`${entities}${sheetXml(row(1))}`), "it holds a document type"],
  ["with a row twice", carsSheet(row(2) + row(2)), "row 3 is out of order"],
  ["with a row that no sheet has", carsSheet(row(1_048_577)), "row 1 is out of order"],
  ["with a row that is no number", carsSheet('<row r="x"/>'), "row 1 is out of order"],
  ["with a cell twice", carsSheet(row(1, '<c r="B1"/><c r="B1"/>')), "a cell of row 1 is out of order"],
  ["with a column that no sheet has", carsSheet(row(1, '<c r="XFE1"/>')), "a cell of row 1 is out of order"],
  ["with a reference that is none", carsSheet(row(1, '<c r="1"/>')), "a cell of row 1 is out of order"],
  [
    "with an attribute that objects have by themselves",
    carsSheet('<row hasOwnProperty="a" b="c"/>'),
    "an element has an attribute that no workbook has",
  ],
  [
    "with a text that is missing",
    carsSheet(row(1, '<c t="s"><v>0</v></c>')),
    "a cell of row 1 holds what its type does not allow",
  ],
  [
    "with a number that is none",
    carsSheet(row(1, "<c><v>0x1F</v></c>")),
    "a cell of row 1 holds what its type does not allow",
  ],
])("a workbook %s is reported as damaged", async (_, bytes, detail) => {
  expect(await endOf(bytes)).toBe(`This workbook is damaged: ${detail}.`);
});

it("damaged workbooks with a wrong byte are found by the checksum", async () => {
  const stored = zipOf({ "xl/workbook.xml": "<workbook><sheets/></workbook>" }, { method: 0 });
  stored[stored.indexOf("<sheets/>") + 1] = 0x74;
  expect(await endOf(stored)).toBe("This workbook is damaged: a part of it is not what was written (checksum).");
});

it("workbooks that zip encrypts are reported as such", async () => {
  const message = "This is an Office file that is protected with a password, not an Excel workbook (.xlsx).";
  expect(await endOf(zipOf({ "xl/workbook.xml": "<workbook/>" }, { flags: 1 }))).toBe(message);
});

it.each([
  ["elements that nobody reads", sheet(`<worksheet>${"<a/>".repeat(2 * MIB)}</worksheet>`)],
  ["blanks", sheet(`<worksheet>${" ".repeat(8 * MIB)}</worksheet>`)],
  ["entities in attributes", sheet(`<worksheet>${`<a b="${"&amp;".repeat(10_000)}"/>`.repeat(200)}</worksheet>`)],
  ["escapes in cells", carsSheet(`<row><c><v>${"_x0031_".repeat(10_000)}</v></c></row>`.repeat(200))],
  ["texts that cells may share", carsSheet(row(1), { sharedTexts: "<si><t>a</t></si>".repeat(MIB) })],
])("workbooks that are made to keep the program busy end at 250 times their size: with %s", async (_, bytes) => {
  expect(bytes.length).toBeLessThan(60_000);
  expect(await endOf(bytes)).toBe("This workbook is too large: it unpacks to more than 250 times its size.");
});

it("a workbook whose rows differ in their plates alone is read, although it packs well", async () => {
  const same = '<c t="inlineStr"><is><t>DK</t></is></c>'.repeat(29);
  const rows = Array.from({ length: 3_000 }, (_, at) => `<row><c><v>${at}</v></c>${same}</row>`);
  expect(await endOf(carsSheet(rows.join("")))).toBe("read 3000 rows");
});

it("workbooks that are made to exhaust memory stop at a text longer than any cell has", async () => {
  const bytes = carsSheet(row(1, `<c t="inlineStr"><is><t>${"x".repeat(MIB)}</t></is></c>`));
  expect(await endOf(bytes)).toBe("This workbook is damaged: a cell has more than 100000 characters.");
});

it.each([
  ["elements nested deeply", "<a>".repeat(MIB), "its elements are nested too deeply"],
  [
    "attributes without end",
    `<a ${Array.from({ length: 10_000 }, (_, at) => `b${at}="c"`).join(" ")}>`,
    "an element has too many attributes",
  ],
  ["a name without end", `<${"a".repeat(MIB)}/>`, "a part of it is not well-formed XML"],
  ["a value without end", `<a b="${"c".repeat(MIB)}"/>`, "a part of it is not well-formed XML"],
])("workbooks that are made to exhaust memory stop at %s", async (_, xml, detail) => {
  expect(await endOf(sheet(xml))).toBe(`This workbook is damaged: ${detail}.`);
});

const attributes = (number: number) => Array.from({ length: number }, (_, at) => `b${at}="c"`).join(" ");
const cellAt = (r: string) => `<c r="${r}" t="inlineStr"><is><t>x</t></is></c>`;

it.each([
  ["attributes of one element", sheetXml(`<a ${attributes(500)}/>`), sheetXml(`<a ${attributes(501)}/>`)],
  [
    "attributes in a text that is not plain",
    `<!---->${sheetXml(`<a ${attributes(500)}/>`)}`,
    `<!---->${sheetXml(`<a ${attributes(501)}/>`)}`,
  ],
  ["elements in one another", "<a>".repeat(100) + "</a>".repeat(100), "<a>".repeat(101) + "</a>".repeat(101)],
  ["columns", sheetXml(`<row>${cellAt("XFD1")}</row>`), sheetXml(`<row>${cellAt("XFE1")}</row>`)],
  [
    "rows",
    sheetXml(`<row r="1048576">${cellAt("A1048576")}</row>`),
    sheetXml(`<row r="1048577">${cellAt("A1048577")}</row>`),
  ],
])("as many %s are read as a workbook may have, and one more is refused", async (_, most, more) => {
  expect([await endOf(sheet(most)), await endOf(sheet(more))]).toEqual([
    expect.stringMatching(/^read/),
    expect.stringMatching(/^This workbook is damaged/),
  ]);
});

const PARTS = {
  "xl/workbook.xml": '<workbook><workbookPr date1904="0"/><sheets><sheet name="S" r:id="s"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": `<Relationships>${[
    '<Relationship Id="s" Type="a/worksheet" Target="s.xml"/>',
    '<Relationship Id="t" Type="a/sharedStrings" Target="t.xml"/>',
    '<Relationship Id="y" Type="a/styles" Target="y.xml"/>',
  ].join("")}</Relationships>`,
  "xl/s.xml": sheetXml(row(1) + row(2, '<c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46327.5</v></c>')),
  "xl/t.xml": "<sst><si><r><t>AB</t></r><r><t>1</t></r></si></sst>",
  "xl/y.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
};
const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
const changes = fc.array(change, { minLength: 1, maxLength: 4 });

const isReadOrRefused = async (bytes: Uint8Array) => {
  const { reading } = await rowsOf(bytes);
  if (reading.kind !== "read") expect(explainWorkbookFailure(reading).message).toMatch(/^This (?:is|workbook)/);
  return reading.kind;
};

it("workbooks with changed bytes are read or refused: in the file", async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.option(fc.nat()), async (all, cut) => {
      const copy = Buffer.from(REAL);
      for (const [at, value] of all) copy[at % copy.length] = value;
      await isReadOrRefused(cut === null ? copy : copy.subarray(0, cut % copy.length));
    }),
    { numRuns: cases(3000) },
  );
});

it("workbooks with changed bytes are read or refused: in the XML of their parts", async () => {
  const outcomes = new Set<string>();
  const name = fc.constantFrom(...Object.keys(PARTS));
  await fc.assert(
    fc.asyncProperty(name, changes, async (changed, all) => {
      const parts = Object.entries(PARTS).map(([part, xml]) => {
        const copy = Buffer.from(xml);
        if (part === changed) for (const [at, value] of all) copy[at % copy.length] = value;
        return [part, copy] as const;
      });
      outcomes.add(await isReadOrRefused(zipOf(parts)));
    }),
    { numRuns: cases(5000) },
  );
  expect([...outcomes]).toEqual(expect.arrayContaining(["read", "damaged"]));
});
