import type { DesiredState, LiveState, Scope } from "../../allowlist/index.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Guard, WholePlan } from "../model/plan.ts";
import type { Allowances, GuardedScope } from "./guard-verdict.ts";
import { guardsFor } from "./guards.ts";
import { daysSentBefore } from "./joint-guards.ts";
import { partOf } from "./part.ts";

/** What differences are judged by. */
export interface JudgeInputs {
  readonly desired: Pick<DesiredState, "policy">;
  readonly live: Pick<LiveState, "memory">;
  /** Those of the run. */
  readonly scopes: readonly Scope[];
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly allowances: Allowances;
  /** The sealed plan of which the scopes are a part, or all. */
  readonly whole?: WholePlan;
}

/** The second step: whether the differences may be applied. Pure. */
export function judge(differences: readonly ListDifference[], inputs: JudgeInputs): Guard[] {
  const { desired, live, scopes, whole, ...rules } = inputs;
  const chosen = new Set(scopes);
  const others = [...live.memory].flatMap(([scope, memory]) => (chosen.has(scope) ? [] : [memory]));
  const part = partOf(whole, scopes);
  return guardsFor(differences.map(guardedScope), { ...rules, policy: desired.policy, others, part });
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
