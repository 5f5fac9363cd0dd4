import type { LiveScope, Policy, ScopeMemory } from "../../allowlist/index.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Guard } from "../model/plan.ts";
import type { PlanInputs } from "../model/plan-inputs.ts";
import {
  type GuardedScope,
  type GuardInputs,
  type GuardRules,
  permissionIn,
  shareOf,
  type Totals,
  verdictOf,
} from "./guard-verdict.ts";
import {
  daysSentBefore,
  maxAge,
  maxDeletes,
  maxDeletesInWindow,
  maxDeletesTogether,
  maxShrink,
} from "./joint-guards.ts";

/** A list that held this many cars when last seen and holds none now has not been emptied on purpose. */
export const EMPTIED_LIST_SIZE = 10;

/** A list and a file of this many cars each that share none are hardly meant for each other. */
export const STRANGE_LIST_SIZE = 3;

/** The second step: whether the differences may be applied. Pure. */
export function judge(differences: readonly ListDifference[], inputs: PlanInputs): Guard[] {
  const { desired, live, scopes, source, day, now, allowances } = inputs;
  if (source.kind === "part") return [];
  const chosen = new Set(scopes);
  const others = [...live.memory].flatMap(([scope, memory]) => (chosen.has(scope) ? [] : [memory]));
  return guardsFor(differences.map(guardedScope), { policy: desired.policy, day, now, allowances, others });
}

function guardedScope(difference: ListDifference): GuardedScope {
  const { scope, desired, live, memory, updates, deletes, wanted, leftOut = [] } = difference;
  const newAddsLeftOut = leftOut.filter(({ action, plateKey }) => action === "add" && !live.entries.has(plateKey));
  return {
    scope,
    adds: difference.newAdds,
    updates: updates.length,
    deletes: deletes.length,
    sentBefore: daysSentBefore(memory, deletes),
    desired: wanted,
    shared: wanted - difference.newAdds - newAddsLeftOut.length,
    losesNothing: deletes.length === 0 && leftOut.some(({ action }) => action === "delete"),
    live,
    memory,
    lists: desired.lists ?? [],
  };
}

/** The verdicts on every scope that has something to judge. Allowances count over all scopes together. */
export function guardsFor(scopes: readonly GuardedScope[], inputs: GuardInputs): Guard[] {
  const totals: Totals = {
    adds: scopes.reduce((sum, scope) => sum + scope.adds, 0),
    updates: scopes.reduce((sum, scope) => sum + scope.updates, 0),
    deletes: scopes.reduce((sum, scope) => sum + scope.deletes, 0),
    shrink: 0,
    age: 0,
  };
  const rules: GuardRules = { ...inputs, totals, permission: permissionIn(inputs, totals) };
  const losing = scopes.filter(({ losesNothing }) => !losesNothing);
  return scopes
    .flatMap((one) => [
      ...guarded("emptyDesired", one.scope, () => emptyDesired(one, rules.policy)),
      ...guarded("noOverlap", one.scope, () => noOverlap(one, rules)),
      ...guarded("emptyLive", one.scope, () => emptyLive(one, rules)),
      ...guarded("maxDeletes", one.scope, () => maxDeletes(one, rules)),
      ...guarded("maxAdds", one.scope, () => maxAdds(one, rules)),
      ...guarded("maxUpdates", one.scope, () => maxUpdates(one, rules)),
      ...guarded("maxDeletes.window", one.scope, () => maxDeletesInWindow(one, rules)),
    ])
    .concat(guarded("maxDeletes.total", "all", () => maxDeletesTogether(scopes, rules)))
    .concat(guarded("maxShrink", "all", () => maxShrink(losing, rules)))
    .concat(guarded("maxAge", "all", () => maxAge(scopes, rules)));
}

// A guard that fails has judged nothing, and no run may write past it (reliability S32).
function guarded(rule: Guard["rule"], scope: Guard["scope"], verdicts: () => Guard[]): Guard[] {
  try {
    return verdicts();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const override = `nothing: this guard failed (${why}), which is a defect in platectl`;
    return [{ rule, scope, tripped: true, limit: 0, actual: 0, override }];
  }
}

function emptyDesired({ scope, desired, live, losesNothing }: GuardedScope, policy: Policy): Guard[] {
  if (losesNothing || desired > 0 || live.entries.size === 0) return [];
  const verdict = {
    rule: "emptyDesired",
    scope,
    limit: 0,
    actual: live.entries.size,
    override: "policy.allowEmpty: true",
  } as const;
  return [
    policy.allowEmpty ? { ...verdict, tripped: false, overriddenBy: verdict.override } : { ...verdict, tripped: true },
  ];
}

// A wrong file, column or account shows other cars, however few they are.
function noOverlap({ scope, desired, shared, deletes, live }: GuardedScope, rules: GuardRules): Guard[] {
  const isComparable = desired >= STRANGE_LIST_SIZE && live.entries.size >= STRANGE_LIST_SIZE;
  if (deletes === 0 || shared > 0 || !isComparable) return [];
  return [verdictOf({ rule: "noOverlap", scope, limit: 0, actual: deletes, planned: deletes }, rules)];
}

// With nothing to add an empty list is what the file wants, and there is nothing to stop.
function emptyLive({ scope, adds, live, memory }: GuardedScope, rules: GuardRules): Guard[] {
  if (live.entries.size > 0 || adds === 0 || carsHeld(memory) < EMPTIED_LIST_SIZE) return [];
  return [verdictOf({ rule: "emptyLive", scope, limit: 0, actual: adds, planned: adds }, rules)];
}

// What was sent and never confirmed may never have been there: a first run that was killed must be able to go on.
function carsHeld(memory: ScopeMemory | undefined): number {
  if (memory === undefined || memory.lastCount === 0) return 0;
  let confirmed = 0;
  for (const { uncertain } of memory.entries.values()) if (!uncertain) confirmed += 1;
  return Math.max(memory.lastCount ?? 0, confirmed);
}

function maxAdds({ scope, adds, live, memory }: GuardedScope, rules: GuardRules): Guard[] {
  const isFirst = isFirstRun(live, memory);
  if (adds === 0 || (isFirst && live.baseline !== "unknown")) return [];
  const { percent, always } = rules.policy.maxAdds;
  // Of a list whose contents are not known, no number of adds is a share.
  const limit = isFirst ? always : Math.max(always, shareOf(percent, live.entries.size));
  return [verdictOf({ rule: "maxAdds", scope, limit, actual: adds, planned: adds }, rules)];
}

function maxUpdates({ scope, updates, live }: GuardedScope, rules: GuardRules): Guard[] {
  if (updates === 0) return [];
  const { percent, always } = rules.policy.maxUpdates;
  const limit = Math.max(always, shareOf(percent, live.entries.size));
  return [verdictOf({ rule: "maxUpdates", scope, limit, actual: updates, planned: updates }, rules)];
}

// Until a run has ended well there is no list to measure against: what a killed first run left there is its own.
function isFirstRun(live: LiveScope, memory: ScopeMemory | undefined): boolean {
  if (memory?.lastCount !== undefined) return false;
  for (const plateKey of live.entries.keys()) if (!memory?.entries.has(plateKey)) return false;
  return true;
}
