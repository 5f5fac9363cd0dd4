import { listDigest } from "../../allowlist/index.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import { sortByPlate } from "../model/fingerprints.ts";
import type { Change, LeftOut, ScopeCounts, ScopePlan } from "../model/plan.ts";

/** Most cars of one list that a plan names of those that it leaves out. */
const MOST_NAMED = 20;

/** One list as it stands in the plan. `changes`: explained, in the order of the plan. */
export function scopePlan(difference: ListDifference, changes: readonly Change[]): ScopePlan {
  const { scope, desired, live, exempt } = difference;
  const { source, entries, baseline, older } = live;
  const digest = listDigest(entries.values());
  return {
    scope,
    ...(desired.name !== undefined && { name: desired.name }),
    live: { source, count: entries.size, digest, ...(baseline && { baseline }), ...(older && { older }) },
    changes,
    exempt: sortByPlate(exempt),
    counts: countsOf(difference, changes),
    ...leftOutOf(difference),
  };
}

function countsOf(
  { adds, updates, deletes, unchanged, exempt }: ListDifference,
  changes: readonly Change[],
): ScopeCounts {
  const detach = changes.length - adds.length - updates.length - deletes.length;
  return {
    add: adds.length,
    update: updates.length,
    delete: deletes.length,
    ...(detach > 0 && { detach }),
    unchanged,
    exempt: exempt.length,
  };
}

/** What a plan leaves out of one list, as it stands in the plan. */
export function leftOutOf({ leftOut }: ListDifference): { readonly leftOut?: LeftOut } {
  if (!leftOut) return {};
  const count = (action: LeftOut["cars"][number]["action"]) => leftOut.filter((one) => one.action === action).length;
  const cars = leftOut.slice(0, MOST_NAMED).map(({ action, licenseNumber }) => ({ action, licenseNumber }));
  return { leftOut: { add: count("add"), update: count("update"), delete: count("delete"), cars } };
}

/** The counts of all lists together. */
export function totalCounts(scopes: readonly ScopePlan[]): ScopeCounts {
  const total = { add: 0, update: 0, delete: 0, unchanged: 0, exempt: 0 };
  let detach = 0;
  for (const { counts } of scopes) {
    total.add += counts.add;
    total.update += counts.update;
    total.delete += counts.delete;
    total.unchanged += counts.unchanged;
    total.exempt += counts.exempt;
    detach += counts.detach ?? 0;
  }
  return detach === 0 ? total : { ...total, detach };
}
