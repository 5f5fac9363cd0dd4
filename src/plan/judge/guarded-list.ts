import type { ScopeDifference } from "../difference/scope-difference.ts";

/** Whether all deletes of a list are left out: it cannot be emptied. */
export function losesNothing({ diff, leftOut = [] }: ScopeDifference): boolean {
  return diff.deletes.length === 0 && leftOut.some(({ action }) => action === "delete");
}

/** How many cars that were never sent before a plan does not add now. */
export function newAddsLeftOut({ live, leftOut = [] }: ScopeDifference): number {
  return leftOut.filter(({ action, plateKey }) => action === "add" && !live.entries.has(plateKey)).length;
}
