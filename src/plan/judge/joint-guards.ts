import {
  DEFAULT_TOTAL,
  DEFAULT_WINDOW,
  type DeleteLimit,
  daysBetween,
  type ListDay,
  type PlateKey,
  type Policy,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import type { Change, Guard } from "../model/plan.ts";
import { type GuardedScope, type GuardRules, shareOf, verdictOf } from "./guard-verdict.ts";

/** A list of so many cars or more never loses more than half of them without being asked, whatever `always` says. */
const SMALLEST_HALVED_LIST = 4;

/** A list that a limit of deletes counts: one of this run, or another one that the journal knows. */
interface LosingList {
  /** Deletes of this plan. */
  readonly deletes: number;
  /** The cars on it now, as far as is known. */
  readonly cars: number;
  readonly memory: ScopeMemory | undefined;
  readonly sentBefore?: readonly string[];
}

/** One limit of deletes: of which lists, and over how many days. */
interface Limit {
  readonly rule: "maxDeletes" | "maxDeletes.total" | "maxDeletes.window";
  readonly scope: Guard["scope"];
  readonly lists: readonly LosingList[];
  /** Deletes of earlier runs on so many days count, today included; 0: those of this plan alone. */
  readonly days: number;
  /** How many pass of so many cars, the most that there were on these days. */
  readonly allowed: (cars: number) => number;
}

/** What one plan takes from a list. */
export function maxDeletes(scope: GuardedScope, rules: GuardRules): Guard[] {
  const { percent, count, always } = rules.policy.maxDeletes;
  const allowed = within({ percent, count, always });
  return judge({ rule: "maxDeletes", scope: scope.scope, lists: [losingList(scope)], days: 0, allowed }, rules);
}

/** What one list loses over the last days: a little every day empties it as surely as much at once. */
export function maxDeletesInWindow(scope: GuardedScope, rules: GuardRules): Guard[] {
  const allowed = withinWindow(rules.policy.maxDeletes.always, rules.policy);
  return inWindow(scope.scope, [losingList(scope)], allowed, rules);
}

/**
 * What all lists lose together, today and over the last days: many small losses add up to a large one that no list notices.
 * Lists count that the journal knows and this run leaves out: a limit is that of the target, not of what a run chose. With a
 * single list, its own guards say the same, unless the file gives a total of its own.
 */
export function maxDeletesTogether(scopes: readonly GuardedScope[], rules: GuardRules): Guard[] {
  const { total } = rules.policy.maxDeletes;
  if (rules.totals.deletes === 0) return [];
  const lists = [...scopes.map(losingList), ...(rules.others ?? []).map(listLeftOut)];
  if (lists.length < 2 && !total) return [];
  const allowed = within(total ?? DEFAULT_TOTAL);
  const { always } = total ?? DEFAULT_TOTAL;
  return [
    ...judge({ rule: "maxDeletes.total", scope: "all", lists, days: 1, allowed }, rules),
    ...(lists.length < 2 ? [] : inWindow("all", lists, withinWindow(always, rules.policy), rules)),
  ];
}

function losingList({ deletes, live, memory, sentBefore = [] }: GuardedScope): LosingList {
  return { deletes, cars: live.entries.size, memory, sentBefore };
}

function listLeftOut(memory: ScopeMemory): LosingList {
  return { deletes: 0, cars: memory.lastCount ?? memory.entries.size, memory };
}

function judge(limit: Limit, rules: GuardRules): Guard[] {
  const { rule, scope, lists, days, allowed } = limit;
  let [planned, earlier, most] = [0, 0, 0];
  for (const list of lists) {
    planned += list.deletes;
    earlier += earlierDeletes(list, days, rules.day);
    most += lastDays(list, days, rules.day).reduce((cars, day) => Math.max(cars, day.most), list.cars);
  }
  if (planned === 0 || (rule === "maxDeletes.window" && earlier === 0)) return [];
  return [verdictOf({ rule, scope, limit: allowed(most), actual: earlier + planned, planned }, rules)];
}

function inWindow(
  scope: Guard["scope"],
  lists: readonly LosingList[],
  allowed: Limit["allowed"],
  rules: GuardRules,
): Guard[] {
  const { days } = windowOf(rules.policy);
  return judge({ rule: "maxDeletes.window", scope, lists, days, allowed }, rules);
}

function within({ percent, count, always }: DeleteLimit): Limit["allowed"] {
  return (cars) => {
    const capped = cars < SMALLEST_HALVED_LIST ? always : Math.min(always, Math.floor(cars / 2));
    return Math.min(count, Math.max(capped, shareOf(percent, cars)));
  };
}

function withinWindow(always: number, policy: Policy): Limit["allowed"] {
  return within({ percent: windowOf(policy).percent, count: Number.POSITIVE_INFINITY, always });
}

/** What the journal says of a list on the last days, today (YYYY-MM-DD) included. */
function lastDays({ memory }: Pick<LosingList, "memory">, days: number, today: string): readonly ListDay[] {
  if (days === 0) return [];
  return (memory?.recent ?? []).filter(({ day }) => daysBetween(day, today) < days);
}

// Deletes of a list that the journal counts on the last days, today (YYYY-MM-DD) included, without those planned again.
function earlierDeletes(list: Pick<LosingList, "memory" | "sentBefore">, days: number, today: string): number {
  const sent = lastDays(list, days, today).reduce((sum, { deletes }) => sum + deletes, 0);
  return sent - (list.sentBefore ?? []).filter((day) => daysBetween(day, today) < days).length;
}

/** For each of the planned deletes that the journal counts already, on which day: nobody knows what became of it. */
export function daysSentBefore(
  memory: ScopeMemory | undefined,
  deletes: readonly Pick<Change, "plateKey">[],
): readonly string[] {
  const open: ReadonlyMap<PlateKey, string> | undefined = memory?.openDeletes;
  if (!open) return [];
  return [...new Set(deletes.map(({ plateKey }) => plateKey))].flatMap((plateKey) => open.get(plateKey) ?? []);
}

/** Over how many days deletes add up, and how many percent may go. A larger limit for one run applies to the window as well, unless the file sets the window. */
function windowOf({
  maxDeletes: { percent, window },
}: Pick<Policy, "maxDeletes">): Required<NonNullable<Policy["maxDeletes"]["window"]>> {
  return window ?? { ...DEFAULT_WINDOW, percent: Math.max(DEFAULT_WINDOW.percent, percent) };
}
