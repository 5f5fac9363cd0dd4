import { matchesWildcards } from "../../allowlist/index.ts";
import { type Cell, nameIn, type Row } from "../spreadsheet/cell.ts";
import type { Columns } from "./header.ts";
import type { ListReference } from "./list-shape.ts";

/** Says why a row is left out by what an item of `carsFrom` says, and by which text of `skip`; undefined for a row that is read. */
export type RowChoice = (row: Row) => { readonly why: "skip" | "where"; readonly found?: string } | undefined;

/** Whether a cell is one of these texts, in any case and with any blanks; `*` means any text. */
function cellTest(texts: readonly string[]): (cell: Cell) => string | undefined {
  const plain = new Map(texts.filter((text) => !text.includes("*")).map((text) => [comparable(text), text]));
  const patterns = texts.filter((text) => text.includes("*")).map((text) => ({ text, pattern: comparable(text) }));
  return (cell) => {
    const text = comparable(typeof cell === "object" && cell.kind === "boolean" ? String(cell.value) : nameIn(cell));
    return plain.get(text) ?? patterns.find(({ pattern }) => matchesWildcards(pattern, text))?.text;
  };
}

// `?` is a sign like others here.
function comparable(text: string): string {
  return text.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ").replaceAll("?", "\u00bf");
}

/** What an item of `carsFrom` says of its rows. */
export function rowChoice({ skip = [], where = {}, whereNot = {} }: ListReference, columns: Columns): RowChoice {
  const plateAt = columns.get("column") ?? 0;
  const skips = skip.length > 0 ? cellTest(skip) : () => undefined;
  const tests = [...testsOf(where, columns, true), ...testsOf(whereNot, columns, false)];
  return ({ cells }) => {
    const plate = cells[plateAt] ?? "";
    const found = typeof plate === "string" || plate.kind === "number" ? skips(plate) : undefined;
    if (found !== undefined) return { why: "skip", found };
    const isWanted = tests.every(({ at, test, isIt }) => (test(cells[at] ?? "") !== undefined) === isIt);
    return isWanted ? undefined : { why: "where" };
  };
}

function testsOf(conditions: NonNullable<ListReference["where"]>, columns: Columns, isIt: boolean) {
  return Object.entries(conditions).flatMap(([name, texts]) => {
    const at = columns.get(`where ${name}`);
    return at === undefined ? [] : [{ at, test: cellTest(texts), isIt }];
  });
}
