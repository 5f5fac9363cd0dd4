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
import type { Exemption } from "./exempt.ts";
import type { Change, KeptCar } from "./plan.ts";

const IN_DOUBT = "sent before, and no answer says whether it is listed";
const REASSERTED = "sent again to learn whether it is listed";

/** What a diff of one scope needs to know besides its two sides. */
export interface DiffRules {
  readonly mode: Mode;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly exemption: Exemption;
  readonly fleet: ReadonlySet<PlateKey> | undefined;
  readonly memory: ScopeMemory | undefined;
  /** Every desired car of a list that cannot be read is sent, known or not. */
  readonly reassert: boolean;
}

/** A change with the key it is ordered and matched by. */
export interface KeyedChange {
  readonly plateKey: PlateKey;
  readonly change: Change;
}

/** The difference of one scope, unordered. */
export interface ScopeDiff {
  readonly adds: readonly KeyedChange[];
  /** Those of them that were never sent before, as far as is known. */
  readonly newAdds: number;
  readonly updates: readonly KeyedChange[];
  readonly deletes: readonly KeyedChange[];
  readonly kept: readonly Kept[];
  readonly unchanged: number;
  /** How many cars are desired on that day. */
  readonly desired: number;
}

type Kept = KeptCar & { readonly plateKey: PlateKey };

/** What turns live into desired: cars to add, to give other features, to delete, and those left alone. Linear in the cars. */
export function diffScope(desired: DesiredScope, live: LiveScope, rules: DiffRules): ScopeDiff {
  const wanted = wantedCars(desired, live, rules);
  const { deletes, kept } = unwantedCars(desired, live, wanted.desired, rules);
  return { ...wanted, deletes, kept };
}

function wantedCars(desired: DesiredScope, live: LiveScope, rules: DiffRules): Omit<ScopeDiff, "deletes" | "kept"> {
  const adds: KeyedChange[] = [];
  const updates: KeyedChange[] = [];
  const isReasserted = rules.reassert && live.source !== "list";
  let newAdds = 0;
  let unchanged = 0;
  let wanted = 0;
  for (const entry of desired.entries.values()) {
    if (!isValidOn(entry, rules.day)) continue;
    wanted += 1;
    const there = live.entries.get(entry.plateKey);
    if (there === undefined) newAdds += 1;
    if (there === undefined) adds.push(addition(entry, undefined, rules.mode));
    else if (there.uncertain) adds.push(addition(entry, IN_DOUBT, rules.mode));
    else if (isReasserted) adds.push(addition(entry, REASSERTED, rules.mode));
    else if (sameFeatures(entry.features, there.features, rules.mode)) unchanged += 1;
    else updates.push(featureUpdate(entry, there));
  }
  return { adds, newAdds, updates, unchanged, desired: wanted };
}

function unwantedCars(
  desired: DesiredScope,
  live: LiveScope,
  wanted: number,
  rules: DiffRules,
): Pick<ScopeDiff, "deletes" | "kept"> {
  const deletes: KeyedChange[] = [];
  const kept: Kept[] = [];
  // Where every car is wanted today, it is enough to know that it is there: no entry need be made.
  const areAllWanted = wanted === desired.entries.size;
  const judge = (entry: LiveEntry): void => {
    if (areAllWanted && desired.entries.has(entry.plateKey)) return;
    const twin = desired.entries.get(entry.plateKey);
    if (twin && isValidOn(twin, rules.day)) return;
    const absent = activeAbsent(desired, entry.plateKey, rules.day);
    const reason = rules.exemption(entry, absent !== undefined);
    for (const licenseNumber of [entry.licenseNumber, ...(entry.otherSpellings ?? [])]) {
      if (reason) kept.push({ plateKey: entry.plateKey, licenseNumber, reason });
      else deletes.push(deletion(licenseNumber, entry, { twin, absent }, rules));
    }
  };
  for (const entry of live.entries.values()) judge(entry);
  for (const entry of possiblyListed(desired, live, rules)) judge(entry);
  return { deletes, kept };
}

/** Cars that the file names as absent from that day on. */
export function activeAbsent(desired: DesiredScope, plateKey: PlateKey, day: string): AbsentCar | undefined {
  const absent = desired.absent?.get(plateKey);
  return absent && (absent.since === undefined || absent.since <= day) ? absent : undefined;
}

// On a list that cannot be read, a car that must be absent may be there although nobody has said so, until an answer denies it.
function possiblyListed({ absent }: DesiredScope, live: LiveScope, { memory, day }: DiffRules): LiveEntry[] {
  if (live.source === "list" || memory?.baseline || !absent) return [];
  return [...absent.values()]
    .filter(({ since }) => since === undefined || since <= day)
    .filter(({ plateKey }) => !live.entries.has(plateKey) && !memory?.notListed?.has(plateKey))
    .map(({ licenseNumber, plateKey }) => ({ licenseNumber, plateKey, features: [], addedByCustomerCare: false }));
}

function addition(entry: DesiredEntry, hint: string | undefined, mode: Mode): KeyedChange {
  const change: Change = {
    action: "add",
    licenseNumber: entry.licenseNumber,
    ...(mode === "global" && { features: { from: [], to: entry.features } }),
    source: formatSource(entry.source),
    ...(hint !== undefined && { hint }),
  };
  return { plateKey: entry.plateKey, change };
}

function featureUpdate(entry: DesiredEntry, there: LiveEntry): KeyedChange {
  const change: Change = {
    action: "update",
    licenseNumber: there.licenseNumber,
    features: { from: there.features, to: entry.features },
    source: formatSource(entry.source),
  };
  return { plateKey: entry.plateKey, change };
}

function deletion(
  licenseNumber: string,
  entry: LiveEntry,
  named: { readonly twin: DesiredEntry | undefined; readonly absent: AbsentCar | undefined },
  rules: DiffRules,
): KeyedChange {
  const { twin, absent } = named;
  const source = (twin ?? absent)?.source;
  const hints = [
    ...(entry.uncertain ? [IN_DOUBT] : []),
    ...(twin ? [outsideValidity(twin, rules.day)] : []),
    ...(absent ? [absent.reason === undefined ? "named in absent" : `named in absent: ${absent.reason}`] : []),
  ];
  const change: Change = {
    action: "delete",
    licenseNumber,
    ...(rules.mode === "global" && { features: { from: entry.features, to: [] } }),
    ...(rules.fleet && { inFleet: rules.fleet.has(entry.plateKey) }),
    ...(source && { source: formatSource(source) }),
    ...(hints.length > 0 && { hint: hints.join("; ") }),
  };
  return { plateKey: entry.plateKey, change };
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
