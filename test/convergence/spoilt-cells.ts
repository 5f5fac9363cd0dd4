import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { type Spoil, table, csv as textOf, written } from "./lease-system.ts";

function one<Dress>(dress: number, dresses: readonly [Dress, Dress, Dress]): Dress {
  return dresses[dress] ?? dresses[0];
}

/** Every cell of a column made something else; the first row has the names. */
function mapped(
  rows: readonly (readonly string[])[],
  column: number,
  make: (cell: string, at: number) => string,
): readonly (readonly string[])[] {
  return rows.map((cells, row) => cells.map((cell, at) => (row > 0 && at === column ? make(cell, row) : cell)));
}

const [PLATE, DRIVER, END] = [0, 2, 4];

/** What systems, spreadsheets and code pages make of days and texts, each in three dresses. */
export const SPOILT_CELLS: Readonly<Record<string, Spoil>> = {
  "a zero date for no end": {
    make: ({ cars, dress }) => {
      const zero = one(dress, ["1900-01-01", "0000-00-00 00:00:00", "0001-01-01T00:00:00Z"]);
      return mapped(table(cars), END, (end) => (end === "" ? zero : end));
    },
  },
  "a word for no end": {
    isRead: true,
    make: ({ cars, dress }) => {
      const word = one(dress, ["unbefristet", "Open end", "-"]);
      return mapped(table(cars), END, (end) => (end === "" ? word : end));
    },
  },
  "last days with a time": {
    isRead: true,
    only: "csv",
    make: ({ cars, dress }) => {
      const time = one(dress, [" 23:59:59", "T23:59:59.997", " 00:00"]);
      return textOf(mapped(table(cars), END, (end) => (end === "" ? end : end + time)));
    },
  },
  "last days of another zone": {
    only: "csv",
    make: ({ cars, dress }) => {
      const time = one(dress, ["T22:00:00Z", "T23:59:59+01:00", " 23:00 UTC"]);
      return textOf(mapped(table(cars), END, (end, row) => (row < 4 ? `2031-12-31${time}` : end)));
    },
  },
  "a month for a last day": {
    make: ({ cars, today, dress }) => {
      const [year, month] = today.split("-");
      const shown = one(dress, [`${month}/${year}`, `${year}-${month}`, year ?? ""]);
      return mapped(table(cars), END, (end, row) => (row < 4 ? shown : end));
    },
  },
  "a cell that shows a month": {
    only: "xlsx",
    make: ({ cars, dress }) => {
      const format = one(dress, ["mmm yy", "mm/yyyy", "yyyy"]);
      const cells = (row: readonly string[], at: number) =>
        at > 0 && at < 4 ? [...row.slice(0, END), { serial: 46_143, format }] : row;
      return workbookWith(table(cars).map(cells));
    },
  },
  "formulas that keep zeros": {
    isRead: true,
    only: "csv",
    make: ({ cars, dress }) => {
      const formula = one(dress, [
        (text: string) => `="${text}"`,
        (text) => `"=""${text}"""`,
        (text) => `="${text}"  `,
      ]);
      return textOf(mapped(table(cars), PLATE, formula));
    },
  },
  "blanks of another kind": {
    make: ({ cars, dress }) => {
      const blank = one(dress, ["\u00a0", "\u202f", "  "]);
      return mapped(table(cars), PLATE, (plate, row) =>
        row < 9 ? `${plate.slice(0, 2)}${blank}${plate.slice(2)}` : plate,
      );
    },
  },
  "hyphens of another kind": {
    make: ({ cars, dress }) => {
      const hyphen = one(dress, ["\u2011", "\u2013", "\u2212"]);
      return mapped(table(cars), PLATE, (plate, row) =>
        row < 9 ? `${plate.slice(0, 2)}${hyphen}${plate.slice(2)}` : plate,
      );
    },
  },
  "line ends of the old Macintosh": {
    isRead: true,
    only: "csv",
    make: ({ cars, dress }) => {
      const note = one(dress, ["Jens", '"Jens\nBo"', '"Jens; Bo"']);
      return textOf(mapped(table(cars), DRIVER, (driver, row) => (row === 2 ? note : driver))).replace(
        /\n(?!Bo")/g,
        "\r",
      );
    },
  },
  "names that were decoded twice": {
    isRead: true,
    make: ({ cars, dress }) => {
      const name = one(dress, ["SÃ¸ren Ã….", "S√∏ren", "S├©ren"]);
      return mapped(table(cars), DRIVER, () => name);
    },
  },
  "another code page": {
    only: "csv",
    make: ({ cars, dress }) => {
      const letter = one(dress, [0x9b, 0xbf, 0xf8]);
      return Buffer.from(textOf(mapped(table(cars), DRIVER, () => `S${String.fromCharCode(letter)}ren`)), "latin1");
    },
  },
  JSON: {
    only: "csv",
    make: ({ cars, dress }) => {
      const rows = cars.map(({ plate }) => ({ plate }));
      return one(dress, [
        JSON.stringify(rows),
        JSON.stringify({ cars: rows }, null, 2),
        rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
      ]);
    },
  },
  "a workbook that was copied as text": {
    only: "xlsx",
    make: ({ cars, dress }) => {
      const encoding = one(dress, ["utf8", "latin1", "utf8"] as const);
      return Buffer.from(Buffer.from(written("xlsx", table(cars))).toString(encoding), "utf8");
    },
  },
};
