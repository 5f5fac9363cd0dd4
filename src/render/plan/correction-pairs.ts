import type { MarkedText } from "../html/page.ts";
import type { PlannedChange, PlannedScope } from "../text/phrases.ts";

/** An added and a deleted car that may be one car, written two ways. */
export interface CorrectionPair {
  readonly added: string;
  readonly deleted: string;
}

/** The pairs that the plan names, in the order of the added cars. */
export function correctionPairsOf(scope: PlannedScope): CorrectionPair[] {
  const deletes = new Set(platesOf(scope, "delete"));
  return scope.changes
    .filter((change) => change.action === "add")
    .flatMap((change) => {
      const { licenseNumber: added, twin: deleted } = change;
      return deleted !== undefined && deletes.has(deleted) ? [{ added, deleted }] : [];
    });
}

/** Marks what two texts do not share between their common beginning and their common end. */
export function markDifference(text: string, twin: string): MarkedText {
  const [mine, other] = [[...text], [...twin]];
  const shortest = Math.min(mine.length, other.length);
  let start = 0;
  while (start < shortest && mine[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && mine.at(-1 - end) === other.at(-1 - end)) end += 1;
  const until = mine.length - end;
  return {
    before: mine.slice(0, start).join(""),
    changed: mine.slice(start, until).join(""),
    after: mine.slice(until).join(""),
  };
}

function platesOf(scope: PlannedScope, action: PlannedChange["action"]): string[] {
  return scope.changes.filter((change) => change.action === action).map((change) => change.licenseNumber);
}
