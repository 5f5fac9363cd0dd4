import type { Policy, ScopeMemory } from "../../allowlist/index.ts";
import type { ScopeDiff } from "../difference/compare-list.ts";
import { daysSentBefore, earlierDeletes, windowOf } from "../judge/joint-guards.ts";
import type { ScopeCounts, ScopePlan } from "../model/plan.ts";

/** The counts of one list; `detach`: how many cars are taken from parking users. */
export function countsOf(diff: ScopeDiff, detach: number): ScopeCounts {
  return {
    add: diff.adds.length,
    update: diff.updates.length,
    delete: diff.deletes.length,
    ...(detach > 0 && { detach }),
    unchanged: diff.unchanged,
    exempt: diff.exempt.length,
  };
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

/** What guards count of a list besides its changes. `today`: YYYY-MM-DD. */
export function guardedCounts(
  { memory, diff }: { readonly memory: ScopeMemory | undefined; readonly diff: ScopeDiff },
  policy: Policy,
  today: string,
): Pick<ScopePlan, "guarded"> {
  const { adds, newAdds, deletes } = diff;
  const sentBefore = daysSentBefore(memory, deletes);
  const recent = earlierDeletes({ memory, sentBefore }, windowOf(policy).days, today);
  if (newAdds === adds.length && recent === 0) return {};
  return {
    guarded: { ...(newAdds !== adds.length && { newAdds }), ...(recent > 0 && { recentDeletes: recent }) },
  };
}
