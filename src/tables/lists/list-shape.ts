import { z } from "zod";
import type { Source } from "../../allowlist/index.ts";
import {
  CAR_FIELDS,
  CELL_TEXT,
  COLUMN_FIELDS,
  COUNT,
  DAYS,
  FREE_TEXT,
  features,
  HEADER,
  listOf,
  NAME,
  named,
  oneOf,
  optional,
  PLATE,
  rare,
  SHRINK_LIMIT,
  section,
  text,
  type ValueKind,
  value,
} from "../../schema/values/index.ts";
import { type DateFormat, parseDateFormat } from "../spreadsheet/date-format.ts";
import { isEncoding } from "../spreadsheet/decode-text.ts";

/** How dates are written. */
const DATE_FORMAT: ValueKind<DateFormat> = {
  expectation: "a format of dates: YYYY or YY, MM or M, DD or D, with separators; or `serial`",
  read: parseDateFormat,
  schema: text(/^(?:[YMD][YMD .,/-]*|serial)$/),
};
/** How the characters of a file are stored. */
const ENCODING: ValueKind<string> = {
  expectation: "the name of an encoding that is known here, such as `windows-1252`",
  read: (written) => (isEncoding(written) ? written : undefined),
  schema: text(/^[A-Za-z][A-Za-z0-9_:.-]*$/),
};

// One text may be without brackets.
function conditions(description: string) {
  const texts = value(CELL_TEXT, "A text of the column, in any case; `*` for any text.", "aktiv");
  const list = z.union([
    listOf(texts),
    z.pipe(
      texts,
      z.transform((one: string) => [one]),
    ),
  ]);
  return z.record(z.string(), list).meta({ description }).exactOptional();
}

const listReference = rare(() =>
  section({
    file: value(FREE_TEXT, "A path or pattern relative to the fleet file, inside its folder.", "cars/leasing.csv"),
    sheet: optional(NAME, "The sheet of an .xlsx file; the one that has the named columns when missing.", "Cars"),
    header: optional(
      HEADER,
      "The row with the column names; found in the first 20 when missing. false: there is none, and columns are numbers from 1.",
      "3",
    ),
    column: optional(NAME, "The header of the column with the plates; required for .csv and .xlsx.", "plate"),
    ...named(
      COLUMN_FIELDS.map((field) => {
        const { column, columnExample } = CAR_FIELDS[field];
        return [field, optional(NAME, `The header of ${column}.`, columnExample)] as const;
      }),
    ),
    account: optional(
      NAME,
      "The header of the column with the id of a declared billing account; only in `carsFrom` at the top.",
      "Customer no.",
    ),
    where: conditions(
      "Columns by their headers, each with the texts that rows must have there to be read; others are counted.",
    ),
    whereNot: conditions("The same with texts of rows that are not read."),
    plates: listOf(value(PLATE, "A cell that is a plate although nothing else says so.", "OLE"))
      .meta({ description: "Cells of the list that are plates although nothing else speaks for them." })
      .exactOptional(),
    skip: listOf(
      value(
        CELL_TEXT,
        "A text in the column of plates, in any case; `*` for any text; empty for empty cells.",
        "bestellt",
      ),
    )
      .meta({ description: "Cells of the column of plates whose rows are no cars; these rows are counted." })
      .exactOptional(),
    duplicates: optional(
      oneOf(["error", "latest"]),
      "Of several rows with one plate: an error, or the one that holds today and begins latest, else the last one.",
      "latest",
    ),
    dates: optional(DATE_FORMAT, "How dates are written in the file; YYYY-MM-DD when missing.", "DD.MM.YYYY"),
    months: optional(
      oneOf(["last", "first"]),
      "Which day a cell with a month or a year alone is in the column of last days; its row is unclear when missing.",
      "last",
    ),
    noEnd: listOf(value(CELL_TEXT, "A text in the column of last days, in any case.", "unbefristet"))
      .meta({ description: "Cells of the column of last days that mean: no end. The usual words are known." })
      .exactOptional(),
    encoding: optional(ENCODING, "The encoding of the file; utf-8 when missing.", "windows-1252"),
    features: features.meta({ description: "The features of all cars of the list; global mode only." }).exactOptional(),
    atLeast: optional(COUNT, "How many rows the list must have at least, so that a failed export is noticed.", "700"),
    maxShrink: optional(
      SHRINK_LIMIT,
      "Apply stops when the list has lost more cars than this since it was last applied: a share, or a number.",
      "10%",
    ),
    maxAge: optional(DAYS, "Apply stops when the list was last changed longer ago than this.", "2d"),
    grace: optional(DAYS, "A car that vanishes from the list stays listed for so long, in case that it returns.", "3d"),
  }).meta({ title: "A file with cars" }),
);

/** Lists in other files. */
export const carsFrom = listOf(listReference)
  .meta({ description: "Cars in .csv, .xlsx and .txt files." })
  .exactOptional();

/** One item of `carsFrom`. */
export type ListReference = z.output<typeof listReference>;

/** A `carsFrom` item with the place where it is written. */
export interface PlacedReference {
  readonly reference: ListReference;
  readonly source: Source;
}
