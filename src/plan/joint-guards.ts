import {
  DEFAULT_TOTAL,
  DEFAULT_WINDOW,
  type DeleteWindow,
  daysBetween,
  type ListDay,
  type Policy,
  type ScopeMemory,
} from "../allowlist/index.ts";
import { type GuardedScope, type GuardRules, type PlanPart, shareOf, type Totals, verdictOf } from "./guard-verdict.ts";
import type { Change, Guard, GuardRule } from "./plan.ts";

/**
 * What all lists lose together, in this plan and over the last days: many small losses add up to a large one that no list
 * notices. With a single list, its own guards say the same, unless the file gives a total of its own.
 */
export function maxDeletesTogether(scopes: readonly GuardedScope[], rules: GuardRules, totals: Totals): Guard[] {
  const { total } = rules.policy.maxDeletes;
  if (totals.deletes === 0) return [];
  if (rules.part) return togetherWithOtherParts(scopes, rules, totals, rules.part);
  if (scopes.length < 2 && !total) return [];
  const { percent, count, always } = total ?? DEFAULT_TOTAL;
  const live = scopes.reduce((sum, scope) => sum + scope.live.entries.size, 0);
  const limit = Math.min(count, Math.max(always, shareOf(percent, live)));
  const found = { scope: "all", actual: totals.deletes, planned: totals.deletes } as const;
  return [
    verdictOf({ rule: "maxDeletes.total", ...found, limit }, rules, totals),
    ...(scopes.length < 2 ? [] : inWindow(scopes, "all", { rules, totals, limitOf: limitAbove(always, rules) })),
  ];
}

// The other parts' lists are not read: this part has its share of what the whole plan was measured against.
function togetherWithOtherParts(
  scopes: readonly GuardedScope[],
  rules: GuardRules,
  totals: Totals,
  { whole, shareOf: share, shareOfWindow }: PlanPart,
): Guard[] {
  const limitOf = (rule: GuardRule) =>
    whole.guards.find((guard) => guard.rule === rule && guard.scope === "all")?.limit;
  const [total, window] = [limitOf("maxDeletes.total"), limitOf("maxDeletes.window")];
  const found = { scope: "all", actual: totals.deletes, planned: totals.deletes } as const;
  const live = whole.scopes.reduce((sum, { live: { count } }) => sum + count, 0);
  const { always } = rules.policy.maxDeletes.total ?? DEFAULT_TOTAL;
  const inAll = window ?? Math.max(always, shareOf(windowOf(rules.policy).percent, live));
  return [
    ...(total === undefined
      ? []
      : [
          {
            ...verdictOf({ rule: "maxDeletes.total", ...found, limit: share(total, "deletes") }, rules, totals),
            shareOf: total,
          },
        ]),
    ...inWindow(scopes, "all", { rules, totals, limitOf: () => shareOfWindow(inAll) }).map((guard) => ({
      ...guard,
      shareOf: inAll,
    })),
  ];
}

/** What one list loses over the last days: a little every day empties it as surely as much at once. */
export function maxDeletesInWindow(scope: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  return inWindow([scope], scope.scope, { rules, totals, limitOf: limitAbove(rules.policy.maxDeletes.always, rules) });
}

interface Judging {
  readonly rules: GuardRules;
  readonly totals: Totals;
  /** How many deletes pass of so many cars, the most that there were in the window. */
  readonly limitOf: (largest: number) => number;
}

function limitAbove(always: number, { policy }: GuardRules): Judging["limitOf"] {
  return (largest) => Math.max(always, shareOf(windowOf(policy).percent, largest));
}

/** The days of the window of a list. `day`: today, YYYY-MM-DD. */
function daysOf(memory: ScopeMemory | undefined, policy: Policy, today: string): readonly ListDay[] {
  const { days } = windowOf(policy);
  return (memory?.recent ?? []).filter(({ day }) => daysBetween(day, today) < days);
}

/** How many deletes of a list the journal counts in the window, without those that are planned again. `today`: YYYY-MM-DD. */
export function recentDeletes(
  memory: ScopeMemory | undefined,
  policy: Policy,
  today: string,
  deletedAgain: number,
): number {
  return daysOf(memory, policy, today).reduce((sum, { deletes }) => sum + deletes, 0) - deletedAgain;
}

/** How many of the planned deletes the journal counts in the window: they were sent, and nobody knows what became of them. */
export function deletesAgain(
  { openDeletes }: Pick<ScopeMemory, "openDeletes">,
  deletes: readonly Pick<Change, "plateKey">[],
  policy: Policy,
  today: string,
): number {
  if (!openDeletes) return 0;
  const { days } = windowOf(policy);
  const isCounted = (day: string | undefined) => day !== undefined && daysBetween(day, today) < days;
  return new Set(deletes.flatMap(({ plateKey }) => (isCounted(openDeletes.get(plateKey)) ? plateKey : []))).size;
}

function inWindow(
  scopes: readonly GuardedScope[],
  scope: Guard["scope"],
  { rules, totals, limitOf }: Judging,
): Guard[] {
  let [planned, before, largest] = [0, 0, 0];
  for (const one of scopes) {
    const days = daysOf(one.memory, rules.policy, rules.day);
    planned += one.deletes;
    before += recentDeletes(one.memory, rules.policy, rules.day, one.deletedAgain ?? 0);
    largest += days.reduce((most, day) => Math.max(most, day.most), one.live.entries.size);
  }
  if (planned === 0 || before === 0) return [];
  const limit = limitOf(largest);
  return [verdictOf({ rule: "maxDeletes.window", scope, limit, actual: before + planned, planned }, rules, totals)];
}

// A larger limit for one run applies to the window as well, unless the file sets the window.
function windowOf({ maxDeletes: { percent, window } }: Policy): DeleteWindow {
  return window ?? { ...DEFAULT_WINDOW, percent: Math.max(DEFAULT_WINDOW.percent, percent) };
}
