import type { Scope, ScopeMemory, WatchedList } from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { Guard } from "../model/plan.ts";
import { type GuardRules, shareOf, verdictOf } from "./guard-verdict.ts";

const MS_A_DAY = 24 * 60 * 60_000;

/** The list files of one scope of a plan, with what is known of them. */
export interface ScopeLists {
  readonly scope: Scope;
  readonly lists: readonly WatchedList[];
  readonly memory: ScopeMemory | undefined;
}

/** One list file over all scopes of a plan: a file may hold the cars of several accounts. */
interface ListFile {
  readonly name: string;
  readonly scope: Guard["scope"];
  readonly list: WatchedList;
  /** Cars when last applied and now, of the scopes for which both are known. */
  readonly before: number;
  readonly cars: number;
  /** The same of the rows that its `skip` leaves out. */
  readonly skippedBefore: number;
  readonly skipped: number;
}

/**
 * Whether a list file has lost more cars than it may: an export that was cut off looks like many returned cars, and so does one of
 * which `skip` leaves out many more rows than before.
 */
export function maxShrink(scopes: readonly ScopeLists[], rules: GuardRules): Guard[] {
  const files = filesOf(scopes);
  const totals = { ...rules.totals, shrink: files.reduce((sum, file) => sum + lost(file), 0) };
  return files.flatMap((file) => {
    const limit = limitOf(file);
    const actual = lost(file);
    if (actual === 0 || limit === undefined) return [];
    const { name, scope, before, cars, skippedBefore, skipped } = file;
    const bySkip = skipped - skippedBefore === actual && { skippedBefore, skipped };
    const guard = verdictOf({ rule: "maxShrink", scope, limit, actual, planned: actual }, { ...rules, totals });
    return [{ ...guard, list: { name, before, now: cars, ...bySkip } }];
  });
}

/** Whether a list file is older than it may be: an export that has stopped says nothing of the cars of today. */
export function maxAge(scopes: readonly ScopeLists[], rules: GuardRules): Guard[] {
  const old = filesOf(scopes).flatMap(({ name, scope, list: { maxAge: limit, changed } }) => {
    const actual = changed ? Math.ceil((rules.now - changed.at) / MS_A_DAY) : 0;
    return changed && limit !== undefined && actual > limit ? [{ name, scope, limit, actual, changed }] : [];
  });
  const totals = { ...rules.totals, age: old.reduce((most, { actual }) => Math.max(most, actual), 0) };
  return old.map(({ name, scope, limit, actual, changed: { on, by } }) => {
    const guard = verdictOf({ rule: "maxAge", scope, limit, actual, planned: actual }, { ...rules, totals });
    return { ...guard, list: { name, changedOn: on, changedBy: by } };
  });
}

function limitOf({ list: { maxShrink: limit }, before }: ListFile): number | undefined {
  if (!limit) return undefined;
  return "rows" in limit ? limit.rows : shareOf(limit.percent, before);
}

function lost({ list, before, cars, skippedBefore, skipped }: ListFile): number {
  return list.maxShrink ? Math.max(0, before - cars, skipped - skippedBefore) : 0;
}

function filesOf(scopes: readonly ScopeLists[]): ListFile[] {
  const shares = scopes.flatMap(({ scope, lists, memory }) => {
    return lists.map((list) => {
      const { cars: before, skipped: skippedBefore } = memory?.lists?.get(list.name) ?? {};
      return { scope, list, before, skippedBefore };
    });
  });
  return [...groupBy(shares, ({ list }) => list.name)].flatMap(([name, group]) => {
    const [first] = group;
    if (!first) return [];
    const known = group.filter(({ before }) => before !== undefined);
    const { skipped = 0 } = first.list;
    return [
      {
        name,
        scope: group.length === 1 ? first.scope : "all",
        list: first.list,
        before: known.reduce((sum, { before = 0 }) => sum + before, 0),
        cars: known.reduce((sum, { list }) => sum + list.cars, 0),
        // Each scope remembers it of the whole list.
        skippedBefore: Math.min(...group.map(({ skippedBefore = skipped }) => skippedBefore)),
        skipped,
      },
    ];
  });
}
