import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

export const TEXT = z.string();
export const TEXTS = z.array(TEXT);
export const NUMBER = z.number();
export const FLAG = z.boolean();

const Tables = z.record(z.string(), z.array(z.union([TEXT, z.record(z.string(), z.unknown())])));

/**
 * The rows of a table in the data file beside a test (`a.test.yaml` beside `a.test.ts`) as `it.each` takes them: the values
 * of each row in the order in which they are written. Throws where a row has others than these columns.
 */
export function rowsOf<Columns extends [z.ZodType, ...z.ZodType[]]>(
  test: string,
  table: string,
  ...columns: Columns
): z.output<z.ZodTuple<Columns, null>>[] {
  return tableOf(test, table).map((row) => z.tuple(columns).parse(Object.values(row)));
}

/** A table of the data file that is a list of texts. */
export function textsOf(test: string, table: string): string[] {
  return TEXTS.parse(tableOf(test, table));
}

function tableOf(test: string, table: string) {
  const rows = Tables.parse(parse(readFileSync(new URL(test.replace(/\.[jt]s$/, ".yaml")), "utf8")))[table];
  if (rows === undefined) throw new Error(`${test} has no table: ${table}`);
  return rows;
}
