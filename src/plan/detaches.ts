import { type LiveScope, type PlateKey, type PlateRules, readPlate, type Scope } from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { sortByPlate } from "./order.ts";
import type { Change, Plan, ScopePlan } from "./plan.ts";

/** A parking user of an account and the cars that they hold. */
export interface HeldCars {
  readonly scope: Scope;
  readonly parkingUser: string;
  readonly held: LiveScope;
}

/**
 * A plan that also takes the cars it deletes from the account's parking users who hold them, each by the spelling under
 * which it is held. Of the same cause as the delete.
 */
export function withDetaches(plan: Plan, holders: readonly HeldCars[], rules: PlateRules): Plan {
  const byScope = groupBy(holders, ({ scope }) => scope);
  const scopes = plan.scopes.map((scope) => detaching(scope, byScope.get(scope.scope) ?? [], rules));
  const detach = scopes.reduce((sum, { counts }) => sum + (counts.detach ?? 0), 0);
  return detach === 0 ? plan : { ...plan, scopes, counts: { ...plan.counts, detach } };
}

function detaching(scope: ScopePlan, holders: readonly HeldCars[], rules: PlateRules): ScopePlan {
  if (holders.length === 0) return scope;
  const deletes = new Map(
    scope.changes.flatMap((change) => {
      if (change.action !== "delete") return [];
      const reading = readPlate(change.licenseNumber, rules);
      return reading.kind === "plate" ? [[reading.plateKey, change] as const] : [];
    }),
  );
  const detaches = holders.flatMap((holder) => detachesFrom(holder, deletes));
  if (detaches.length === 0) return scope;
  const ordered = sortByPlate(detaches, ({ change }) => change.licenseNumber).map(({ change }) => change);
  return {
    ...scope,
    changes: [...scope.changes, ...ordered],
    counts: { ...scope.counts, detach: ordered.length },
  };
}

function detachesFrom({ parkingUser, held }: HeldCars, deletes: ReadonlyMap<PlateKey, Change>) {
  return [...held.entries.values()].flatMap(({ plateKey, licenseNumber, otherSpellings = [] }) => {
    const deletion = deletes.get(plateKey);
    if (!deletion) return [];
    const { cause } = deletion;
    return [licenseNumber, ...otherSpellings].map((spelling) => {
      const change: Change = { action: "detach", licenseNumber: spelling, parkingUser, ...(cause && { cause }) };
      return { plateKey, change };
    });
  });
}
