import type { Acknowledgement, LiveScope, Policy, Scope, ScopeMemory } from "../allowlist/index.ts";
import { formatSource } from "../allowlist/index.ts";
import type { Guard } from "./plan.ts";

/** A list that held this many cars when last seen and holds none now has not been emptied on purpose. */
export const EMPTIED_LIST_SIZE = 10;

/** `--allow-deletes=N`, `--allow-adds=N`: up to N over all scopes. */
export interface Allowances {
  readonly deletes?: number;
  readonly adds?: number;
}

/** What the guards judge of one scope. */
export interface GuardedScope {
  readonly scope: Scope;
  readonly adds: number;
  readonly deletes: number;
  /** Cars desired today. */
  readonly desired: number;
  readonly live: LiveScope;
  readonly memory: ScopeMemory | undefined;
}

interface GuardRules {
  readonly policy: Policy;
  readonly day: string;
  readonly allowances: Allowances;
}

interface Totals {
  readonly adds: number;
  readonly deletes: number;
}

/** The verdicts on every scope that has something to judge. Allowances count over all scopes together. */
export function guardsFor(scopes: readonly GuardedScope[], rules: GuardRules): Guard[] {
  const totals: Totals = {
    adds: scopes.reduce((sum, scope) => sum + scope.adds, 0),
    deletes: scopes.reduce((sum, scope) => sum + scope.deletes, 0),
  };
  return scopes.flatMap((scope) => [
    ...emptyDesired(scope, rules.policy),
    ...emptyLive(scope, rules, totals),
    ...maxDeletes(scope, rules, totals),
    ...maxAdds(scope, rules, totals),
  ]);
}

function emptyDesired({ scope, desired, live }: GuardedScope, policy: Policy): Guard[] {
  if (desired > 0 || live.entries.size === 0) return [];
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

function emptyLive({ scope, adds, live, memory }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  const held = Math.max(memory?.lastCount ?? 0, memory?.entries.size ?? 0);
  if (live.entries.size > 0 || held < EMPTIED_LIST_SIZE || adds === 0) return [];
  return [verdictOf({ rule: "emptyLive", scope, limit: 0, actual: adds }, "adds", rules, totals)];
}

function maxDeletes({ scope, deletes, live }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  if (deletes === 0) return [];
  const { percent, count, always } = rules.policy.maxDeletes;
  const limit = Math.min(count, Math.max(always, share(percent, live.entries.size)));
  return [verdictOf({ rule: "maxDeletes", scope, limit, actual: deletes }, "deletes", rules, totals)];
}

function maxAdds({ scope, adds, live, memory }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  if (adds === 0 || isFirstRun(live, memory)) return [];
  const { percent, always } = rules.policy.maxAdds;
  const limit = Math.max(always, share(percent, live.entries.size));
  return [verdictOf({ rule: "maxAdds", scope, limit, actual: adds }, "adds", rules, totals)];
}

// Until a run has ended well there is no list to measure against; what a killed first run left there is its own.
function isFirstRun(live: LiveScope, memory: ScopeMemory | undefined): boolean {
  if (memory?.lastCount !== undefined) return false;
  for (const plateKey of live.entries.keys()) if (!memory?.entries.has(plateKey)) return false;
  return true;
}

function share(percent: number, count: number): number {
  return Math.floor((percent * count) / 100);
}

function verdictOf(
  judged: Pick<Guard, "rule" | "scope" | "limit" | "actual">,
  counted: "adds" | "deletes",
  rules: GuardRules,
  totals: Totals,
): Guard {
  const override = `--allow-${counted}=${totals[counted]}`;
  if (judged.actual <= judged.limit) return { ...judged, tripped: false, override };
  const allowed = rules.allowances[counted];
  if (allowed !== undefined && totals[counted] <= allowed) {
    return { ...judged, tripped: false, override, overriddenBy: `--allow-${counted}=${allowed}` };
  }
  const entry = rules.policy.acknowledge.find((one) => covers(one, judged.scope, counted, judged.actual, rules.day));
  if (entry)
    return { ...judged, tripped: false, override, overriddenBy: `policy.acknowledge at ${formatSource(entry.source)}` };
  return { ...judged, tripped: true, override };
}

function covers(
  entry: Acknowledgement,
  scope: Scope,
  counted: "adds" | "deletes",
  actual: number,
  day: string,
): boolean {
  return entry.scope === scope && actual <= (entry[counted] ?? 0) && day <= entry.until;
}
