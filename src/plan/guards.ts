import {
  type Acknowledgement,
  formatSource,
  type LiveScope,
  type Policy,
  type Scope,
  type ScopeMemory,
} from "../allowlist/index.ts";
import type { Guard, GuardRule } from "./plan.ts";

/** A list that held this many cars when last seen and holds none now has not been emptied on purpose. */
const EMPTIED_LIST_SIZE = 10;

/** `--allow-deletes=N`, `--allow-adds=N`: up to N over all scopes. */
export interface Allowances {
  readonly deletes?: number;
  readonly adds?: number;
}

/** Which changes a guard counts; undefined for a guard that no number lets pass. */
export const COUNTED_BY = {
  maxDeletes: "deletes",
  maxAdds: "adds",
  emptyLive: "adds",
  emptyDesired: undefined,
} as const satisfies Record<GuardRule, "adds" | "deletes" | undefined>;

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

type CountingRule = Exclude<GuardRule, "emptyDesired">;

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

// With nothing to add an empty list is what the file wants, and there is nothing to stop.
function emptyLive({ scope, adds, live, memory }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  if (live.entries.size > 0 || adds === 0 || carsHeld(memory) < EMPTIED_LIST_SIZE) return [];
  return [verdictOf({ rule: "emptyLive", scope, limit: 0, actual: adds }, rules, totals)];
}

// What was sent and never confirmed may never have been there: a first run that was killed must be able to go on.
function carsHeld(memory: ScopeMemory | undefined): number {
  if (memory === undefined || memory.lastCount === 0) return 0;
  let confirmed = 0;
  for (const { uncertain } of memory.entries.values()) if (!uncertain) confirmed += 1;
  return Math.max(memory.lastCount ?? 0, confirmed);
}

function maxDeletes({ scope, deletes, live }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  if (deletes === 0) return [];
  const { percent, count, always } = rules.policy.maxDeletes;
  const limit = Math.min(count, Math.max(always, share(percent, live.entries.size)));
  return [verdictOf({ rule: "maxDeletes", scope, limit, actual: deletes }, rules, totals)];
}

function maxAdds({ scope, adds, live, memory }: GuardedScope, rules: GuardRules, totals: Totals): Guard[] {
  if (adds === 0 || isFirstRun(live, memory)) return [];
  const { percent, always } = rules.policy.maxAdds;
  const limit = Math.max(always, share(percent, live.entries.size));
  return [verdictOf({ rule: "maxAdds", scope, limit, actual: adds }, rules, totals)];
}

// Until a run has ended well there is no list to measure against; what a killed first run left there is its own.
function isFirstRun(live: LiveScope, memory: ScopeMemory | undefined): boolean {
  if (memory?.lastCount !== undefined) return false;
  for (const plateKey of live.entries.keys()) if (!memory?.entries.has(plateKey)) return false;
  return true;
}

// In whole millionths of a percent, the finest that a fleet file can say: binary fractions would lose a car now and then.
function share(percent: number, count: number): number {
  return Math.floor((Math.round(percent * 1e6) * count) / 1e8);
}

function verdictOf(
  judged: Omit<Guard, "rule" | "tripped" | "override"> & { readonly rule: CountingRule },
  rules: GuardRules,
  totals: Totals,
): Guard {
  const counted = COUNTED_BY[judged.rule];
  const override = `--allow-${counted}=${totals[counted]}`;
  if (judged.actual <= judged.limit) return { ...judged, tripped: false, override };
  const allowed = rules.allowances[counted];
  if (allowed !== undefined && totals[counted] <= allowed) {
    return { ...judged, tripped: false, override, overriddenBy: `--allow-${counted}=${allowed}` };
  }
  const entry = rules.policy.acknowledge.find((one) => covers(one, judged.scope, counted, judged.actual, rules.day));
  if (!entry) return { ...judged, tripped: true, override };
  return { ...judged, tripped: false, override, overriddenBy: `policy.acknowledge at ${formatSource(entry.source)}` };
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
