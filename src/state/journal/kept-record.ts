import { carOf, plainCars, plainOutcomes } from "./plain-cars.ts";
import type { JournalRecord, StoredEntry } from "./record.ts";

type Intent = Extract<StoredEntry, { kind: "intent" }>;
type Outcome = Extract<StoredEntry, { kind: "outcome" }>;

/**
 * A record as it is kept in memory. Of most cars that is their plates alone, as in the lines: two objects for each car of a
 * large run are much, and seldom is one asked for again. The entries are put together whenever somebody reads them.
 */
export function keptRecord({ at, target, entries }: JournalRecord): JournalRecord {
  const kept = entries.map(keptEntry);
  return {
    at,
    target,
    get entries() {
      return kept.map((entryAgain) => entryAgain());
    },
  };
}

/** What gives the entry again. */
function keptEntry(entry: StoredEntry): () => StoredEntry {
  if (entry.kind === "intent") return keptIntent(entry);
  if (entry.kind === "outcome") return keptOutcome(entry);
  return () => entry;
}

// Functions of their own, for what one of several closures of a function needs is kept by all of them.
function keptIntent(entry: Intent): () => Intent {
  const about = { ...entry, cars: [] };
  const cars = plainCars(entry.cars);
  return () => ({ ...about, cars: cars.map((car) => (typeof car === "string" ? carOf(car) : car)) });
}

function keptOutcome(entry: Outcome): () => Outcome {
  const about = { ...entry, cars: [] };
  const plain = plainOutcomes(entry.cars);
  const { outcome, cars } = plain;
  if (outcome === undefined) return () => ({ ...about, cars });
  return () => ({
    ...about,
    cars: cars.map((car) => (typeof car === "string" ? { licenseNumber: car, outcome } : car)),
  });
}
