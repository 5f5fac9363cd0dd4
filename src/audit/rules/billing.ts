import { daysBetween, formatSource, isSpelledAs, quoted } from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import { isPositive } from "../billing/billed-sum.ts";
import { type AuditFacts, desiredToday, isLeftToPay, ownersByPlate } from "./facts.ts";
import { aboutBilled, aboutDesired, type Evidence, type FoundCar, placeOf, type RuleChecks } from "./finding.ts";
import { type UndesiredPlate, undesiredPlates } from "./undesired.ts";

/** Billing records of the wrong cars, and cars without records. */
export const billingChecks = {
  "billed-not-desired": (facts) => undesired("billed-not-desired", facts),
  "billed-look-alike": (facts) => undesired("billed-look-alike", facts),
  "billed-zero": (facts) => undesired("billed-zero", facts),

  *"billed-other-account"({ accounts, desired }) {
    let owners: ReturnType<typeof ownersByPlate> | undefined;
    for (const { scope, plate } of billedPlates(accounts)) {
      const { plateKey, sums } = plate;
      if (!plateKey || !sums.elsewhere || !isPositive(sums.elsewhere)) continue;
      owners ??= ownersByPlate(desired);
      const desiredIn = (owners.get(plateKey) ?? []).map((owner) => owner.scope).filter((other) => other !== scope);
      const words = `belongs to ${desiredIn.join(", ")}, and was billed here`;
      yield aboutBilled(scope, plate, words, sums.elsewhere, { desiredIn });
    }
  },

  *idle(facts) {
    for (const { fees, ...car } of unparkedCars(facts))
      if (fees.length === 0) yield aboutDesired(car, "is desired, and was not billed once");
  },

  *"fee-for-idle-car"(facts) {
    for (const { fees, entry } of unparkedCars(facts)) {
      for (const { scope, plate } of fees) {
        const sum = plate.sums.here;
        if (!sum || !isPositive(sum)) continue;
        const evidence = { source: formatSource(entry.source) };
        yield aboutBilled(scope, plate, "did not park once, and was billed fees", sum, evidence);
      }
    }
  },

  *"unknown-plate-spelling"({ lists, accounts }) {
    const listed = new Map(lists.map(({ desired, read }) => [desired.scope, read?.live.entries]));
    for (const { scope, desired, plate } of billedPlates(accounts)) {
      const { plateKey, licenseNumber, sums } = plate;
      const entry = plateKey && desired.entries.get(plateKey);
      if (!entry || !sums.here || licenseNumber === entry.licenseNumber) continue;
      const row = listed.get(desired.scope)?.get(entry.plateKey);
      if (row && isSpelledAs(row, licenseNumber)) continue;
      const other = placeOf(entry);
      const words = `is spelt ${quoted(other.licenseNumber)} at ${other.source}, and was billed so`;
      yield aboutBilled(scope, plate, words, sums.here, { other });
    }
  },
} satisfies RuleChecks;

/** The plates that were billed and not wanted, each found by one rule. */
function* undesired(
  rule: "billed-not-desired" | "billed-look-alike" | "billed-zero",
  facts: AuditFacts,
): Generator<FoundCar> {
  for (const one of undesiredPlates(facts)) {
    const { account, plate, sum, twin } = one;
    const isDue = isLeftToPay(facts, `billed-not-desired ${account.scope} ${plate.licenseNumber}`, sum);
    const own = !isDue ? "billed-zero" : twin ? "billed-look-alike" : "billed-not-desired";
    if (own !== rule) continue;
    const said = isDue ? whatOf(one, facts.day) : { words: "is not desired, and nothing is left to pay" };
    const { words, after = "", ...evidence }: Said = said;
    const found = aboutBilled(account.scope, plate, words, sum, evidence);
    yield { ...found, message: `${found.message}${after}` };
  }
}

/** Words before the sum, and after it, and what shows that they are right. */
interface Said extends Evidence {
  readonly words: string;
  readonly after?: string;
}

function whatOf({ account, plate, twin }: UndesiredPlate, day: string): Said {
  const { plateKey, left } = plate;
  if (twin) {
    const other = placeOf(twin);
    return { words: `is not desired, and looks like ${quoted(other.licenseNumber)} (${other.source})`, other };
  }
  const entry = plateKey && account.desired.entries.get(plateKey);
  if (entry) {
    const { validFrom, validUntil } = entry;
    const days = [...(validFrom ? [`from ${validFrom}`] : []), ...(validUntil ? [`until ${validUntil}`] : [])];
    const words = `is desired ${days.join(" ")} only, and was billed outside`;
    return { words, source: formatSource(entry.source), ...(validUntil !== undefined && { validUntil }) };
  }
  if (!left)
    return { words: "is not desired, and was billed", after: "; when it left is not known, if it was ever wanted" };
  const daysSinceRemoval = daysBetween(left.day, day);
  const words = `was billed after it left (${LEFT_BY[left.by]} on ${left.day}, ${daysInWords(daysSinceRemoval)})`;
  return { words, removedOn: left.day, daysSinceRemoval, removedBy: left.by };
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

/** All plates as billed, each with its account. */
function* billedPlates(accounts: AuditFacts["accounts"]) {
  for (const { scope, desired, billed } of accounts)
    for (const plate of billed?.plates.values() ?? []) yield { scope, desired, plate };
}

/** The cars that were wanted throughout the range and did not park, each with what was billed for it all the same. */
function* unparkedCars({ lists, accounts, day, from }: AuditFacts) {
  const byList = groupBy(accounts, ({ desired }) => desired.scope);
  for (const list of lists) {
    // One list may hold for many accounts: what is missing is said only where the records of each were read.
    const own = byList.get(list.desired.scope) ?? [];
    if (own.length === 0 || !own.every(({ billed }) => billed)) continue;
    const plates = [...billedPlates(own)];
    const parked = new Set(plates.map(({ plate }) => plate.hasParked && plate.plateKey));
    const fees = groupBy(
      plates.filter(({ plate }) => !plate.hasParked),
      ({ plate }) => plate.plateKey,
    );
    for (const { scope, entry } of desiredToday([list], day)) {
      if ((entry.validFrom ?? from) > from || parked.has(entry.plateKey)) continue;
      yield { scope, entry, fees: fees.get(entry.plateKey) ?? [] };
    }
  }
}
