import type { SkippedRows } from "../../allowlist/index.ts";
import type { Cell } from "../spreadsheet/cell.ts";
import { nameIn } from "./header.ts";
import type { ListReference } from "./list-shape.ts";

/** Says of a cell of the column of plates which text of `skip` it is, trimmed and in any case; undefined where it is none. */
export type SkipRule = (cell: Cell) => string | undefined;

/** The rule of one item of `carsFrom`. */
export function skipRule({ skip = [] }: ListReference): SkipRule {
  const known = new Map(skip.map((text) => [comparable(text), text]));
  if (known.size === 0) return () => undefined;
  return (cell) => known.get(typeof cell === "string" || cell.kind === "number" ? comparable(nameIn(cell)) : "\0");
}

/** Counts the rows of lists that are left out, by the item of `carsFrom` that names the list, and by their cause. */
export class SkippedCounter {
  readonly #counts = new Map<ListReference, Map<string, SkippedRows>>();

  add(reference: ListReference, skipped: SkippedRows): void {
    const counts = this.#counts.get(reference) ?? new Map<string, SkippedRows>();
    this.#counts.set(reference, counts);
    addTo(counts, skipped);
  }

  /** How many rows the `skip` of an item leaves out. */
  skippedBy(reference: ListReference): number {
    const rows = [...(this.#counts.get(reference)?.values() ?? [])];
    return rows.reduce((sum, { why, rows }) => (why === "skip" ? sum + rows : sum), 0);
  }

  /** All of them, in the order in which they were met; a list that several items name stands there once for each cause. */
  all(): readonly SkippedRows[] {
    const counts = new Map<string, SkippedRows>();
    for (const of of this.#counts.values()) for (const one of of.values()) addTo(counts, one);
    return [...counts.values()];
  }
}

function addTo(counts: Map<string, SkippedRows>, one: SkippedRows): void {
  const key = JSON.stringify([one.file, one.why, one.found]);
  const { rows = 0 } = counts.get(key) ?? {};
  counts.set(key, { ...one, rows: rows + one.rows });
}

function comparable(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
