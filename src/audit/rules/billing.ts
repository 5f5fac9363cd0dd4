import {
  type DesiredScope,
  daysBetween,
  formatSource,
  isSpelledAs,
  type PlateKey,
  quoted,
} from "../../allowlist/index.ts";
import { type BilledSum, billedInWords, billedOf, isPositive } from "../billing/billed-sum.ts";
import type { BilledPlate } from "../billing/billing-tally.ts";
import {
  type AuditedAccount,
  type AuditedList,
  type AuditFacts,
  desiredToday,
  isLeftToPay,
  ownersByPlate,
  type ScopedEntry,
} from "./facts.ts";
import type { FoundCar, RuleCheck, RuleChecks } from "./finding.ts";
import { type UndesiredPlate, undesiredPlates } from "./undesired.ts";

/** Billing records of the wrong cars, and cars without records. */
export const billingChecks = {
  "billed-not-desired": undesired("billed-not-desired", ({ account, plate, sum }, day) =>
    findingOf(plate, sum, account.desired, day),
  ),

  "billed-look-alike": undesired("billed-look-alike", ({ sum, twin }) => {
    const billed = billedOf(sum);
    const other = twin && { licenseNumber: twin.licenseNumber, source: formatSource(twin.source) };
    const like = other ? `${quoted(other.licenseNumber)} (${other.source})` : "";
    const message = `is not desired, and looks like ${like}: ${billedInWords(billed)}`;
    return { message, evidence: { ...(other && { other }), billed } };
  }),

  "billed-zero": undesired("billed-zero", ({ sum }) => {
    const billed = billedOf(sum);
    return { message: `is not desired, and nothing is left to pay: ${billedInWords(billed)}`, evidence: { billed } };
  }),

  "billed-other-account": {
    *find(facts) {
      let owners: ReturnType<typeof ownersByPlate> | undefined;
      for (const { scope, billed: plates } of facts.accounts) {
        for (const { licenseNumber, plateKey, sums } of plates?.plates.values() ?? []) {
          if (plateKey === undefined || !sums.elsewhere || !isPositive(sums.elsewhere)) continue;
          const billed = billedOf(sums.elsewhere);
          owners ??= ownersByPlate(facts.desired);
          const desiredIn = (owners.get(plateKey) ?? []).map((owner) => owner.scope).filter((other) => other !== scope);
          const message = `belongs to ${desiredIn.join(", ")}, and was billed here: ${billedInWords(billed)}`;
          yield { scope, licenseNumber, message, evidence: { desiredIn, billed } };
        }
      }
    },
  },

  idle: {
    lacks: lacksAccounts,
    *find(facts) {
      for (const { accounts, list } of listsWithBilling(facts)) {
        const billed = platesOf(accounts, () => true);
        for (const { scope, entry } of wantedThroughout(list, facts)) {
          if (billed.has(entry.plateKey)) continue;
          const evidence = { source: formatSource(entry.source) };
          yield { scope, licenseNumber: entry.licenseNumber, message: "is desired, and was not billed once", evidence };
        }
      }
    },
  },

  "fee-for-idle-car": {
    lacks: lacksAccounts,
    *find(facts) {
      for (const { accounts, list } of listsWithBilling(facts)) {
        const parked = platesOf(accounts, ({ hasParked }) => hasParked);
        if (platesOf(accounts, ({ hasParked }) => !hasParked).size === 0) continue;
        const wanted = new Map([...wantedThroughout(list, facts)].map(({ entry }) => [entry.plateKey, entry]));
        for (const { scope, billed: account } of accounts) {
          for (const { licenseNumber, plateKey, sums } of account?.plates.values() ?? []) {
            const entry = plateKey && wanted.get(plateKey);
            if (!entry || !sums.here || !isPositive(sums.here) || parked.has(entry.plateKey)) continue;
            const billed = billedOf(sums.here);
            const evidence = { source: formatSource(entry.source), billed };
            const message = `did not park once, and was billed fees: ${billedInWords(billed)}`;
            yield { scope, licenseNumber, message, evidence };
          }
        }
      }
    },
  },

  "unknown-plate-spelling": {
    *find(facts) {
      const listed = new Map(facts.lists.map(({ desired, read }) => [desired.scope, read?.live.entries]));
      for (const { scope, desired, billed: plates } of facts.accounts) {
        for (const { licenseNumber, plateKey, sums } of plates?.plates.values() ?? []) {
          const entry = plateKey && desired.entries.get(plateKey);
          if (!entry || !sums.here || licenseNumber === entry.licenseNumber) continue;
          const row = listed.get(desired.scope)?.get(entry.plateKey);
          if (row && isSpelledAs(row, licenseNumber)) continue;
          const billed = billedOf(sums.here);
          const source = formatSource(entry.source);
          const message = `is spelt ${quoted(entry.licenseNumber)} at ${source}, and was billed so: ${billedInWords(billed)}`;
          const other = { licenseNumber: entry.licenseNumber, source };
          yield { scope, licenseNumber, message, evidence: { other, billed } };
        }
      }
    },
  },
} satisfies RuleChecks;

function undesired(
  rule: "billed-not-desired" | "billed-look-alike" | "billed-zero",
  describe: (one: UndesiredPlate, day: string) => Pick<FoundCar, "message" | "evidence">,
): RuleCheck {
  return {
    *find(facts) {
      for (const one of undesiredPlates(facts)) {
        const { account, plate, sum, twin } = one;
        const isDue = isLeftToPay(facts, "billed-not-desired", account.scope, plate.licenseNumber, sum);
        const own = !isDue ? "billed-zero" : twin ? "billed-look-alike" : "billed-not-desired";
        if (own !== rule) continue;
        yield { scope: account.scope, licenseNumber: plate.licenseNumber, ...describe(one, facts.day) };
      }
    },
  };
}

function findingOf(
  { plateKey, left }: BilledPlate,
  sum: BilledSum,
  { entries }: DesiredScope,
  day: string,
): Pick<FoundCar, "message" | "evidence"> {
  const billed = billedOf(sum);
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

// One list holds for all accounts: a car is idle only where none of them was billed for it.
function lacksAccounts({ mode, accounts }: AuditFacts): string | undefined {
  return mode === "global" && accounts.some(({ billed }) => !billed)
    ? "the billing records of some accounts were not read"
    : undefined;
}

/** The lists with all accounts that they hold for, where the records of each were read. */
function* listsWithBilling({
  lists,
  accounts,
  mode,
}: AuditFacts): Generator<{ readonly list: AuditedList; readonly accounts: readonly AuditedAccount[] }> {
  const byScope = new Map(accounts.map((account) => [account.scope, [account]]));
  for (const list of lists) {
    const own = mode === "global" ? accounts : (byScope.get(list.desired.scope) ?? []);
    if (own.length > 0 && own.every(({ billed }) => billed)) yield { list, accounts: own };
  }
}

function* wantedThroughout(list: AuditedList, { day, from }: AuditFacts): Generator<ScopedEntry, void, undefined> {
  for (const one of desiredToday([list], day)) if ((one.entry.validFrom ?? from) <= from) yield one;
}

function platesOf(
  accounts: readonly AuditedAccount[],
  isMeant: (plate: BilledPlate) => boolean,
): ReadonlySet<PlateKey> {
  const keys = new Set<PlateKey>();
  for (const { billed } of accounts) {
    for (const plate of billed?.plates.values() ?? []) {
      if (plate.plateKey !== undefined && isMeant(plate)) keys.add(plate.plateKey);
    }
  }
  return keys;
}
