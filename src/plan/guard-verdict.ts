import {
  type Acknowledgement,
  formatSource,
  type LiveScope,
  type Policy,
  type Scope,
  type ScopeMemory,
  type ScopeOrAll,
} from "../allowlist/index.ts";
import type { Guard, GuardRule } from "./plan.ts";

/** `--allow-deletes=N`, `--allow-adds=N`: up to N over all scopes. */
export interface Allowances {
  readonly deletes?: number;
  readonly adds?: number;
}

/** Which changes a guard counts; undefined for a guard that no number lets pass. */
export const COUNTED_BY = {
  maxDeletes: "deletes",
  "maxDeletes.total": "deletes",
  "maxDeletes.window": "deletes",
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

/** What every guard judges by. */
export interface GuardRules {
  readonly policy: Policy;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly allowances: Allowances;
}

/** The changes of all scopes together: allowances are measured against them. */
export interface Totals {
  readonly adds: number;
  readonly deletes: number;
}

type CountingRule = Exclude<GuardRule, "emptyDesired">;

/**
 * That many percent of a number of cars, rounded down. Counted in whole millionths of a percent, the finest that a fleet
 * file can say: binary fractions would lose a car now and then.
 */
export function shareOf(percent: number, count: number): number {
  return Math.floor((Math.round(percent * 1e6) * count) / 1e8);
}

/** What a guard that counts changes has found, before anybody's permission is asked. */
export interface Judged {
  readonly rule: CountingRule;
  readonly scope: ScopeOrAll;
  readonly limit: number;
  readonly actual: number;
  /** The changes of this plan that a permission must reach; `actual` may count earlier ones, too. */
  readonly planned: number;
}

/** The verdict: within the limit, allowed by an option or by the reviewed file, or tripped. */
export function verdictOf({ planned, ...judged }: Judged, rules: GuardRules, totals: Totals): Guard {
  const counted = COUNTED_BY[judged.rule];
  const override = `--allow-${counted}=${totals[counted]}`;
  if (judged.actual <= judged.limit) return { ...judged, tripped: false, override };
  const allowed = rules.allowances[counted];
  if (allowed !== undefined && totals[counted] <= allowed) {
    return { ...judged, tripped: false, override, overriddenBy: `--allow-${counted}=${allowed}` };
  }
  const reaches = (entry: Acknowledgement) =>
    rules.day <= entry.until &&
    needOf(entry, { scope: judged.scope, planned, total: totals[counted] }) <= (entry[counted] ?? 0);
  const entry = rules.policy.acknowledge.find(reaches);
  if (!entry) return { ...judged, tripped: true, override };
  return { ...judged, tripped: false, override, overriddenBy: `policy.acknowledge at ${formatSource(entry.source)}` };
}

// One for `all` says the same as the option: so many over all lists. One for a list speaks of that list alone.
function needOf(
  { scope }: Acknowledgement,
  need: { readonly scope: ScopeOrAll; readonly planned: number; readonly total: number },
): number {
  if (scope === "all") return need.total;
  return scope === need.scope ? need.planned : Number.POSITIVE_INFINITY;
}
