import type { Scope } from "../../allowlist/index.ts";
import type { Guard, WholePlan } from "../model/plan.ts";
import { type Allowances, COUNTED_BY, isAcknowledged, type PlanPart, type Totals } from "./guard-verdict.ts";

/** The lists of a run as a part of a sealed plan; undefined when the run has all lists of the plan. */
export function partOf(whole: WholePlan | undefined, scopes: readonly Scope[]): PlanPart | undefined {
  const chosen = new Set(scopes);
  if (!whole || whole.scopes.every(({ scope }) => chosen.has(scope))) return undefined;
  const own = { ...whole, scopes: whole.scopes.filter(({ scope }) => chosen.has(scope)) };
  const [all, mine] = [totalsOf(whole), totalsOf(own)];
  return {
    whole,
    totals: all,
    shareOf: (number, counted) => (isAcknowledged(counted) ? divide(number, mine[counted], all[counted]) : number),
    shareOfWindow: (limit) => divide(limit, inWindow(own), inWindow(whole)),
  };
}

/**
 * The guards of a part: its own, and those of the whole plan that stop every part. Its own do not do alone: a list shows them
 * fewer deletes than the plan has while cars wait to move, and whether a list file has shrunk is told by all of its lists.
 */
export function guardsOfPart(own: readonly Guard[], { whole, totals }: PlanPart, allowances: Allowances): Guard[] {
  const standing = whole.guards
    .filter((guard) => stands(guard, totals, allowances))
    .map(({ overriddenBy: _, ...guard }): Guard => ({ ...guard, tripped: true }));
  return [...own.filter((guard) => !standing.some((other) => isSame(guard, other))), ...standing];
}

function stands(
  { rule, tripped, actual, limit, overriddenBy }: Guard,
  totals: Totals,
  allowances: Allowances,
): boolean {
  if (!tripped && !overriddenBy?.startsWith("--")) return false;
  const counted = COUNTED_BY[rule];
  // A guard that failed has counted nothing, and no number lets it pass.
  if (counted === undefined || actual <= limit) return true;
  return totals[counted] > (allowances[counted] ?? -1);
}

function isSame(left: Guard, right: Guard): boolean {
  return left.rule === right.rule && left.scope === right.scope && left.list?.name === right.list?.name;
}

function totalsOf({ scopes, guards }: WholePlan): Totals {
  const found = (rule: Guard["rule"]) => guards.filter((guard) => guard.rule === rule).map(({ actual }) => actual);
  return {
    adds: scopes.reduce((sum, { counts, guarded }) => sum + (guarded?.newAdds ?? counts.add), 0),
    updates: scopes.reduce((sum, { counts }) => sum + counts.update, 0),
    deletes: scopes.reduce((sum, { counts }) => sum + counts.delete, 0),
    shrink: found("maxShrink").reduce((sum, lost) => sum + lost, 0),
    age: Math.max(0, ...found("maxAge")),
  };
}

function inWindow({ scopes }: WholePlan): number {
  return scopes.reduce((sum, { counts, guarded }) => sum + counts.delete + (guarded?.recentDeletes ?? 0), 0);
}

// Exact: a number times a number of cars may be more than a binary fraction holds.
function divide(number: number, own: number, all: number): number {
  return all === 0 ? 0 : Number((BigInt(number) * BigInt(own)) / BigInt(all));
}
