import { type DesiredScope, daysBetween, formatSource, isSpelledAs, type PlateKey } from "../../allowlist/index.ts";
import { type BilledPlate, billedInWords, billedOf } from "../billing-tally.ts";
import { type AuditedAccount, type AuditFacts, desiredToday, ownersByPlate } from "../facts.ts";
import type { FoundCar } from "../finding.ts";
import type { RuleChecks } from "../rule.ts";

/** Billing records of the wrong cars, and cars without records. */
export const billingChecks = {
  "billed-not-desired": {
    *find({ accounts, day }) {
      for (const { scope, billed, desired } of accounts) {
        for (const plate of billed?.values() ?? []) {
          const found = findingOf(plate, desired, day);
          if (found) yield { scope, licenseNumber: plate.licenseNumber, ...found };
        }
      }
    },
  },

  "billed-other-account": {
    *find(facts) {
      const owners = ownersByPlate(facts.desired);
      for (const { scope, billed: plates } of facts.accounts) {
        for (const { licenseNumber, plateKey, sums } of plates?.values() ?? []) {
          if (plateKey === undefined || !sums.elsewhere) continue;
          const billed = billedOf(sums.elsewhere);
          const desiredIn = (owners.get(plateKey) ?? []).map((owner) => owner.scope).filter((other) => other !== scope);
          const message = `belongs to ${desiredIn.join(", ")}, and was billed here: ${billedInWords(billed)}`;
          yield { scope, licenseNumber, message, evidence: { desiredIn, billed } };
        }
      }
    },
  },

  idle: {
    // One list holds for all accounts: a car is idle only where none of them was billed for it.
    lacks: ({ mode, accounts }) =>
      mode === "global" && accounts.some(({ billed }) => !billed)
        ? "the billing records of some accounts were not read"
        : undefined,
    *find(facts) {
      const { lists, day, from, mode } = facts;
      const byScope = new Map(facts.accounts.map((account) => [account.scope, [account]]));
      for (const list of lists) {
        const accounts = mode === "global" ? facts.accounts : (byScope.get(list.desired.scope) ?? []);
        if (accounts.length === 0 || accounts.some(({ billed }) => !billed)) continue;
        const parked = parkedPlates(accounts);
        for (const { scope, entry } of desiredToday([list], day)) {
          if (parked.has(entry.plateKey) || (entry.validFrom ?? from) > from) continue;
          const evidence = { source: formatSource(entry.source) };
          yield { scope, licenseNumber: entry.licenseNumber, message: "is desired, and was not billed once", evidence };
        }
      }
    },
  },

  "unknown-plate-spelling": {
    *find(facts) {
      const listed = new Map(facts.lists.map(({ desired, read }) => [desired.scope, read?.live.entries]));
      for (const { scope, desired, billed: plates } of facts.accounts) {
        for (const { licenseNumber, plateKey, sums } of plates?.values() ?? []) {
          const entry = plateKey && desired.entries.get(plateKey);
          if (!entry || !sums.here || licenseNumber === entry.licenseNumber) continue;
          const row = listed.get(desired.scope)?.get(entry.plateKey);
          if (row && isSpelledAs(row, licenseNumber)) continue;
          const billed = billedOf(sums.here);
          const source = formatSource(entry.source);
          const message = `is spelt ${entry.licenseNumber} at ${source}, and was billed so: ${billedInWords(billed)}`;
          const other = { licenseNumber: entry.licenseNumber, source };
          yield { scope, licenseNumber, message, evidence: { other, billed } };
        }
      }
    },
  },
} satisfies RuleChecks;

function findingOf(
  { plateKey, sums, left }: BilledPlate,
  { entries }: DesiredScope,
  day: string,
): Pick<FoundCar, "message" | "evidence"> | undefined {
  if (!sums.nowhere) return undefined;
  const billed = billedOf(sums.nowhere);
  const entry = plateKey && entries.get(plateKey);
  if (entry) {
    const { validFrom, validUntil } = entry;
    const days = [...(validFrom ? [`from ${validFrom}`] : []), ...(validUntil ? [`until ${validUntil}`] : [])];
    const evidence = { billed, source: formatSource(entry.source), ...(validUntil !== undefined && { validUntil }) };
    return { message: `is desired ${days.join(" ")} only, and was billed outside: ${billedInWords(billed)}`, evidence };
  }
  if (!left) {
    const message = `is not desired, and was billed: ${billedInWords(billed)}; when it left is not known, if it was ever wanted`;
    return { message, evidence: { billed } };
  }
  const daysSinceRemoval = daysBetween(left.day, day);
  const since = `${LEFT_BY[left.by]} on ${left.day}, ${daysInWords(daysSinceRemoval)}`;
  return {
    message: `was billed after it left (${since}): ${billedInWords(billed)}`,
    evidence: { billed, removedOn: left.day, daysSinceRemoval, removedBy: left.by },
  };
}

const LEFT_BY = {
  journal: "taken off the list",
  git: "taken out of the fleet files",
  absent: "wanted for the last time, by `absent`,",
};

function daysInWords(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

function parkedPlates(accounts: AuditFacts["accounts"]): ReadonlySet<PlateKey> {
  const keysOf = ({ billed }: AuditedAccount) =>
    [...(billed?.values() ?? [])].flatMap(({ plateKey }) => (plateKey === undefined ? [] : [plateKey]));
  return new Set(accounts.flatMap(keysOf));
}
