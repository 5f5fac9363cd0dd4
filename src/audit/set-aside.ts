import type { RowSetAside } from "../allowlist/index.ts";

/** Rows that could not be judged, the first of them by name. */
export interface RowsSetAside {
  count: number;
  readonly rows: RowSetAside[];
}

/** So many rows are named; a server all of whose rows are odd must not fill the memory. */
const MOST_NAMED = 100;

/** Counts a row that cannot be judged, and names it while there are few. */
export function setAside(all: RowsSetAside, row: RowSetAside): void {
  all.count += 1;
  if (all.rows.length < MOST_NAMED) all.rows.push(row);
}
