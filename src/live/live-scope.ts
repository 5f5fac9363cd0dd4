import {
  type LiveEntry,
  type LiveScope,
  type PlateKey,
  type PlateRules,
  readPlate,
  type Scope,
} from "../allowlist/index.ts";
import type { CarRow } from "../ports.ts";

/** The rows of a list as a live scope: keyed by plate, rows of one car joined, rows that are no plates set aside. */
export function liveScopeOf(
  scope: Scope,
  source: "list" | "fleet",
  rows: Iterable<CarRow>,
  rules: PlateRules,
): LiveScope {
  const entries = new Map<PlateKey, LiveEntry>();
  const unreadable: string[] = [];
  for (const row of rows) {
    const reading = readPlate(row.licenseNumber, rules);
    if (reading.kind === "not-a-plate") {
      unreadable.push(row.licenseNumber);
      continue;
    }
    const entry = { ...row, plateKey: reading.plateKey, features: sortedFeatures(row.features) };
    const twin = entries.get(reading.plateKey);
    entries.set(reading.plateKey, twin ? joined(twin, entry) : entry);
  }
  return { scope, source, entries, unreadable: unreadable.sort() };
}

// The first spelling in code-unit order stands for the car, whatever order the server lists them in.
function joined(left: LiveEntry, right: LiveEntry): LiveEntry {
  const [first, second] = left.licenseNumber < right.licenseNumber ? [left, right] : [right, left];
  const others = [second.licenseNumber, ...(left.otherSpellings ?? [])].filter(
    (spelling) => spelling !== first.licenseNumber,
  );
  return {
    ...first,
    addedByCustomerCare: left.addedByCustomerCare || right.addedByCustomerCare,
    otherSpellings: [...new Set(others)].sort(),
  };
}

function sortedFeatures(features: readonly string[]): readonly string[] {
  return features.length < 2 ? features : [...new Set(features)].sort();
}
