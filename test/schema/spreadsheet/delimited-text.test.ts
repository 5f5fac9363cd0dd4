import { expect, it } from "vitest";
import type { Row } from "../../../src/schema/spreadsheet/cell.ts";
import { explainMalformed, type Malformed, openDelimited } from "../../../src/schema/spreadsheet/delimited-text.ts";
import { rowsOf, TEXT } from "../../rows.ts";

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

it.each(rowsOf(import.meta.url, "text with separators is read", TEXT, TEXT))(
  "text with separators is read: %s",
  (_, text) => {
    expect(read(text).rows.map(({ cells }) => cells)).toEqual(TABLE);
  },
);

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

it.each(rowsOf(import.meta.url, "text that cannot be split reliably is refused", TEXT, TEXT, TEXT))(
  "text that cannot be split reliably is refused: %s",
  (_, text, expected) => {
    const { flaw } = read(text);
    expect(flaw && `${flaw.line}:${flaw.column} ${explainMalformed(flaw).message}`).toBe(expected);
  },
);
