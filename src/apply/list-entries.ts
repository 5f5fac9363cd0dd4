import type { DesiredScope, ListMemory, Scope, WatchedList } from "../allowlist/index.ts";
import type { JournalEntry, ListFileNews, Memory } from "../ports/index.ts";
import type { ApplyResult } from "./apply-plan.ts";

/** What the journal learns of the list files of the scopes of a run, in comparison with what it knew. */
export function listEntries(
  desired: readonly DesiredScope[],
  { scopes }: ApplyResult,
  memory: Memory,
): readonly JournalEntry[] {
  const byScope = new Map<Scope, DesiredScope>(desired.map((one) => [one.scope, one]));
  return scopes.flatMap(({ scope, counts }) => {
    const { lists = [] } = byScope.get(scope) ?? {};
    const known = memory.get(scope)?.lists ?? new Map<string, ListMemory>();
    const isComplete = counts.unknown === 0 && counts.notSent === 0;
    const news = [
      ...forgottenLists(lists, known),
      ...lists.map((list) => newsOf(list, known.get(list.name), isComplete)),
    ];
    return news
      .filter((one) => Object.keys(one).length > 1)
      .map((one) => ({ kind: "list-file" as const, scope, ...one }));
  });
}

// What is taken out of the fleet file on purpose starts afresh when it comes back.
function forgottenLists(lists: readonly WatchedList[], known: ReadonlyMap<string, ListMemory>): ListFileNews[] {
  const names = new Set(lists.map(({ name }) => name));
  return [...known.keys()].filter((list) => !names.has(list)).map((list) => ({ list, forgotten: true }));
}

function newsOf(list: WatchedList, known: ListMemory | undefined, isComplete: boolean): ListFileNews {
  const isNews = list.maxShrink !== undefined && isComplete && list.cars !== known?.cars;
  return { list: list.name, ...(isNews && { cars: list.cars }) };
}
