import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

export const TEXT = z.string();
export const TEXTS = z.array(TEXT);

const Tables = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/**
 * The rows of a table in the data file beside a test (`a.test.yaml` beside `a.test.ts`) as `it.each` takes them: the values
 * of each row in the order in which they are written. Throws where a row has others than these columns.
 */
export function rowsOf<Columns extends [z.ZodType, ...z.ZodType[]]>(
  test: string,
  table: string,
  ...columns: Columns
): z.output<z.ZodTuple<Columns, null>>[] {
  const tables = Tables.parse(parse(readFileSync(new URL(test.replace(/\.ts$/, ".yaml")), "utf8")));
  const rows = tables[table];
  if (rows === undefined) throw new Error(`${test} has no table: ${table}`);
  return rows.map((row) => z.tuple(columns).parse(Object.values(row)));
}
