import type { LiveScope, PlateRules, Scope } from "../allowlist/index.ts";
import type { CarRow } from "../ports/index.ts";
import { LiveTable } from "./live-table.ts";

/** The rows of a list as a live scope: keyed by plate, rows of one car joined, rows that are no plates set aside. */
export function liveScopeOf(scope: Scope, rows: Iterable<CarRow>, rules: PlateRules): LiveScope {
  const table = new LiveTable(rules);
  for (const row of rows) table.add(row);
  return liveScopeFrom(scope, table);
}

/** A table of rows as a live scope; `repeated` came in several equal rows. */
export function liveScopeFrom(scope: Scope, table: LiveTable, repeated: readonly string[] = []): LiveScope {
  const live = { scope, source: "list" as const, entries: table, unreadable: table.unreadable };
  return repeated.length === 0 ? live : { ...live, repeated: [...new Set(repeated)].sort() };
}
