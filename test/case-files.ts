import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";

/**
 * A test for each row with `what` in the data file beside a test (`a.test.yaml` beside `a.test.ts`), whose tables are named by
 * what their rows have in common; other rows are read by the test itself (`rowsOf`).
 */
export function testRows<Row extends { readonly what: string }>(
  test: string,
  judge: (row: Row, table: string) => unknown,
  isRow: (row: Row) => boolean = () => true,
): void {
  const text = readFileSync(new URL(test.replace(/\.[jt]s$/, ".yaml")), "utf8");
  const tables: Record<string, Row[]> = parse(text, { merge: true, maxAliasCount: -1 });
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows.filter((one) => one.what !== undefined && isRow(one)))
      it(`${table}: ${row.what}`, () => judge(row, table));
}

/** The same values, of which a text that begins or ends with `…` need only be held. */
export function loosely(wanted: object): object {
  const entries = Object.entries(wanted).map(([key, value]) => [
    key,
    typeof value === "string" && /^…|…$/.test(value) ? expect.stringContaining(value.replace(/^…|…$/g, "")) : value,
  ]);
  return Array.isArray(wanted) ? wanted : Object.fromEntries(entries);
}

/** A value with `null` for what it lacks and a row writes so. */
export function shown(value: unknown, wanted: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, at) => shown(one, Array.isArray(wanted) ? wanted[at] : undefined));
  if (!isObject(value) || !isObject(wanted)) return value;
  const lacking = Object.keys(wanted).filter((key) => wanted[key] === null && value[key] === undefined);
  return Object.fromEntries([
    ...Object.entries(value).map(([key, one]) => [key, shown(one, wanted[key])]),
    ...lacking.map((key) => [key, null]),
  ]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
