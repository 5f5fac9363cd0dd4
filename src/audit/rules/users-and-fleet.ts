import { formatSource, isValidOn, type PlateKey, plateKeyOf } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import type { AuditedUser } from "../billing/billing-rules.ts";
import { type AuditFacts, desiredToday } from "./facts.ts";
import type { RuleChecks } from "./finding.ts";

/** Cars of parking users and of the fleet. */
export const userAndFleetChecks = {
  "fleet-not-allowed": {
    lacks: ({ desired, lists }) =>
      lists.filter(({ read }) => read).length < desired.length ? "not all lists were read" : undefined,
    *find({ lists, fleet, day }) {
      const onNoList = new Map(fleet);
      // A car that is wanted and missing is drift: one cause, one finding.
      for (const { entry } of desiredToday(lists, day)) onNoList.delete(entry.plateKey);
      for (const { read } of lists) for (const plateKey of read?.live.entries.keys() ?? []) onNoList.delete(plateKey);
      for (const licenseNumber of onNoList.values())
        yield { scope: "global", licenseNumber, message: "is a fleet car, and on no list", evidence: {} };
    },
  },

  "user-car-not-allowed": {
    *find({ accounts, plates, isProtected, day }) {
      for (const { scope, desired, licenseNumber, user } of linkedCars(accounts)) {
        const plateKey = plateKeyOf(licenseNumber, plates);
        const entry = plateKey && desired.entries.get(plateKey);
        if ((entry && isValidOn(entry, day)) || (plateKey && isProtected(plateKey))) continue;
        const message = `is linked to parking user ${user.id}, and not desired`;
        yield { scope, licenseNumber, message, evidence: { user } };
      }
    },
  },

  "inactive-user-holds-car": {
    *find({ accounts }) {
      for (const { scope, licenseNumber, user } of linkedCars(accounts)) {
        if (user.status === "ACTIVE") continue;
        const message = `is linked to parking user ${user.id}, who is ${user.status}`;
        yield { scope, licenseNumber, message, evidence: { user } };
      }
    },
  },

  "car-with-two-holders": {
    *find({ accounts, plates }) {
      const holders = new Map<PlateKey, string>();
      for (const { scope, licenseNumber, user } of linkedCars(accounts)) {
        const plateKey = plateKeyOf(licenseNumber, plates);
        if (plateKey === undefined || user.status !== "ACTIVE") continue;
        const holder = `${scope} ${user.id}`;
        const first = valueAt(holders, plateKey, () => holder);
        if (first === holder) continue;
        const [otherScope = "", other = ""] = first.split(" ");
        const where = otherScope === scope ? "" : ` of ${otherScope}`;
        const message = `is linked to parking user ${user.id}, and to parking user ${other}${where}`;
        yield { scope, licenseNumber, message, evidence: { user } };
      }
    },
  },

  "user-without-cost-center": {
    *find({ accounts }) {
      for (const { scope, users = [] } of accounts) {
        const isWithout = ({ costCenter = "" }: AuditedUser) => costCenter.trim() === "";
        if (users.every(isWithout)) continue;
        for (const { id, status, ...user } of users) {
          if (status !== "ACTIVE" || !isWithout({ id, status, ...user })) continue;
          const message = `parking user ${id} has no cost centre, and others of the account have one`;
          yield { scope, message, evidence: { user: { id, status } } };
        }
      }
    },
  },

  "never-in-fleet": {
    *find({ lists, fleet, day }) {
      for (const { scope, entry } of desiredToday(lists, day)) {
        if (!fleet || fleet.has(entry.plateKey)) continue;
        const evidence = { source: formatSource(entry.source) };
        yield { scope, licenseNumber: entry.licenseNumber, message: "is desired, and no fleet car", evidence };
      }
    },
  },
} satisfies RuleChecks;

/** The cars that are linked to parking users, with the account of each. */
function* linkedCars(accounts: AuditFacts["accounts"]) {
  for (const { scope, desired, users = [] } of accounts)
    for (const { id, status, cars } of users.toSorted(byId))
      for (const licenseNumber of cars) yield { scope, desired, licenseNumber, user: { id, status } };
}

// The same holder is the second one, whatever order the server has.
function byId({ id: left }: AuditedUser, { id: right }: AuditedUser): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
