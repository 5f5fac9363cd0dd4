import { expect, it } from "vitest";
import type { Row } from "../../../src/schema/spreadsheet/cell.ts";
import { delimitedRows, type Malformed } from "../../../src/schema/spreadsheet/delimited-text.ts";
import { Lines } from "../../../src/schema/yaml/tree.ts";
import { rowsOf, TEXT } from "../../rows.ts";

function read(text: string, columns: readonly string[] = ["plate"]): Reading {
  const rows: Row[] = [];
  for (const row of delimitedRows(text, columns)) {
    if ("code" in row) return { rows, flaw: row };
    rows.push(row);
  }
  return { rows };
}

interface Reading {
  readonly rows: readonly Row[];
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
  const first = (text: string, columns: string[]) => read(text, columns).rows[0]?.cells;
  expect(first("plate;no. a,b,c\nx;y\n", ["plate"])).toEqual(["plate", "no. a,b,c"]);
  expect(first("plate, no;x\nAB1;y\n", ["plate, no"])).toEqual(["plate, no", "x"]);
  expect(first("AB1,VW,x\nCD2,Volvo,y;z\n", [])).toEqual(["AB1", "VW", "x"]);
  expect(first("a,b;c\n1,2;3\n", [])).toEqual(["a,b", "c"]);
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
    const { line, column } = new Lines("a.csv", text).sourceAt(flaw?.at ?? 0);
    expect(flaw && `${line}:${column} ${flaw.message}`).toBe(expected);
  },
);
