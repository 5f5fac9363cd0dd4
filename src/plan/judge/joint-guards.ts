import {
  DEFAULT_WINDOW,
  type DeleteLimit,
  daysBetween,
  defaultTotal,
  type ListDay,
  type PlateKey,
  type ScopeMemory,
  type WatchedList,
} from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import type { Change, Guard } from "../model/plan.ts";
import { type GuardedScope, type GuardRules, shareOf, verdictOf } from "./guard-verdict.ts";

/** A list of this many cars or more never loses more than half of them without being asked, whatever `always` says. */
export const SMALLEST_HALVED_LIST = 4;

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
  /** Deletes of earlier runs on this number of days count, today included; 0: those of this plan alone. */
  readonly days: number;
  /** How many may pass, by the largest number of cars that there were on these days. */
  readonly allowed: (cars: number) => number;
}

/** What one plan takes from a list. */
export function maxDeletes(scope: GuardedScope, rules: GuardRules): Guard[] {
  const allowed = within(rules.policy.maxDeletes);
  return verdictOfLimit(
    { rule: "maxDeletes", scope: scope.scope, lists: [losingList(scope)], days: 0, allowed },
    rules,
  );
}

/** What one list loses over the last days: a little every day empties it as surely as much at once. */
export function maxDeletesInWindow(scope: GuardedScope, rules: GuardRules): Guard[] {
  return inWindow(scope.scope, [losingList(scope)], rules.policy.maxDeletes.always, rules);
}

/**
 * What all lists lose together, today and over the last days: many small losses add up to a large one that no list notices.
 * Lists count that the journal knows and this run leaves out: a limit is that of the target, not of what a run chose. Where
 * there is one list, its own guards say the same of the window, and of a day on which no earlier run deleted.
 */
export function maxDeletesTogether(scopes: readonly GuardedScope[], rules: GuardRules): Guard[] {
  const { maxDeletes: own } = rules.policy;
  if (rules.totals.deletes === 0) return [];
  const lists = [...scopes.map(losingList), ...(rules.others ?? []).map(listLeftOut)];
  const limit = own.total ?? defaultTotal(own);
  const [one, another] = scopes;
  const scope = one && !another && lists.length === 1 ? one.scope : "all";
  const day = verdictOfLimit({ rule: "maxDeletes.total", scope, lists, days: 1, allowed: within(limit) }, rules);
  if (scope === "all") return [...day, ...inWindow(scope, lists, limit.always, rules)];
  return own.total ? day : day.filter(({ planned }) => planned !== undefined);
}

function losingList({ deletes, live, memory, sentBefore = [] }: GuardedScope): LosingList {
  return { deletes, cars: live.entries.size, memory, sentBefore };
}

function listLeftOut(memory: ScopeMemory): LosingList {
  return { deletes: 0, cars: memory.lastCount ?? memory.entries.size, memory };
}

function verdictOfLimit(limit: Limit, rules: GuardRules): Guard[] {
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

// A larger limit for one run applies to the window as well, unless the file sets the window.
function inWindow(scope: Guard["scope"], lists: readonly LosingList[], always: number, rules: GuardRules): Guard[] {
  const { percent: percentOfRun, window } = rules.policy.maxDeletes;
  const { days, percent } = window ?? { ...DEFAULT_WINDOW, percent: Math.max(DEFAULT_WINDOW.percent, percentOfRun) };
  const allowed = within({ percent, count: Number.POSITIVE_INFINITY, always });
  return verdictOfLimit({ rule: "maxDeletes.window", scope, lists, days, allowed }, rules);
}

function within({ percent, count, always }: DeleteLimit): Limit["allowed"] {
  return (cars) => {
    const capped = cars < SMALLEST_HALVED_LIST ? always : Math.min(always, Math.floor(cars / 2));
    return Math.min(count, Math.max(capped, shareOf(percent, cars)));
  };
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

/** For each of the planned deletes that the journal counts already, on which day: what became of it is not known. */
export function daysSentBefore(
  memory: ScopeMemory | undefined,
  deletes: readonly Pick<Change, "plateKey">[],
): readonly string[] {
  const open: ReadonlyMap<PlateKey, string> | undefined = memory?.openDeletes;
  if (!open) return [];
  return [...new Set(deletes.map(({ plateKey }) => plateKey))].flatMap((plateKey) => open.get(plateKey) ?? []);
}

const MS_A_DAY = 24 * 60 * 60_000;

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
export function maxShrink(scopes: readonly GuardedScope[], rules: GuardRules): Guard[] {
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
export function maxAge(scopes: readonly GuardedScope[], rules: GuardRules): Guard[] {
  const old = filesOf(scopes).flatMap(({ name, scope, list: { maxAge: limit, changed } }) => {
    if (!changed || limit === undefined) return [];
    const actual = Math.ceil((rules.now - changed.at) / MS_A_DAY);
    return actual > limit ? [{ name, scope, limit, actual, changed }] : [];
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

function filesOf(scopes: readonly GuardedScope[]): ListFile[] {
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
