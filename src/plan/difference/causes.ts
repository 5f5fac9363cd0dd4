import { isValidOn } from "../../allowlist/index.ts";
import type { Change } from "../model/plan.ts";
import type { CarDifferences, ListDifference } from "./list-difference.ts";

/**
 * What brought each change about: what the base revision would have done as well is drift of the list or a date that
 * came, everything else is an edit since then. Undefined without a base revision. `day`: YYYY-MM-DD.
 */
export function causesOf(
  { desired, memory, base }: ListDifference,
  day: string,
): ((change: Change) => NonNullable<Change["cause"]>) | undefined {
  if (!base) return undefined;
  const anyway = new Set(base === "none" ? [] : allChanges(base).map(identityOf));
  return (change) => {
    if (!anyway.has(identityOf(change))) return "edit";
    const entry = desired.entries.get(change.plateKey);
    if (change.action === "delete") return entry && !isValidOn(entry, day) ? "date" : "drift";
    const isNew = entry?.validFrom !== undefined && !memory?.entries.has(change.plateKey);
    return isNew && change.action === "add" ? "date" : "drift";
  };
}

/** The changes of a list, whatever their action. */
export function allChanges({ adds, updates, deletes }: CarDifferences): Change[] {
  return [...adds, ...updates, ...deletes];
}

function identityOf({ plateKey, action, features }: Change): string {
  return JSON.stringify([plateKey, action, features?.to]);
}
