import { isDeleteGuard, type Plan } from "../plan/index.ts";
import type { JournalEntry, Memory } from "../ports/index.ts";

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
