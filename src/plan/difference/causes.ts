import {
  type DesiredScope,
  type DesiredState,
  formatSource,
  isValidOn,
  type PlateKey,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import type { Change, PlanWarning } from "../model/plan.ts";
import type { ScopeDiff } from "./compare-list.ts";

/** Most edits without effect that a plan names for one scope. */
const MOST_NAMED = 50;

/** One scope as it is now and as it was at the base revision, each compared with the same live list. */
export interface BaseComparison {
  readonly desired: DesiredScope;
  readonly diff: ScopeDiff;
  /** Absent when the base revision did not have the scope. */
  readonly base: { readonly desired: DesiredScope; readonly diff: ScopeDiff } | undefined;
  readonly memory: ScopeMemory | undefined;
  readonly day: string;
}

/**
 * What brought each change about: what the base revision would have done as well is drift of the list or a date that
 * came, everything else is an edit since then.
 */
export function causesOf({
  desired,
  base,
  memory,
  day,
}: BaseComparison): (change: Change) => NonNullable<Change["cause"]> {
  const anyway = new Set(base ? changesOf(base.diff).map(identityOf) : []);
  return (change) => {
    if (!anyway.has(identityOf(change))) return "edit";
    const entry = desired.entries.get(change.plateKey);
    if (change.action === "delete") return entry && !isValidOn(entry, day) ? "date" : "drift";
    const isNew = entry?.validFrom !== undefined && !memory?.entries.has(change.plateKey);
    return isNew && change.action === "add" ? "date" : "drift";
  };
}

/** Lists that the base revision declares and the current files do not: nothing is planned for them, which would look like no change. */
export function releasedScopes(desired: DesiredState, base: DesiredState): PlanWarning[] {
  const named = new Set(desired.scopes.map(({ scope }) => scope));
  return base.scopes
    .filter(({ scope }) => !named.has(scope))
    .map(({ scope, entries }) => {
      const cars = entries.size === 1 ? "1 car" : `${entries.size} cars`;
      const message = `${scope} was removed from the file with ${cars}: its list stays as it is and is no longer managed`;
      return { code: "list-released", message, scope };
    });
}

/** Edits since the base revision that change nothing: the list is so already, the car was not on it, or it is exempt. */
export function editsWithoutEffect({ desired, diff, base, day }: BaseComparison): PlanWarning[] {
  const changed = new Set(changesOf(diff).map(({ plateKey }) => plateKey));
  const exempt = new Map(diff.exempt.map(({ plateKey, reason }) => [plateKey, reason]));
  const before = base?.desired.entries ?? new Map();
  const wants = (scope: DesiredScope | undefined, plateKey: PlateKey) => {
    const entry = scope?.entries.get(plateKey);
    return entry !== undefined && isValidOn(entry, day);
  };
  const warnings: PlanWarning[] = [];
  for (const [plateKey, entry] of desired.entries) {
    if (changed.has(plateKey) || !wants(desired, plateKey)) continue;
    const previous = wants(base?.desired, plateKey) ? base?.desired.entries.get(plateKey) : undefined;
    if (previous && previous.features.join() === entry.features.join()) continue;
    const what = previous
      ? "has other features in the file, and the list has them already"
      : "was added to the file and is on the list already";
    const { licenseNumber, source } = entry;
    warnings.push(editWithoutEffect(`${licenseNumber} ${what}`, { licenseNumber, source: formatSource(source) }));
  }
  for (const [plateKey, entry] of before) {
    if (changed.has(plateKey) || !isValidOn(entry, day) || wants(desired, plateKey)) continue;
    const reason = exempt.get(plateKey);
    const why = reason === undefined ? "is not on the list" : `stays on the list (${reason})`;
    const { licenseNumber } = entry;
    warnings.push(editWithoutEffect(`${licenseNumber} was removed from the file and ${why}`, { licenseNumber }));
  }
  const more = warnings.length - MOST_NAMED;
  return more > 0
    ? [...warnings.slice(0, MOST_NAMED), editWithoutEffect(`${more} more edits have no effect`)]
    : warnings;
}

function editWithoutEffect(message: string, about: Pick<PlanWarning, "licenseNumber" | "source"> = {}): PlanWarning {
  return { code: "edit-without-effect", message, ...about };
}

function changesOf(diff: ScopeDiff): Change[] {
  return [...diff.adds, ...diff.updates, ...diff.deletes];
}

function identityOf({ plateKey, action, features }: Change): string {
  return JSON.stringify([plateKey, action, features?.to]);
}
