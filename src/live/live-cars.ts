import {
  isSpelledAs,
  type LiveEntry,
  type LiveScope,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type Scope,
} from "../allowlist/index.ts";
import type { CarRow } from "../run/ports/index.ts";

const NO_FEATURES: readonly string[] = [];
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** The live cars of one list, rows of one car joined. */
export class LiveCars {
  readonly #rules: PlateRules;
  readonly #entries = new Map<PlateKey, LiveEntry>();
  /** Of the cars of several rows, all spellings. */
  readonly #spellings = new Map<PlateKey, Set<string>>();
  readonly #featureSets = new Map<string, readonly string[]>();
  readonly #days = new Map<string, string>();
  readonly #unreadable = new Set<string>();

  constructor(rules: PlateRules) {
    this.#rules = rules;
  }

  /** Takes a row; false when one with the same licenseNumber is there. */
  add({ licenseNumber, features, addedByCustomerCare, createdDate }: CarRow): boolean {
    const plateKey = plateKeyOf(licenseNumber, this.#rules);
    if (plateKey === undefined) {
      const isNew = !this.#unreadable.has(licenseNumber);
      this.#unreadable.add(licenseNumber);
      return isNew;
    }
    const addedOn = createdDate === undefined ? undefined : this.#dayOf(createdDate);
    const set = this.#featureSetOf(features);
    const entry: LiveEntry =
      addedOn === undefined
        ? { licenseNumber, plateKey, features: set, addedByCustomerCare }
        : { licenseNumber, plateKey, features: set, addedByCustomerCare, addedOn };
    const known = this.#entries.get(plateKey);
    if (known) return this.#join(entry, known);
    this.#entries.set(plateKey, entry);
    return true;
  }

  /** Whether there is a row of this licenseNumber that says the same of the car; one that is not a plate says nothing more. */
  holds({ licenseNumber, features, addedByCustomerCare }: CarRow): boolean {
    const plateKey = plateKeyOf(licenseNumber, this.#rules);
    if (plateKey === undefined) return this.#unreadable.has(licenseNumber);
    const entry = this.#entries.get(plateKey);
    if (!entry || entry.addedByCustomerCare !== addedByCustomerCare) return false;
    const isThere = this.#spellings.get(plateKey)?.has(licenseNumber) ?? isSpelledAs(entry, licenseNumber);
    return isThere && entry.features === this.#featureSetOf(features);
  }

  /** The plates in the order in which they came. */
  plates(): Iterable<PlateKey> {
    return this.#entries.keys();
  }

  /** All cars as a live scope; `repeated` came in several equal rows. No row is to be added afterwards. */
  toScope(scope: Scope, repeated: readonly string[] = []): LiveScope {
    const entries = this.#spellings.size === 0 ? this.#entries : new Map(this.#entries);
    for (const [plateKey, spellings] of this.#spellings) {
      const first = entries.get(plateKey);
      if (first) entries.set(plateKey, { ...first, otherSpellings: othersOf(spellings, first.licenseNumber) });
    }
    const live = { scope, source: "list" as const, entries, unreadable: [...this.#unreadable].sort() };
    return repeated.length === 0 ? live : { ...live, repeated: [...new Set(repeated)].sort() };
  }

  // The first spelling in code-unit order represents the car, whatever order the server lists its rows in.
  #join(row: LiveEntry, known: LiveEntry): boolean {
    const spellings = this.#spellings.get(row.plateKey) ?? new Set([known.licenseNumber]);
    if (spellings.has(row.licenseNumber)) return false;
    this.#spellings.set(row.plateKey, spellings.add(row.licenseNumber));
    const first = row.licenseNumber < known.licenseNumber ? row : known;
    const addedByCustomerCare = row.addedByCustomerCare || known.addedByCustomerCare;
    this.#entries.set(row.plateKey, { ...first, addedByCustomerCare });
    return true;
  }

  // One text a day: a million cars were added on few of them.
  #dayOf(instant: string): string | undefined {
    const day = instant.slice(0, 10);
    const known = this.#days.get(day);
    if (known !== undefined || !DAY.test(day)) return known;
    this.#days.set(day, day);
    return day;
  }

  /** One array for the same features, in whatever order a row names them. */
  #featureSetOf(features: readonly string[]): readonly string[] {
    if (features.length === 0) return NO_FEATURES;
    const set = features.length < 2 ? features : [...new Set(features)].sort();
    const name = JSON.stringify(set);
    const known = this.#featureSets.get(name) ?? set;
    this.#featureSets.set(name, known);
    return known;
  }
}

function othersOf(spellings: ReadonlySet<string>, first: string): readonly string[] {
  return [...spellings].filter((one) => one !== first).sort();
}
