import type { Scope } from "../allowlist/index.ts";
import type { AuditedList, ListChange } from "./facts.ts";

/** A difference with the list that it is about. */
export interface PlacedChange extends ListChange {
  readonly scope: Scope;
  readonly list: AuditedList;
}

/** The differences of one kind, of all lists that were read. */
export function* changesIn(
  lists: readonly AuditedList[],
  action: ListChange["action"],
): Generator<PlacedChange, void, undefined> {
  for (const list of lists) {
    for (const change of list.read?.changes ?? []) {
      if (change.action === action) yield { ...change, scope: list.desired.scope, list };
    }
  }
}
