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
  type ScopeMemory,
} from "../allowlist/index.ts";
import { eachInSteps, type Steps } from "../runtime/steps.ts";
import type { ExemptionTest } from "./exempt.ts";
import type { DepartureTest } from "./list-grace.ts";
import type { Change, ExemptCar } from "./plan.ts";

const IN_DOUBT = "sent before, and no answer says whether it is listed";
/** One for all cars. */
const NO_FEATURES: readonly string[] = [];
const REASSERTED = "sent again to learn whether it is listed";

/** What a diff of one scope needs to know besides its two sides. */
export interface DiffRules {
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

/** The difference of one scope, unordered. */
export interface ScopeDiff {
  readonly adds: readonly Change[];
  /** Those of them that were never sent before, as far as is known. */
  readonly newAdds: number;
  readonly updates: readonly Change[];
  readonly deletes: readonly Change[];
  readonly exempt: readonly ExemptCar[];
  readonly unchanged: number;
  /** How many cars are desired on that day. */
  readonly desired: number;
}

/** What turns live into desired: cars to add, to give other features, to delete, and those left alone. Linear in the cars. */
export function* diffScope(desired: DesiredScope, live: LiveScope, rules: DiffRules): Steps<ScopeDiff> {
  const wanted = yield* wantedCars(desired, live, rules);
  const { deletes, exempt } = yield* unwantedCars(desired, live, wanted.desired, rules);
  return { ...wanted, deletes, exempt };
}

function* wantedCars(
  desired: DesiredScope,
  live: LiveScope,
  rules: DiffRules,
): Steps<Omit<ScopeDiff, "deletes" | "exempt">> {
  const adds: Change[] = [];
  const updates: Change[] = [];
  const isReasserted = rules.reassert && live.source !== "list";
  let newAdds = 0;
  let unchanged = 0;
  let wanted = 0;
  yield* eachInSteps(desired.entries.values(), (entry) => {
    if (!isValidOn(entry, rules.day)) return;
    wanted += 1;
    const there = live.entries.get(entry.plateKey);
    if (there === undefined) newAdds += 1;
    if (there === undefined) adds.push(addition(entry, undefined, rules.mode));
    else if (there.uncertain) adds.push(addition(entry, IN_DOUBT, rules.mode));
    else if (isReasserted) adds.push(addition(entry, REASSERTED, rules.mode));
    else if (sameFeatures(entry.features, there.features, rules.mode)) unchanged += 1;
    else updates.push(featureUpdate(entry, there));
  });
  return { adds, newAdds, updates, unchanged, desired: wanted };
}

function* unwantedCars(
  desired: DesiredScope,
  live: LiveScope,
  wanted: number,
  rules: DiffRules,
): Steps<Pick<ScopeDiff, "deletes" | "exempt">> {
  const deletes: Change[] = [];
  const exempt: ExemptCar[] = [];
  // Where every car is wanted today, it is enough to know that it is there: no entry need be made.
  const areAllWanted = wanted === desired.entries.size;
  const judge = (entry: LiveEntry): void => {
    if (areAllWanted && desired.entries.has(entry.plateKey)) return;
    const twin = desired.entries.get(entry.plateKey);
    if (twin && isValidOn(twin, rules.day)) return;
    const absent = activeAbsent(desired, entry.plateKey, rules.day);
    const exemption = rules.exemption(entry, absent !== undefined);
    for (const licenseNumber of [entry.licenseNumber, ...(entry.otherSpellings ?? [])]) {
      if (exemption) exempt.push({ plateKey: entry.plateKey, licenseNumber, ...exemption });
      else deletes.push(deletion(licenseNumber, entry, { twin, absent }, rules));
    }
  };
  yield* eachInSteps(live.entries.values(), judge);
  yield* eachInSteps(possiblyListed(desired, live, rules), judge);
  return { deletes, exempt };
}

/** Cars that the file names as absent from that day on. */
export function activeAbsent(desired: DesiredScope, plateKey: PlateKey, day: string): AbsentCar | undefined {
  const absent = desired.absent?.get(plateKey);
  return absent && (absent.since === undefined || absent.since <= day) ? absent : undefined;
}

// On a list that cannot be read, a car that must be absent may be there although nothing says so, until an answer denies it.
function possiblyListed({ absent }: DesiredScope, live: LiveScope, { memory, day }: DiffRules): LiveEntry[] {
  if (live.source === "list" || memory?.baseline || !absent) return [];
  return [...absent.values()]
    .filter(({ since }) => since === undefined || since <= day)
    .filter(({ plateKey }) => !live.entries.has(plateKey) && !memory?.notListed?.has(plateKey))
    .map(({ licenseNumber, plateKey }) => ({ licenseNumber, plateKey, features: [], addedByCustomerCare: false }));
}

function addition(entry: DesiredEntry, hint: string | undefined, mode: Mode): Change {
  return {
    action: "add",
    plateKey: entry.plateKey,
    licenseNumber: entry.licenseNumber,
    ...(mode === "global" && { features: { from: NO_FEATURES, to: entry.features } }),
    source: formatSource(entry.source),
    ...(hint !== undefined && { hint }),
  };
}

function featureUpdate(entry: DesiredEntry, there: LiveEntry): Change {
  return {
    action: "update",
    plateKey: entry.plateKey,
    licenseNumber: there.licenseNumber,
    features: { from: there.features, to: entry.features },
    source: formatSource(entry.source),
  };
}

function deletion(
  licenseNumber: string,
  entry: LiveEntry,
  named: { readonly twin: DesiredEntry | undefined; readonly absent: AbsentCar | undefined },
  rules: DiffRules,
): Change {
  const { twin, absent } = named;
  const departure = twin || absent ? undefined : rules.departure(entry.plateKey);
  const source = (twin ?? absent)?.source;
  const hints = [
    ...(entry.uncertain ? [IN_DOUBT] : []),
    ...(twin ? [outsideValidity(twin, rules.day)] : []),
    ...(departure?.kind === "over" ? [departure.hint] : []),
    ...(absent ? [absent.reason === undefined ? "named in absent" : `named in absent: ${absent.reason}`] : []),
  ];
  return {
    action: "delete",
    plateKey: entry.plateKey,
    licenseNumber,
    ...(rules.mode === "global" && { features: { from: entry.features, to: NO_FEATURES } }),
    ...(rules.fleet && { inFleet: rules.fleet.has(entry.plateKey) }),
    ...(source && { source: formatSource(source) }),
    ...(departure?.kind === "over" && { reason: departure.reason }),
    ...(hints.length > 0 && { hint: hints.join("; ") }),
  };
}

function outsideValidity(entry: DesiredEntry, day: string): string {
  return entry.validUntil !== undefined && entry.validUntil < day
    ? `validUntil ${entry.validUntil} has passed`
    : `validFrom ${entry.validFrom} is yet to come`;
}

// Accounts know no features; both sides are sorted and free of duplicates.
function sameFeatures(left: readonly string[], right: readonly string[], mode: Mode): boolean {
  if (mode === "billing-account") return true;
  return left.length === right.length && left.every((feature, at) => feature === right[at]);
}
