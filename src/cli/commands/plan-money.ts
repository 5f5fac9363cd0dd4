import { type DesiredState, dayAfter, dayIn, type Scope } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { sealDocument } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { type ListCosts, readDeleteCosts, SpendingTally } from "../../spending/index.ts";

/**
 * The plan with what its deleted cars cost in the last days, today included. The plan itself stays as it is: where records cannot be
 * read, a warning says so.
 */
export async function withMoney(
  plan: PlanDocument,
  days: number,
  { timeZone, interface: rules }: DesiredState,
  reader: FleetReader,
): Promise<PlanDocument> {
  const today = dayIn(timeZone, systemClock.now());
  const range = { from: dayAfter(today, 1 - days), to: today };
  const lists = plan.scopes.map(({ scope, changes }) => ({
    scope,
    cars: changes.filter(({ action }) => action === "delete").map(({ licenseNumber }) => licenseNumber),
  }));
  const costs = await readDeleteCosts(lists, { range, today, timeZone, rules }, reader);
  const byScope = new Map<Scope, ListCosts>(costs.map((one) => [one.scope, one]));
  const scopes = costs.flatMap(({ scope, cars, amounts, gaps }) =>
    cars.size === 0 ? [] : [{ scope, amounts: [...amounts], complete: gaps.length === 0 }],
  );
  const warnings = costs.flatMap(({ scope, cars, gaps }) =>
    gaps.map((gap) => ({
      code: "money-unknown",
      message: `${scope}: what the deleted cars cost is ${cars.size === 0 ? "not known" : "not known in full"}: ${gap}`,
      scope,
    })),
  );
  return sealDocument({
    ...plan,
    scopes: plan.scopes.map((one) => withCosts(one, byScope.get(one.scope))),
    warnings: [...plan.warnings, ...warnings],
    money: {
      days,
      ...range,
      complete: warnings.length === 0,
      amounts: SpendingTally.sumOf(scopes.flatMap(({ amounts }) => amounts)),
      scopes,
    },
  });
}

function withCosts(
  scope: PlanDocument["scopes"][number],
  costs: ListCosts | undefined,
): PlanDocument["scopes"][number] {
  if (!costs || costs.cars.size === 0) return scope;
  return {
    ...scope,
    changes: scope.changes.map((change) => {
      const cost = change.action === "delete" ? costs.cars.get(change.licenseNumber) : undefined;
      return cost === undefined || (cost.length === 0 && costs.gaps.length > 0)
        ? change
        : { ...change, cost: [...cost] };
    }),
  };
}
