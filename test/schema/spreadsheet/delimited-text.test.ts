import { expect, it } from "vitest";
import type { Row } from "../../../src/schema/spreadsheet/cell.ts";
import { explainMalformed, type Malformed, openDelimited } from "../../../src/schema/spreadsheet/delimited-text.ts";

function read(text: string, columns: readonly string[] = ["plate"]): Reading {
  const reader = openDelimited(text, columns);
  const rows: Row[] = [];
  for (let row = reader.next(); row; row = reader.next()) {
    if ("kind" in row) return { rows, delimiter: reader.delimiter, flaw: row };
    rows.push(row);
  }
  return { rows, delimiter: reader.delimiter };
}

interface Reading {
  readonly rows: readonly Row[];
  readonly delimiter: string;
  readonly flaw?: Malformed;
}

const TABLE = [
  ["plate", "make"],
  ["AB1", "VW"],
  ["CD2", "Volvo"],
];

it.each([
  ["with commas", "plate,make\nAB1,VW\nCD2,Volvo\n"],
  ["with semicolons", "plate;make\nAB1;VW\nCD2;Volvo\n"],
  ["with tabs", "plate\tmake\nAB1\tVW\nCD2\tVolvo\n"],
  ["with the separator that its first line names", "sep=|\r\nplate|make\r\nAB1|VW\r\nCD2|Volvo\r\n"],
  ["with the separator that its first line names in quotes", '"sep=;"\nplate;make\nAB1;VW\nCD2;Volvo\n'],
  ["with CRLF and no line end at last", "plate,make\r\nAB1,VW\r\nCD2,Volvo"],
  ["with quotes", '"plate","make"\n"AB1","VW"\n"CD2","Volvo"'],
  ["with blanks around", " plate , make \n AB1,VW\t\nCD2 , Volvo\u00a0\n"],
  ["with empty rows and lines", "\n;;\nplate;make\n\n;\nAB1;VW\n ; \nCD2;Volvo\n\r\n"],
])("text with separators is read: %s", (_, text) => {
  expect(read(text).rows.map(({ cells }) => cells)).toEqual(TABLE);
});

it("text is split by the separator that finds the column, then by the one that makes the most cells", () => {
  expect(read("plate;no. a,b,c\nx;y\n", ["plate"]).delimiter).toBe(";");
  expect(read("plate, no;x\nAB1;y\n", ["plate, no"]).delimiter).toBe(";");
  expect(read("AB1,VW,x\nCD2,Volvo,y;z\n", []).delimiter).toBe(",");
  expect(read("a,b;c\n1,2;3\n", []).delimiter).toBe(";");
  expect(read("plate\nAB1\n").rows).toHaveLength(2);
});

it("text with separators is read with line breaks, separators and quotes in quoted cells, and the lines and places of the file", () => {
  const text = 'sep=,\n"a\nb",plate\n"VW ""x"",\r\nblue",AB1\n\nVW,"CD2"\n';
  const { rows } = read(text);
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, "a\nb", "plate"],
    [4, 'VW "x",\r\nblue', "AB1"],
    [7, "VW", "CD2"],
  ]);
  expect(rows.map(({ starts }) => starts?.map((at) => text.slice(at, at + 4)))).toEqual([
    ['"a\nb', "plat"],
    ['"VW ', "AB1\n"],
    ['VW,"', '"CD2'],
  ]);
});

it("text with separators is read with rows as short or long as they are", () => {
  const { rows } = read("plate;make;year;\nAB1\nCD2;VW;2020;x\n;;2020\nEF3;;;;\n");
  expect(rows.slice(1).map(({ cells }) => cells)).toEqual([
    ["AB1"],
    ["CD2", "VW", "2020", "x"],
    ["", "", "2020"],
    ["EF3", "", "", "", ""],
  ]);
});

it.each([
  [
    "a quote that is never closed",
    'plate;make\nAB1;"VW\nCD2;Volvo\n',
    "2:5 The quote that opens this cell is never closed.",
  ],
  ["a quote inside a cell", 'plate;make\nA"B1;VW\n', "2:2 A quote stands inside a cell that does not start with one."],
  ["text behind a quote", 'plate;make\n"AB1"x;VW\n', "2:6 Text follows the closing quote of a cell."],
  ["text behind a quote further down", 'plate;make\n"a\nb"x;VW\n', "3:3 Text follows the closing quote of a cell."],
  ["more cells than a sheet has", `plate,make\n${",".repeat(16_384)}x\n`, "2:1 This row has more than 16384 cells."],
  [
    "more quoted cells than a sheet has",
    `plate,make\n"a"${",".repeat(16_384)}\n`,
    "2:1 This row has more than 16384 cells.",
  ],
])("text that cannot be split reliably is refused: %s", (_, text, expected) => {
  const { flaw } = read(text);
  expect(flaw && `${flaw.line}:${flaw.column} ${explainMalformed(flaw).message}`).toBe(expected);
});
