import { counted, daysBetween, formatSource, isSpelledAs, quoted } from "../../../allowlist/index.ts";
import { groupBy } from "../../../run/collections.ts";
import { isPositive } from "../billing/billed-sum.ts";
import type { Left } from "../billing/billing-rules.ts";
import { type AuditFacts, desiredToday, isLeftToPay, objectedTo, ownersByPlate } from "./facts.ts";
import { aboutBilled, aboutDesired, type Evidence, type FoundCar, placeOf, type RuleChecks } from "./finding.ts";
import { type UndesiredPlate, undesiredPlates } from "./undesired.ts";

/** Billing records of the wrong cars, and cars without records. */
export const billingChecks = {
  "billed-not-desired": (facts) => undesired("billed-not-desired", facts),
  "billed-look-alike": (facts) => undesired("billed-look-alike", facts),
  "billed-zero": (facts) => undesired("billed-zero", facts),

  *"billed-other-account"({ accounts, desired }) {
    let owners: ReturnType<typeof ownersByPlate> | undefined;
    for (const one of objectedTo(accounts, "billed-other-account")) {
      const { plateKey } = one.plate;
      if (!plateKey || !isPositive(one.records)) continue;
      owners ??= ownersByPlate(desired);
      const scopes = (owners.get(plateKey) ?? []).map(({ scope }) => scope);
      const desiredIn = scopes.filter((scope) => scope !== one.account.scope);
      yield aboutBilled(one, `belongs to ${desiredIn.join(", ")}, and was billed here`, { desiredIn });
    }
  },

  *idle(facts) {
    for (const { isBilled, ...car } of unparkedCars(facts))
      if (!isBilled) yield aboutDesired(car, "is desired, and was not billed once");
  },

  *"fee-for-idle-car"(facts) {
    const charged = [...objectedTo(facts.accounts, "fee-for-idle-car")].filter(({ records }) => isPositive(records));
    const fees = groupBy(charged, ({ account, plate }) => `${account.desired.scope} ${plate.plateKey}`);
    for (const { scope, entry } of unparkedCars(facts)) {
      const evidence = { source: formatSource(entry.source) };
      for (const one of fees.get(`${scope} ${entry.plateKey}`) ?? [])
        yield aboutBilled(one, "did not park once, and was billed fees", evidence);
    }
  },

  *"unknown-plate-spelling"({ lists, accounts }) {
    const listed = new Map(lists.map(({ desired, read }) => [desired.scope, read?.live.entries]));
    for (const one of objectedTo(accounts, "unknown-plate-spelling")) {
      const { plate, account } = one;
      const { desired } = account;
      const entry = plate.plateKey && desired.entries.get(plate.plateKey);
      const row = entry && listed.get(desired.scope)?.get(entry.plateKey);
      if (!entry || (row && isSpelledAs(row, plate.licenseNumber))) continue;
      const other = placeOf(entry);
      const words = `is spelt ${quoted(other.licenseNumber)} at ${other.source}, and was billed so`;
      yield aboutBilled(one, words, { other });
    }
  },
} satisfies RuleChecks;

/** The plates that were billed and not wanted, each found by one rule. */
function* undesired(
  rule: "billed-not-desired" | "billed-look-alike" | "billed-zero",
  facts: AuditFacts,
): Generator<FoundCar> {
  for (const one of facts.accounts.flatMap((account) => undesiredPlates(account, facts.policy))) {
    const isDue = isLeftToPay(one);
    const own = !isDue ? "billed-zero" : one.twin ? "billed-look-alike" : "billed-not-desired";
    if (own !== rule) continue;
    const said = isDue ? whatOf(one) : { words: "is not desired, and nothing is left to pay" };
    const { words, after = "", ...evidence }: Said = said;
    const found = aboutBilled({ ...one, rule }, words, evidence);
    yield { ...found, message: `${found.message}${after}` };
  }
}

/** Words before the sum, and after it, and what shows that they are right. */
interface Said extends Evidence {
  readonly words: string;
  readonly after?: string;
}

function whatOf({ account, plate: { plateKey }, records, left, twin, swapped }: UndesiredPlate): Said {
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
  if (!left) {
    const other = swapped && placeOf(swapped);
    const unknown = "; no file and no journal ever had it";
    const beside = other ? `; with two characters swapped it is ${quoted(other.licenseNumber)} (${other.source})` : "";
    return { words: "is not desired, and was billed", after: `${unknown}${beside}`, ...(other && { other }) };
  }
  const newest = records.reduce((last, { day }) => (day > last ? day : last), left.day);
  const daysSinceRemoval = daysBetween(left.day, newest);
  const most = records.length > 1 ? "up to " : "";
  const words = `was billed ${most}${counted(daysSinceRemoval, "day")} after it left (${waysToLeave(left)} ${left.day})`;
  return { words, removedOn: left.day, daysSinceRemoval, removedBy: left.by };
}

function waysToLeave({ by, isLastDay }: Left): string {
  if (by === "git") return isLastDay ? "its last day in the fleet files was" : "taken out of the fleet files on";
  return by === "journal" ? "taken off the list on" : "wanted for the last time, by `absent`, on";
}

/** The cars that were wanted throughout the range and did not park, and whether anything else was billed for them. */
function* unparkedCars({ lists, accounts, day, from }: AuditFacts) {
  // A car may park, and be billed, on an account that is not its own: that is another finding.
  const plates = accounts.flatMap(({ billed }) => [...(billed?.plates.values() ?? [])]);
  const parked = new Set(plates.map(({ hasParked, plateKey }) => hasParked && plateKey));
  const billed = new Set(plates.map(({ plateKey }) => plateKey));
  const byList = groupBy(accounts, ({ desired }) => desired.scope);
  for (const list of lists) {
    // One list may hold for many accounts: what is missing is said only where the records of each were read.
    const own = byList.get(list.desired.scope) ?? [];
    if (own.length === 0 || !own.every(({ billed }) => billed)) continue;
    for (const { scope, entry } of desiredToday([list], day)) {
      if ((entry.validFrom ?? from) > from || parked.has(entry.plateKey)) continue;
      yield { scope, entry, isBilled: billed.has(entry.plateKey) };
    }
  }
}
