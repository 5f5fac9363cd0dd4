import type { PlateKey } from "../values/plate.ts";
import type { Scope } from "../values/scope.ts";
import { type DesiredScope, isValidOn } from "./desired-state.ts";

/** The cars that these lists want on that day (YYYY-MM-DD), each with the first list that wants it. */
export function wantedElsewhere(lists: readonly DesiredScope[], day: string): ReadonlyMap<PlateKey, Scope> {
  const wanted = new Map<PlateKey, Scope>();
  for (const { scope, entries } of lists)
    for (const entry of entries.values())
      if (isValidOn(entry, day) && !wanted.has(entry.plateKey)) wanted.set(entry.plateKey, scope);
  return wanted;
}
