import { expect, it } from "vitest";
import { DiagnosticCollector } from "../../src/schema/diagnostics/diagnostic-collector.ts";
import {
  formatsOf,
  holdsPeople,
  type ListKeys,
  pagesAmong,
  previewList,
  readTables,
  workbookLines,
} from "../../src/tables/index.ts";
import { testRows } from "../case-files.ts";
import { textsOf } from "../rows.ts";
import { rowsXml, workbookOf, workbookWith } from "./spreadsheet/workbook-file.ts";

type Rows = Parameters<typeof workbookWith>[0];

/** A list of a name, and what its beginning shows: each of the values that are named. */
interface Case {
  readonly what: string;
  readonly name?: string;
  readonly text?: string;
  readonly latin1?: string;
  readonly rows?: Rows;
  readonly sheets?: Readonly<Record<string, Rows>>;
  readonly keys?: ListKeys;
  readonly shows?: object;
  /** By `dates` and `months`: the formats that all columns of days have. */
  readonly formats?: readonly (readonly [dates: string | null, months: string | null, ...formats: string[]])[];
  /** Codes of problems, where it cannot be read. */
  readonly finds?: readonly string[];
}

function bytesOf({ text = "", latin1, rows, sheets }: Case): Buffer {
  if (latin1 !== undefined) return Buffer.from(latin1, "latin1");
  if (sheets)
    return workbookOf({ sheets: Object.entries(sheets).map(([name, own]) => ({ name, rows: rowsXml(own) })) });
  return rows ? workbookWith(rows) : Buffer.from(text);
}

testRows<Case>(import.meta.url, async (one) => {
  const { name = one.rows || one.sheets ? "a.xlsx" : "a.csv", keys = {}, shows, formats = [], finds = [] } = one;
  const diagnostics = new DiagnosticCollector();
  const preview = await previewList(bytesOf(one), name, keys, diagnostics);
  expect(diagnostics.sorted().map(({ code }) => code)).toEqual(finds);
  if (preview.kind === "unreadable") return expect(shows).toBeUndefined();
  const { header, ...others } = preview;
  expect({ ...others, names: header.names, lines: header.rows.map(({ line }) => line) }).toMatchObject(shows ?? {});
  for (const [dates, months, ...wanted] of formats)
    expect(formatsOf(preview.days, { ...(dates && { dates }), ...(months && { months }) })).toEqual(wanted);
});

it.each(textsOf(import.meta.url, "people"))("a column holds data of people: %s", (name) =>
  expect(holdsPeople(name)).toBe(true),
);

it.each(textsOf(import.meta.url, "no people"))("a column holds none of people: %s", (name) =>
  expect(holdsPeople(name)).toBe(false),
);

it("numbered pages go on counting, and one alone is none", () => {
  const pages = (...texts: string[]) => [...pagesAmong(texts, (text) => text)];
  expect(pages("Seite 1", "x", "Seite 2", "Seite 9", "Page 1", "Seite 3")).toEqual(["Seite 1", "Seite 2", "Seite 3"]);
  expect([pages("1 / 2", "2 / 2"), pages("Seite", "Seite")]).toEqual([[], []]);
});

const DAMAGED = workbookOf({ sheets: [], parts: { "xl/workbook.xml": "<" } });
const SHEETS = workbookOf({
  sheets: [
    { name: "A", rows: rowsXml([["x", 1.5, { serial: 46387 }]]) },
    { name: "B", rows: rowsXml([[], ["y  z", "", "w"]]), state: "hidden" },
  ],
});

it("all tables of a file are read, those of hidden sheets too", async () => {
  expect(await readTables(SHEETS, [])).toEqual([
    { sheet: "A", rows: [{ line: 1, cells: ["x", "1.5", "46387"] }] },
    { sheet: "B", rows: [{ line: 2, cells: ["y  z", "", "w"] }] },
  ]);
  expect(await readTables(Buffer.from("a;b\r\n\r\n1;2\r\n"), ["a"])).toEqual([
    {
      rows: [
        { line: 1, cells: ["a", "b"] },
        { line: 3, cells: ["1", "2"] },
      ],
    },
  ]);
  expect(await readTables(Buffer.from('a;b\n1;"2\n'), ["a"])).toMatch(/^line 2: /);
  expect(await readTables(Buffer.from([0x61, 0xe6, 0x0a]), ["a"])).toMatch(/not UTF-8/);
  expect(await readTables(DAMAGED, [])).toMatch(/damaged/);
});

it("the rows of a workbook are lines of text, if it has any", async () => {
  expect(await workbookLines(SHEETS)).toEqual([
    { line: 1, text: "x; 1.5; 46387" },
    { line: 2, text: "y z; ; w" },
  ]);
  expect(await workbookLines(workbookWith([]))).toBeUndefined();
  expect(await workbookLines(Buffer.from("a;b\n"))).toBeUndefined();
  expect(await workbookLines(DAMAGED)).toBeUndefined();
});
