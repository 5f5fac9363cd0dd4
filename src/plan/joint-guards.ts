import { DEFAULT_TOTAL, DEFAULT_WINDOW, type DeleteWindow, daysBetween, type Policy } from "../allowlist/index.ts";
import { type GuardedScope, type GuardRules, shareOf, type Totals, verdictOf } from "./guard-verdict.ts";
import type { Guard } from "./plan.ts";

/**
 * What all lists lose together, in this plan and over the last days: many small losses add up to a large one that no list
 * notices. With a single list, its own guards say the same, unless the file gives a total of its own.
 */
export function maxDeletesTogether(scopes: readonly GuardedScope[], rules: GuardRules, totals: Totals): Guard[] {
  const { total } = rules.policy.maxDeletes;
  if (totals.deletes === 0 || (scopes.length < 2 && !total)) return [];
  const { percent, count, always } = total ?? DEFAULT_TOTAL;
  const live = scopes.reduce((sum, scope) => sum + scope.live.entries.size, 0);
  const limit = Math.min(count, Math.max(always, shareOf(percent, live)));
  const found = { scope: "all", actual: totals.deletes, planned: totals.deletes } as const;
  return [
    verdictOf({ rule: "maxDeletes.total", ...found, limit }, rules, totals),
    ...(scopes.length < 2 ? [] : inWindow(scopes, "all", { rules, totals, always })),
  ];
}

/** What one list loses over the last days: a little every day empties it as surely as much at once. */
export function maxDeletesInWindow(scope: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  return inWindow([scope], scope.scope, { rules, totals, always: rules.policy.maxDeletes.always });
}

interface Judging {
  readonly rules: GuardRules;
  readonly totals: Totals;
  readonly always: number;
}

function inWindow(scopes: readonly GuardedScope[], scope: Guard["scope"], { rules, totals, always }: Judging): Guard[] {
  const window = windowOf(rules.policy);
  let [planned, before, largest] = [0, 0, 0];
  for (const one of scopes) {
    const days = (one.memory?.recent ?? []).filter(({ day }) => daysBetween(day, rules.day) < window.days);
    planned += one.deletes;
    before += days.reduce((sum, { deletes }) => sum + deletes, 0);
    largest += days.reduce((most, day) => Math.max(most, day.most), one.live.entries.size);
  }
  if (planned === 0 || before === 0) return [];
  const limit = Math.max(always, shareOf(window.percent, largest));
  return [verdictOf({ rule: "maxDeletes.window", scope, limit, actual: before + planned, planned }, rules, totals)];
}

// A larger limit for one run applies to the window as well, unless the file sets the window.
function windowOf({ maxDeletes: { percent, window } }: Policy): DeleteWindow {
  return window ?? { ...DEFAULT_WINDOW, percent: Math.max(DEFAULT_WINDOW.percent, percent) };
}
