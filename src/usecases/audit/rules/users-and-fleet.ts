import { compareIds, isValidOn, type PlateKey, plateKeyOf, type Scope } from "../../../allowlist/index.ts";
import { valueAt } from "../../../run/collections.ts";
import { type AuditFacts, desiredToday } from "./facts.ts";
import { aboutDesired, type RuleChecks } from "./finding.ts";

/** Cars of parking users and of the fleet. */
export const userAndFleetChecks = {
  *"fleet-not-allowed"({ lists, fleet, day }) {
    const onNoList = new Map(fleet);
    // A car that is wanted and missing is drift: one cause, one finding.
    for (const { entry } of desiredToday(lists, day)) onNoList.delete(entry.plateKey);
    for (const { read } of lists) for (const plateKey of read?.live.entries.keys() ?? []) onNoList.delete(plateKey);
    for (const licenseNumber of onNoList.values())
      yield { scope: "global", licenseNumber, message: "is a fleet car, and on no list", evidence: {} };
  },

  *"user-car-not-allowed"({ accounts, plates, isProtected, day }) {
    for (const { scope, desired, licenseNumber, user } of linkedCars(accounts)) {
      const plateKey = plateKeyOf(licenseNumber, plates);
      const entry = plateKey && desired.entries.get(plateKey);
      if ((entry && isValidOn(entry, day)) || (plateKey && isProtected(plateKey))) continue;
      const message = `is linked to parking user ${user.id}, and not desired`;
      yield { scope, licenseNumber, message, evidence: { user } };
    }
  },

  *"inactive-user-holds-car"({ accounts }) {
    for (const { scope, licenseNumber, user } of linkedCars(accounts)) {
      const message = `is linked to parking user ${user.id}, who is ${user.status}`;
      if (user.status !== "ACTIVE") yield { scope, licenseNumber, message, evidence: { user } };
    }
  },

  *"car-with-two-holders"({ accounts, plates }) {
    const holders = new Map<PlateKey, { readonly scope: Scope; readonly id: string }>();
    for (const { scope, licenseNumber, user } of linkedCars(accounts)) {
      const plateKey = plateKeyOf(licenseNumber, plates);
      if (plateKey === undefined || user.status !== "ACTIVE") continue;
      const first = valueAt(holders, plateKey, () => ({ scope, id: user.id }));
      if (first.scope === scope && first.id === user.id) continue;
      const other = first.scope === scope ? first.id : `${first.id} of ${first.scope}`;
      const message = `is linked to parking user ${user.id}, and to parking user ${other}`;
      yield { scope, licenseNumber, message, evidence: { user } };
    }
  },

  *"user-without-cost-center"({ accounts }) {
    for (const { scope, users = [] } of accounts) {
      const without = users.filter(({ costCenter = "" }) => costCenter.trim() === "");
      if (without.length === users.length) continue;
      for (const { id, status } of without) {
        const message = `parking user ${id} has no cost centre, and others of the account have one`;
        if (status === "ACTIVE") yield { scope, message, evidence: { user: { id, status } } };
      }
    }
  },

  *"never-in-fleet"({ lists, fleet, day }) {
    for (const one of desiredToday(lists, day))
      if (fleet?.has(one.entry.plateKey) === false) yield aboutDesired(one, "is desired, and no fleet car");
  },
} satisfies RuleChecks;

/** The cars that are linked to parking users, with the account of each, in the same order whatever order the server has. */
function* linkedCars(accounts: AuditFacts["accounts"]) {
  for (const { scope, desired, users = [] } of accounts)
    for (const { id, status, cars } of users.toSorted((left, right) => compareIds(left.id, right.id)))
      for (const licenseNumber of cars) yield { scope, desired, licenseNumber, user: { id, status } };
}
