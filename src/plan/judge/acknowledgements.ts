import type { ScopeOrAll } from "../../allowlist/index.ts";
import type { Guard } from "../model/plan.ts";
import { ACKNOWLEDGED, type Acknowledged, COUNTED_BY, isAcknowledged } from "./guard-verdict.ts";

/** What an entry of `policy.acknowledge` must say for a guard to let a plan pass: how many changes of which list. */
export interface NeededAcknowledgement {
  readonly scope: ScopeOrAll;
  readonly deletes?: number;
  readonly adds?: number;
  readonly updates?: number;
}

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
