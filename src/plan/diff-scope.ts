import {
  type DesiredEntry,
  type DesiredScope,
  formatSource,
  isValidOn,
  type LiveEntry,
  type LiveScope,
  type Mode,
  type PlateKey,
} from "../allowlist/index.ts";
import type { Change, KeptCar } from "./plan.ts";

const NEVER_CONFIRMED = "sent before, and never confirmed";

/** What a diff of one scope needs to know besides its two sides. */
export interface DiffRules {
  readonly mode: Mode;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly exemption: (entry: LiveEntry) => string | undefined;
  readonly fleet: ReadonlySet<PlateKey> | undefined;
}

/** A change with the key it is ordered and matched by. */
export interface KeyedChange {
  readonly plateKey: PlateKey;
  readonly change: Change;
}

/** The difference of one scope, unordered. */
export interface ScopeDiff {
  readonly adds: readonly KeyedChange[];
  readonly updates: readonly KeyedChange[];
  readonly deletes: readonly KeyedChange[];
  readonly kept: readonly (KeptCar & { readonly plateKey: PlateKey })[];
  readonly unchanged: number;
  /** How many cars are desired on that day. */
  readonly desired: number;
}

/** What turns live into desired: cars to add, to give other features, to delete, and those left alone. Linear in the cars. */
export function diffScope(desired: DesiredScope, live: LiveScope, rules: DiffRules): ScopeDiff {
  const adds: KeyedChange[] = [];
  const updates: KeyedChange[] = [];
  const deletes: KeyedChange[] = [];
  const kept: (KeptCar & { plateKey: PlateKey })[] = [];
  let unchanged = 0;
  let wanted = 0;

  for (const entry of desired.entries.values()) {
    if (!isValidOn(entry, rules.day)) continue;
    wanted += 1;
    const there = live.entries.get(entry.plateKey);
    if (there === undefined || there.uncertain) adds.push(addition(entry, there, rules.mode));
    else if (sameFeatures(entry.features, there.features, rules.mode)) unchanged += 1;
    else updates.push(featureUpdate(entry, there));
  }
  // Where every car is wanted today, it is enough to know that it is there: no entry need be made.
  const areAllWanted = wanted === desired.entries.size;
  for (const entry of live.entries.values()) {
    if (areAllWanted && desired.entries.has(entry.plateKey)) continue;
    const twin = desired.entries.get(entry.plateKey);
    if (twin && isValidOn(twin, rules.day)) continue;
    const reason = rules.exemption(entry);
    for (const licenseNumber of [entry.licenseNumber, ...(entry.otherSpellings ?? [])]) {
      if (reason) kept.push({ plateKey: entry.plateKey, licenseNumber, reason });
      else deletes.push(deletion(licenseNumber, entry, twin, rules));
    }
  }
  return { adds, updates, deletes, kept, unchanged, desired: wanted };
}

function addition(entry: DesiredEntry, there: LiveEntry | undefined, mode: Mode): KeyedChange {
  const change: Change = {
    action: "add",
    licenseNumber: entry.licenseNumber,
    ...(mode === "global" && { features: { from: [], to: entry.features } }),
    source: formatSource(entry.source),
    ...(there && { hint: NEVER_CONFIRMED }),
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
  twin: DesiredEntry | undefined,
  rules: DiffRules,
): KeyedChange {
  const change: Change = {
    action: "delete",
    licenseNumber,
    ...(rules.mode === "global" && { features: { from: entry.features, to: [] } }),
    ...(rules.fleet && { inFleet: rules.fleet.has(entry.plateKey) }),
    ...(entry.uncertain && { hint: NEVER_CONFIRMED }),
    ...(twin && { source: formatSource(twin.source), hint: outsideValidity(twin, rules.day) }),
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
