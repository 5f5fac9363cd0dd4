import { listDigest } from "../../allowlist/index.ts";
import { isDeleteGuard, type Plan } from "../../plan/index.ts";
import type { JournalEntry, Memory } from "../../ports/index.ts";
import type { ApplyResult } from "../run/report.ts";

/** What the journal learns of the lists before the first request of a run leaves. */
export function openingEntries(plan: Plan, memory: Memory): readonly JournalEntry[] {
  const allowed = plan.guards.filter((guard) => isDeleteGuard(guard) && guard.overriddenBy !== undefined);
  return plan.scopes.flatMap(({ scope, live, counts }): JournalEntry[] => {
    const isAllowed = allowed.some((guard) => guard.scope === scope || guard.scope === "all");
    return [
      ...(live.source === "list" && !memory.get(scope)?.wasRead ? [{ kind: "list-read", scope } as const] : []),
      ...(counts.delete > 0
        ? [{ kind: "deletes-planned", scope, count: live.count, ...(isAllowed && { allowed: true as const }) } as const]
        : []),
    ];
  });
}

/**
 * What the state should remember of how large the lists are. A list counts as seen once a run has ended with every outcome
 * known; only then can the next run tell that it shrank.
 */
export function listSnapshot(
  plan: Plan,
  { scopes, lastLive }: ApplyResult,
  before: Memory,
  readMemory: () => Memory,
): JournalEntry[] {
  // A list that was read says what it holds; to read the whole journal once more takes as long as the rest of the run.
  const memory = plan.scopes.every(({ live }) => live.source === "list") ? before : readMemory();
  const snapshots: JournalEntry[] = [];
  for (const [at, { scope, counts, changedMeanwhile }] of scopes.entries()) {
    if (counts.unknown > 0 || counts.notSent > 0 || changedMeanwhile) continue;
    const known = memory.get(scope);
    const isListed = plan.scopes[at]?.live.source === "list";
    const entries = isListed ? lastLive.get(scope)?.entries : known?.entries;
    if (!entries || entries.size === known?.lastCount) continue;
    const inPart = plan.scopes[at]?.leftOut && { inPart: true as const };
    snapshots.push({ kind: "seen", scope, count: entries.size, digest: listDigest(entries.values()), ...inPart });
  }
  return snapshots;
}
