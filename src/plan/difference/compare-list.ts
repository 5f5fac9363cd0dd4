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
import type { Change, ChangeReason, ExemptCar, Exemption } from "../model/plan.ts";
import type { DepartureTest, ExemptionTest } from "./exempt.ts";
import type { HoldTest } from "./held.ts";
import type { CarDifferences } from "./list-difference.ts";

const IN_DOUBT =
  "sent before, and no answer that platectl knows says whether it is listed: see `platectl doctor --write`";
const REASSERTED = "sent again to learn whether it is listed";

/** What a comparison needs to know in addition to the two sides of the list. */
export interface ComparisonRules {
  readonly mode: Mode;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly exemption: ExemptionTest;
  readonly departure: DepartureTest;
  /** Why a car that no file names stays although it is not exempt: an unclear row may be it. */
  readonly held: HoldTest;
  readonly fleet: ReadonlySet<PlateKey> | undefined;
  readonly memory: ScopeMemory | undefined;
  /** Every desired car of a list that cannot be read is sent, known or not. */
  readonly reassert: boolean;
}

/** What turns live into desired: cars to add, to give other features, to delete, and those left alone. Linear in the cars. */
export function compareLists(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): CarDifferences {
  const wanted = wantedCars(desired, live, rules);
  const isAllWanted = live.source === "list" && wanted.wanted - wanted.newAdds === live.entries.size;
  return { ...wanted, ...(isAllWanted ? nothingUnwanted(live) : unwantedCars(desired, live, rules)) };
}

function nothingUnwanted({ entries }: LiveScope): Pick<CarDifferences, Unwanted> {
  const respelled = [...entries.values()].filter(({ otherSpellings = [] }) => otherSpellings.length > 0);
  return { deletes: [], exempt: [], respelled };
}

/** What is found on the side of the list. */
type Unwanted = "deletes" | "exempt" | "respelled";

function wantedCars(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): Omit<CarDifferences, Unwanted> {
  const adds: Change[] = [];
  const updates: Change[] = [];
  const firstDays = new Map<PlateKey, string>();
  const isReasserted = rules.reassert && live.source !== "list";
  let newAdds = 0;
  let unchanged = 0;
  let wanted = 0;
  const add = (entry: DesiredEntry, hint?: string) => {
    if (entry.validFrom !== undefined) firstDays.set(entry.plateKey, entry.validFrom);
    const change = wantedCar("add", entry.licenseNumber, entry, [], rules);
    adds.push(hint === undefined ? change : { ...change, hint });
  };
  for (const entry of desired.entries.values()) {
    if (!isValidOn(entry, rules.day)) continue;
    wanted += 1;
    const there = live.entries.get(entry.plateKey);
    if (there === undefined) newAdds += 1;
    if (there === undefined) add(entry);
    else if (there.uncertain) add(entry, IN_DOUBT);
    else if (isReasserted) add(entry, REASSERTED);
    // Accounts know no features.
    else if (rules.mode === "billing-account" || haveSameFeatures(entry.features, there.features)) unchanged += 1;
    else updates.push(wantedCar("update", there.licenseNumber, entry, there.features, rules));
  }
  return { adds, newAdds, updates, firstDays, unchanged, wanted };
}

function unwantedCars(desired: DesiredScope, live: LiveScope, rules: ComparisonRules): Pick<CarDifferences, Unwanted> {
  const deletes: Change[] = [];
  const exempt: ExemptCar[] = [];
  const respelled: LiveEntry[] = [];
  for (const entry of [...live.entries.values(), ...possiblyListed(desired, live, rules)]) {
    const { plateKey, licenseNumber, otherSpellings = [] } = entry;
    if (otherSpellings.length > 0) respelled.push(entry);
    const twin = desired.entries.get(plateKey);
    if (twin && isValidOn(twin, rules.day)) continue;
    const absent = activeAbsent(desired, plateKey, rules.day);
    // What the files themselves say of a car goes on.
    const own = waitsForDay(desired.absent?.get(plateKey), rules.day) ?? rules.exemption(entry, absent !== undefined);
    const since = own?.vanished?.since ?? rules.day;
    const held = twin || absent ? undefined : rules.held(plateKey, since === rules.day);
    // When its grace is over, the row that appeared when it went still holds it.
    const exemption = own?.rule === "grace" && held?.unclear ? { ...own, unclear: held.unclear } : (own ?? held);
    for (const spelling of [licenseNumber, ...otherSpellings]) {
      if (exemption) exempt.push({ plateKey, licenseNumber: spelling, ...exemption });
      else deletes.push(deletion(spelling, entry, { twin, absent }, rules));
    }
  }
  return { deletes, exempt, respelled };
}

/** Cars that the file names as absent from that day on. */
export function activeAbsent(desired: DesiredScope, plateKey: PlateKey, day: string): AbsentCar | undefined {
  const absent = desired.absent?.get(plateKey);
  return absent && (absent.since === undefined || absent.since <= day) ? absent : undefined;
}

// Until a day to come the car may be there, whatever `prune` says of cars in no file.
function waitsForDay({ since }: Partial<AbsentCar> = {}, day: string): Exemption | undefined {
  return since && since > day ? { rule: "absent-later", reason: `named in absent from ${since} on` } : undefined;
}

// On a list that cannot be read, a car that must be absent may be there although nothing says so, until an answer denies it.
function possiblyListed({ absent }: DesiredScope, live: LiveScope, { memory, day }: ComparisonRules): LiveEntry[] {
  if (live.source === "list" || memory?.baseline || !absent) return [];
  return [...absent.values()]
    .filter(({ since }) => since === undefined || since <= day)
    .filter(({ plateKey }) => !live.entries.has(plateKey) && !memory?.notListed?.has(plateKey))
    .map(({ licenseNumber, plateKey }) => ({ licenseNumber, plateKey, features: [], addedByCustomerCare: false }));
}

/** The change of a wanted car that has `from` as its features. Accounts know no features. */
function wantedCar(
  action: "add" | "update",
  licenseNumber: string,
  { plateKey, features, source, note }: DesiredEntry,
  from: readonly string[],
  { mode }: ComparisonRules,
): Change {
  return {
    action,
    licenseNumber,
    plateKey,
    ...(mode === "global" && { features: { from, to: features } }),
    source: formatSource(source),
    ...(note !== undefined && { note }),
  };
}

/** What the files still say of a car to be deleted. */
interface UnwantedCar {
  readonly twin: DesiredEntry | undefined;
  readonly absent: AbsentCar | undefined;
}

function deletion(
  licenseNumber: string,
  { plateKey, features, uncertain }: LiveEntry,
  { twin, absent }: UnwantedCar,
  { mode, day, fleet, departure: departureOf }: ComparisonRules,
): Change {
  const departure = absent ? undefined : departureOf(plateKey);
  const over = departure?.kind === "over" ? departure : undefined;
  const place = (twin ?? absent)?.source;
  const source = place && formatSource(place);
  const reason = over ? over.reason : source && writtenReason(source, twin, day);
  const hints = [
    ...(uncertain ? [IN_DOUBT] : []),
    ...(twin ? [outsideValidity(twin, day)] : []),
    ...(over ? [over.hint] : []),
    ...(absent ? [absent.reason === undefined ? "named in absent" : `named in absent: ${quoted(absent.reason)}`] : []),
  ];
  return {
    action: "delete",
    licenseNumber,
    plateKey,
    ...(mode === "global" && { features: { from: features, to: [] } }),
    ...(fleet && { inFleet: fleet.has(plateKey) }),
    ...(source !== undefined && { source }),
    ...(reason && { reason }),
    ...(twin?.note !== undefined && { note: twin.note }),
    ...(hints.length > 0 && { hint: hints.join("; ") }),
  };
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

/** Whether two sets of features are one; both are sorted and free of duplicates. */
export function haveSameFeatures(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((feature, at) => feature === right[at]);
}
