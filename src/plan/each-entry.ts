import { type PlateKey, PlateTable } from "../allowlist/index.ts";
import { eachInSteps, ITEMS_A_STEP, type Steps } from "../runtime/steps.ts";

/** Works on each entry in turn. To ask an iterator for each row of a long table takes longer than what is done with most of them. */
export function* eachEntry<Entry extends object>(
  entries: ReadonlyMap<PlateKey, Entry>,
  work: (entry: Entry) => void,
): Steps<void> {
  if (!(entries instanceof PlateTable)) return yield* eachInSteps(entries.values(), work);
  for (let from = 0; from < entries.size; from += ITEMS_A_STEP) {
    entries.visitRows(from, from + ITEMS_A_STEP, work);
    if (from + ITEMS_A_STEP <= entries.size) yield;
  }
}
