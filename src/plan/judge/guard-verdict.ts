import {
  type Acknowledgement,
  formatSource,
  type LiveScope,
  type Policy,
  type Scope,
  type ScopeMemory,
  type ScopeOrAll,
  type WatchedList,
} from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import type { Guard, GuardRule } from "../model/plan.ts";
import type { Allowances } from "../model/plan-inputs.ts";

/** Which changes a guard counts; undefined for a guard that no number lets pass. */
export const COUNTED_BY = {
  maxDeletes: "deletes",
  "maxDeletes.total": "deletes",
  "maxDeletes.window": "deletes",
  maxAdds: "adds",
  maxUpdates: "updates",
  noOverlap: "deletes",
  emptyLive: "adds",
  maxShrink: "shrink",
  maxAge: "age",
  emptyDesired: undefined,
} as const satisfies Record<GuardRule, keyof Allowances | undefined>;

/** What the guards judge of one scope. */
export interface GuardedScope {
  readonly scope: Scope;
  /** Cars to add that were never sent before, as far as is known. */
  readonly adds: number;
  readonly updates: number;
  readonly deletes: number;
  /** Those of them that an earlier run may have done, by the day (YYYY-MM-DD) on which the journal counts them already. */
  readonly sentBefore?: readonly string[];
  /** Cars desired today, and those of them that are on the list. */
  readonly desired: number;
  readonly shared: number;
  /** All its deletes are left out: nothing empties it. */
  readonly losesNothing?: boolean;
  readonly live: LiveScope;
  readonly memory: ScopeMemory | undefined;
  /** Its list files that are compared with earlier runs. */
  readonly lists: readonly WatchedList[];
}

/** What guards are given to judge by. */
export interface GuardInputs {
  readonly policy: Policy;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly allowances: Allowances;
  /** Of the lists that the state knows and this run leaves out. */
  readonly others?: readonly ScopeMemory[];
}

/** Whether a guard counts deletes. */
export function isDeleteGuard({ rule }: Guard): boolean {
  return COUNTED_BY[rule] === "deletes";
}

/** What every guard judges by. */
export interface GuardRules extends GuardInputs {
  readonly permission: Permission;
  readonly totals: Totals;
}

/** The acknowledgement of the reviewed file that lets this number of changes of a list pass, if there is one. */
export type Permission = (
  need: Pick<GuardedCount, "scope" | "planned">,
  counted: Acknowledged,
) => Acknowledgement | undefined;

/** What an acknowledgement can allow a number of. */
export const ACKNOWLEDGED = ["deletes", "adds", "updates"] as const;
/** One of them. */
export type Acknowledged = (typeof ACKNOWLEDGED)[number];

/** Whether the reviewed file can allow a number of them. */
export function isAcknowledged(counted: keyof Allowances | undefined): counted is Acknowledged {
  return ACKNOWLEDGED.some((one) => one === counted);
}

/** The changes of all scopes together: allowances are measured against them. */
export interface Totals {
  readonly adds: number;
  readonly updates: number;
  readonly deletes: number;
  /** Cars that list files have lost. */
  readonly shrink: number;
  /** Days since the oldest list file was changed, begun ones counted. */
  readonly age: number;
}

type CountingRule = Exclude<GuardRule, "emptyDesired">;

/**
 * That many percent of a number of cars, rounded down. Counted in whole millionths of a percent, the finest that a fleet
 * file can say: binary fractions would sometimes lose a car.
 */
export function shareOf(percent: number, count: number): number {
  return Math.floor((Math.round(percent * 1e6) * count) / 1e8);
}

/** What a guard that counts changes has found, before anybody's permission is asked. */
export interface GuardedCount {
  readonly rule: CountingRule;
  readonly scope: ScopeOrAll;
  readonly limit: number;
  readonly actual: number;
  /** The changes of this plan that a permission must reach; `actual` may count earlier ones, too. */
  readonly planned: number;
}

/** The verdict: within the limit, allowed by an option or by the reviewed file, or tripped. */
export function verdictOf({ planned, ...found }: GuardedCount, rules: GuardRules): Guard {
  const { totals } = rules;
  const judged = { ...found, ...(planned !== found.actual && { planned }) };
  const counted = COUNTED_BY[judged.rule];
  const override = `--allow-${counted}=${totals[counted]}`;
  if (judged.actual <= judged.limit) return { ...judged, tripped: false, override };
  const allowed = rules.allowances[counted];
  if (allowed !== undefined && totals[counted] <= allowed) {
    return { ...judged, tripped: false, override, overriddenBy: `--allow-${counted}=${allowed}` };
  }
  const entry = isAcknowledged(counted) ? rules.permission({ scope: judged.scope, planned }, counted) : undefined;
  if (!entry) return { ...judged, tripped: true, override };
  return { ...judged, tripped: false, override, overriddenBy: `policy.acknowledge at ${formatSource(entry.source)}` };
}

/**
 * Looks acknowledgements up by their list. One for `all` says the same as the option: that number over all lists. One for a list
 * speaks of that list alone, and comes first.
 */
export function permissionIn({ policy, day }: GuardInputs, totals: Totals): Permission {
  const inForce = policy.acknowledge.filter(({ until }) => day <= until);
  const ofList = groupBy(inForce, ({ scope }) => scope);
  const forAll = (counted: Acknowledged) =>
    ofList.get("all")?.find(({ [counted]: allowed = 0 }) => totals[counted] <= allowed);
  const general = { adds: forAll("adds"), updates: forAll("updates"), deletes: forAll("deletes") };
  return ({ scope, planned }, counted) => {
    const own = scope === "all" ? [] : (ofList.get(scope) ?? []);
    return own.find((entry) => planned <= (entry[counted] ?? 0)) ?? general[counted];
  };
}

/** What an entry of `policy.acknowledge` must say for a guard to let a plan pass: how many changes of which list. */
export interface NeededAcknowledgement {
  readonly scope: ScopeOrAll;
  readonly deletes?: number;
  readonly adds?: number;
  readonly updates?: number;
}

/** How many days an entry holds unless somebody says otherwise. */
export const ACKNOWLEDGED_DAYS = 7;

/** The entries that let a plan pass, and the tripped guards that no entry can let pass. */
export interface Acknowledgeable {
  readonly entries: readonly NeededAcknowledgement[];
  readonly others: readonly Guard[];
}

/**
 * Which acknowledgements the tripped guards of a plan ask for: no more than it holds, and for no more lists. One for all lists
 * passes the guards of each, so it comes alone.
 */
export function acknowledgementsFor(guards: readonly Guard[]): Acknowledgeable {
  const entries = new Map<ScopeOrAll, NeededAcknowledgement>();
  const tripped = guards.filter((guard) => guard.tripped);
  const others = tripped.filter((guard) => countedBy(guard) === undefined);
  for (const counted of ACKNOWLEDGED) {
    const scopes = new Set(tripped.filter((guard) => countedBy(guard) === counted).map(({ scope }) => scope));
    for (const scope of scopes.has("all") ? (["all"] as const) : scopes) {
      entries.set(scope, { scope, ...entries.get(scope), [counted]: plannedIn(guards, scope, counted) });
    }
  }
  return { entries: [...entries.values()], others };
}

// A guard that failed has judged nothing, and its override is not an option.
function countedBy({ rule, override }: Guard): Acknowledged | undefined {
  const counted = COUNTED_BY[rule];
  return isAcknowledged(counted) && override.startsWith("--allow-") ? counted : undefined;
}

function plannedIn(guards: readonly Guard[], scope: ScopeOrAll, counted: Acknowledged): number {
  return guards
    .filter((guard) => guard.scope === scope && countedBy(guard) === counted)
    .reduce((most, { actual, planned = actual }) => Math.max(most, planned), 0);
}
