import {
  type AbsentCar,
  type DesiredEntry,
  type DesiredScope,
  formatSource,
  isValidOn,
  type LiveEntry,
  type LiveScope,
  type Mode,
  type PlateKey,
  quoted,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import type { Change, ChangeReason, ExemptCar } from "../model/plan.ts";
import type { DepartureTest, ExemptionTest } from "./exempt.ts";
import type { CarDifferences } from "./list-difference.ts";

const IN_DOUBT = "sent before, and no answer says whether it is listed";
/** One for all cars. */
const NO_FEATURES: readonly string[] = [];
const REASSERTED = "sent again to learn whether it is listed";

/** What a comparison needs to know besides the two sides of the list. */
export interface ComparisonRules {
  readonly mode: Mode;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly exemption: ExemptionTest;
  readonly departure: DepartureTest;
  readonly fleet: ReadonlySet<PlateKey> | undefined;
  readonly memory: ScopeMemory | undefined;
  /** Every desired car of a list that cannot be read is sent, known or not. */
  readonly reassert: boolean;
}

/** What turns live into desired: cars to add, to give other features, to delete, and those left alone. Linear in the cars. */
export function compareLists(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): CarDifferences {
  const wanted = wantedCars(desired, live, rules);
  return { ...wanted, ...unwantedCars(desired, live, rules) };
}

/** What is found on the side of the list. */
type Unwanted = "deletes" | "exempt" | "respelled";

function wantedCars(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): Omit<CarDifferences, Unwanted> {
  const adds: Change[] = [];
  const updates: Change[] = [];
  const isReasserted = rules.reassert && live.source !== "list";
  let newAdds = 0;
  let unchanged = 0;
  let wanted = 0;
  let hasFirstDays = false;
  const featuresOf = sharedFeatures(rules.mode);
  const add = (entry: DesiredEntry, hint?: string) =>
    adds.push(addition(entry, hint, featuresOf(NO_FEATURES, entry.features)));
  for (const entry of desired.entries.values()) {
    if (!isValidOn(entry, rules.day)) continue;
    wanted += 1;
    hasFirstDays ||= entry.validFrom !== undefined;
    const there = live.entries.get(entry.plateKey);
    if (there === undefined) newAdds += 1;
    if (there === undefined) add(entry);
    else if (there.uncertain) add(entry, IN_DOUBT);
    else if (isReasserted) add(entry, REASSERTED);
    else if (sameFeatures(entry.features, there.features, rules.mode)) unchanged += 1;
    else updates.push(featureUpdate(entry, there));
  }
  return { adds, newAdds, updates, unchanged, wanted, hasFirstDays };
}

function unwantedCars(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): Pick<CarDifferences, Unwanted> {
  const deletes: Change[] = [];
  const exempt: ExemptCar[] = [];
  const respelled: LiveEntry[] = [];
  const featuresOf = sharedFeatures(rules.mode);
  const judge = (entry: LiveEntry): void => {
    const { plateKey, licenseNumber, otherSpellings = [] } = entry;
    if (otherSpellings.length > 0) respelled.push(entry);
    const twin = desired.entries.get(plateKey);
    if (twin && isValidOn(twin, rules.day)) return;
    const absent = activeAbsent(desired, plateKey, rules.day);
    const exemption = rules.exemption(entry, absent !== undefined);
    const unwanted = { twin, absent, features: featuresOf(entry.features, NO_FEATURES) };
    const judgeSpelling = (spelling: string): void => {
      if (exemption) exempt.push({ plateKey, licenseNumber: spelling, ...exemption });
      else deletes.push(deletion(spelling, entry, unwanted, rules));
    };
    judgeSpelling(licenseNumber);
    for (const spelling of otherSpellings) judgeSpelling(spelling);
  };
  for (const one of live.entries.values()) judge(one);
  for (const one of possiblyListed(desired, live, rules)) judge(one);
  return { deletes, exempt, respelled };
}

/** Cars that the file names as absent from that day on. */
export function activeAbsent(desired: DesiredScope, plateKey: PlateKey, day: string): AbsentCar | undefined {
  const absent = desired.absent?.get(plateKey);
  return absent && (absent.since === undefined || absent.since <= day) ? absent : undefined;
}

// On a list that cannot be read, a car that must be absent may be there although nothing says so, until an answer denies it.
function possiblyListed({ absent }: DesiredScope, live: LiveScope, { memory, day }: ComparisonRules): LiveEntry[] {
  if (live.source === "list" || memory?.baseline || !absent) return [];
  return [...absent.values()]
    .filter(({ since }) => since === undefined || since <= day)
    .filter(({ plateKey }) => !live.entries.has(plateKey) && !memory?.notListed?.has(plateKey))
    .map(({ licenseNumber, plateKey }) => ({ licenseNumber, plateKey, features: [], addedByCustomerCare: false }));
}

type Features = NonNullable<Change["features"]>;

/** Gives a car the same object as the one before it where both change alike. Accounts know no features. */
function sharedFeatures(mode: Mode): (from: readonly string[], to: readonly string[]) => Features | undefined {
  let last: Features | undefined;
  return (from, to) => {
    if (mode === "billing-account") return undefined;
    if (!last || !isSame(last.from, from) || !isSame(last.to, to)) last = { from, to };
    return last;
  };
}

// Literals with the same keys for all cars: conditional spreads would take several times as long.
function addition(entry: DesiredEntry, hint: string | undefined, features: Features | undefined): Change {
  const { plateKey, licenseNumber } = entry;
  const source = formatSource(entry.source);
  const change: Change = features
    ? { action: "add", plateKey, licenseNumber, features, source }
    : { action: "add", plateKey, licenseNumber, source };
  return withNote(entry, hint === undefined ? change : { hint, ...change });
}

function featureUpdate(entry: DesiredEntry, there: LiveEntry): Change {
  return withNote(entry, {
    action: "update",
    plateKey: entry.plateKey,
    licenseNumber: there.licenseNumber,
    features: { from: there.features, to: entry.features },
    source: formatSource(entry.source),
  });
}

function withNote({ note }: DesiredEntry, change: Change): Change {
  return note === undefined ? change : { note, ...change };
}

/** What is known of a car to be deleted. */
interface UnwantedCar {
  readonly twin: DesiredEntry | undefined;
  readonly absent: AbsentCar | undefined;
  readonly features: Features | undefined;
}

function deletion(licenseNumber: string, entry: LiveEntry, unwanted: UnwantedCar, rules: ComparisonRules): Change {
  const { twin, absent, features } = unwanted;
  const change = bareDeletion(licenseNumber, entry.plateKey, features, rules);
  const departure = twin || absent ? undefined : rules.departure(entry.plateKey);
  if (!twin && !absent && !entry.uncertain && departure?.kind !== "over") return change;
  const place = (twin ?? absent)?.source;
  const source = place && formatSource(place);
  const reason = departure?.kind === "over" ? departure.reason : source && writtenReason(source, twin, rules.day);
  const hints = [
    ...(entry.uncertain ? [IN_DOUBT] : []),
    ...(twin ? [outsideValidity(twin, rules.day)] : []),
    ...(departure?.kind === "over" ? [departure.hint] : []),
    ...(absent ? [absent.reason === undefined ? "named in absent" : `named in absent: ${quoted(absent.reason)}`] : []),
  ];
  return {
    ...change,
    ...(source !== undefined && { source }),
    ...(reason && { reason }),
    ...(twin?.note !== undefined && { note: twin.note }),
    hint: hints.join("; "),
  };
}

function bareDeletion(
  licenseNumber: string,
  plateKey: PlateKey,
  features: Features | undefined,
  { fleet }: ComparisonRules,
): Change {
  if (!fleet) return { action: "delete", plateKey, licenseNumber, ...(features && { features }) };
  const inFleet = fleet.has(plateKey);
  return features
    ? { action: "delete", plateKey, licenseNumber, features, inFleet }
    : { action: "delete", plateKey, licenseNumber, inFleet };
}

/** What the files say of a car to be deleted: that it must not be there today, or be absent. */
function writtenReason(source: string, twin: DesiredEntry | undefined, day: string): ChangeReason {
  if (!twin) return { kind: "absent", source };
  const { validFrom, validUntil } = twin;
  const at = validUntil !== undefined && validUntil < day ? validUntil : validFrom;
  return { kind: "date", ...(at !== undefined && { at }), source };
}

function outsideValidity(entry: DesiredEntry, day: string): string {
  return entry.validUntil !== undefined && entry.validUntil < day
    ? `validUntil ${entry.validUntil} has passed`
    : `validFrom ${entry.validFrom} is yet to come`;
}

// Accounts know no features; both sides are sorted and free of duplicates.
function sameFeatures(left: readonly string[], right: readonly string[], mode: Mode): boolean {
  return mode === "billing-account" || isSame(left, right);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left === right || (left.length === right.length && left.every((feature, at) => feature === right[at]));
}
