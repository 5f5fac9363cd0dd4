import { readFileSync } from "node:fs";
import { z } from "zod";
import { type PlateKey, plateKeyOf } from "../../src/allowlist/index.ts";
import { judgeColumn } from "../../src/plate-series/judge-column.ts";
import { ownDoubt, type PlateCell } from "../../src/plate-series/plate-cell.ts";

const fileOf = (name: string) => readFileSync(new URL(`held-out/${name}`, import.meta.url), "utf8");
const COUNTRY = z
  .string()
  .nullable()
  .transform((country) => country ?? "");
const TEXTS = z.array(z.string());

/** The rows of a file of values with commas, without comments and the names of the columns. */
function rowsOf(name: string): readonly (readonly string[])[] {
  const lines = fileOf(name)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
    );
  return lines.slice(1).map(cells);
}

/** Texts that are no plates. */
export const OTHER_TEXTS = rowsOf("texts.csv").map(([text = ""]) => text);

/** What became of plates: the plate, and the text in the list. */
export const DAMAGES = rowsOf("damages.csv").map(([plate = "", text = ""]) => ({
  plate,
  text: text.replaceAll("\\n", "\n").replaceAll("\\t", "\t"),
}));

/** Columns of plates; `kinds`: those that are not of the usual series of the column. */
export const COLUMNS = z
  .array(
    z.strictObject({
      name: z.string(),
      country: COUNTRY,
      spelling: z.string(),
      cells: TEXTS,
      kinds: z.record(z.string(), TEXTS),
    }),
  )
  .parse(JSON.parse(fileOf("columns.json")));

/** Whole exports; the first cell of each row is the truth about it. */
export const EXPORTS = z
  .array(
    z.strictObject({
      name: z.string(),
      country: COUNTRY,
      column: z.string(),
      header: TEXTS,
      rows: z.array(TEXTS),
    }),
  )
  .parse(JSON.parse(fileOf("exports.json")));

/** What a list hands on of a cell: blanks and hyphens are the ordinary ones; undefined for what cannot be read as a plate. */
export function cellOf(written: string, country: string): PlateCell | undefined {
  const text = written
    .replace(/[\u00ad\u2010-\u2015\u2043\u2212]/g, "-")
    .replace(/[^\S\n\r]+/g, " ")
    .trim();
  const plateKey = plateKeyOf(text, { foldLookalikes: false });
  if (plateKey === undefined) return undefined;
  return { licenseNumber: text, plateKey, ...(country !== "" && { country }) };
}

/** Judges a column, and gives what is doubtful about one of its cells. */
export function doubtIn(column: readonly PlateCell[], textOf: (plateKey: PlateKey) => string | undefined) {
  const declared = new Set(column.flatMap(({ country }) => country ?? []));
  const cells = { cells: column, doubts: column.map(ownDoubt), declared };
  const plates = { ...cells, named: new Set<PlateKey>(), isAlone: () => false };
  const doubts = judgeColumn(plates, { textOf, keys: () => [] });
  const byCell = new Map(column.map((cell, at) => [cell, doubts[at]]));
  return (cell: PlateCell) => byCell.get(cell);
}
