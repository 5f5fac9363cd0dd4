import {
  digestRest,
  isSpelledAs,
  type ListDigest,
  LiveEntries,
  type LiveEntry,
  type LiveScope,
  MAX_PLATE_LENGTH,
  NOT_SIMPLE,
  type PackedRows,
  type PlateRules,
  ROW_NUMBER,
  readPlate,
  type Scope,
  WAITING_WORDS,
  withRoomFor,
} from "../allowlist/index.ts";
import type { CarRow } from "../ports/index.ts";

const FEWEST_ROWS = 16;

const NO_FEATURES: readonly string[] = [];
const MOST_RECENT = 64;
const MOST_EXPECTED = 1_000_000;

const { customerCare: CUSTOMER_CARE, ownSpelling: OWN_SPELLING, flagBits: FLAG_BITS } = ROW_NUMBER;

/** The live cars of one list, rows of one car joined. A row is one number; only a spelling that is not the key itself is kept as text. */
export class LiveTable extends LiveEntries {
  readonly #rules: PlateRules;
  /** For each row: the number of its features, and flags. */
  #numbers: Int32Array = new Int32Array(FEWEST_ROWS);
  #filled = 0;
  readonly #spellings = new Map<number, string>();
  /** Cars of several rows. */
  readonly #joined = new Map<number, JoinedRows>();
  readonly #featureSets: (readonly string[])[] = [];
  readonly #featureNumbers = new Map<string, number>();
  /** By identity: readers give the same array for the same features as far as they can. */
  readonly #recentFeatures = new Map<readonly string[], number>();
  readonly #unreadable = new Set<string>();
  readonly #rests: (string | undefined)[] = [];

  constructor(rules: PlateRules) {
    super();
    this.#rules = rules;
  }

  /** Rows whose licenseNumber is not a plate, sorted. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable].sort();
  }

  /** Prepares for that many rows, as far as a server is to be believed. */
  reserve(rows: number): void {
    const expected = Math.min(rows, MOST_EXPECTED);
    this.index.reserve(expected);
    this.#numbers = withRoomFor(expected, this.#numbers);
  }

  /** Takes the rows of a page; `onKnown` hears where in it those stand whose licenseNumber is there. */
  addPacked(rows: PackedRows, onKnown: (at: number) => void): void {
    const { words, numbers, length } = rows;
    this.index.prefetchKeys(words, length);
    this.#numbers = withRoomFor(this.#filled + length, this.#numbers);
    const features = rows.featureSets.map((set) => this.#featureNumberOf(set) << FLAG_BITS);
    for (let at = 0; at < length; at += 1) {
      const word = at * WAITING_WORDS;
      const row = words[word] === NOT_SIMPLE ? undefined : this.index.insertKey(words, word);
      if (row === undefined) {
        if (!this.add(rows.at(at))) onKnown(at);
      } else if (row < this.#filled) {
        if (!this.#join(row, rows.at(at))) onKnown(at);
      } else {
        const number = numbers[at] ?? 0;
        this.#filled += 1;
        this.#numbers[row] = (features[number >> FLAG_BITS] ?? 0) | (number & ROW_NUMBER.flags);
        if ((number & OWN_SPELLING) !== 0) this.#spellings.set(row, rows.licenseNumberOf(at));
      }
    }
  }

  /** Takes a row; false when one with the same licenseNumber is there. */
  add(carRow: CarRow): boolean {
    const row = this.index.insert(carRow.licenseNumber) ?? this.#enterUnusual(carRow.licenseNumber);
    if (row === undefined) return this.#addUnreadable(carRow.licenseNumber);
    if (row < this.#filled) return this.#join(row, carRow);
    this.#filled += 1;
    this.#numbers = withRoomFor(this.#filled, this.#numbers);
    const hasOwnSpelling = !this.index.isKeyAt(row, carRow.licenseNumber);
    if (hasOwnSpelling) this.#spellings.set(row, carRow.licenseNumber);
    const flags = (hasOwnSpelling ? OWN_SPELLING : 0) | (carRow.addedByCustomerCare ? CUSTOMER_CARE : 0);
    this.#numbers[row] = (this.#featureNumberOf(carRow.features) << FLAG_BITS) | flags;
    return true;
  }

  /** Whether the table has a row of this licenseNumber that says the same of the car; one that is not a plate says nothing more. */
  holds({ licenseNumber, features, addedByCustomerCare }: CarRow): boolean {
    const reading = readPlate(licenseNumber, this.#rules);
    if (reading.kind !== "plate") return this.#unreadable.has(licenseNumber);
    const entry = this.get(reading.plateKey);
    if (!entry || !isSpelledAs(entry, licenseNumber) || entry.addedByCustomerCare !== addedByCustomerCare) return false;
    return entry.features.join("\n") === [...new Set(features)].sort().join("\n");
  }

  override digestRows(digest: ListDigest, from: number, to: number): void {
    const bytes = this.#joined.size === 0 ? this.index.ownBytes(from, to) : undefined;
    const numbers = this.#numbers.subarray(from, to);
    if (bytes) digest.addKeys({ bytes, width: MAX_PLATE_LENGTH, numbers, rests: this.#digestRests() });
    if (bytes && this.#spellings.size === 0) return;
    for (let row = from; row < to; row += 1) if (!bytes || this.#spellings.has(row)) digest.add(this.entryAt(row));
  }

  /** By a row's number, what a digest takes besides its key; none for rows with a spelling of their own. */
  #digestRests(): readonly (string | undefined)[] {
    const rests = this.#rests;
    for (let set = rests.length >> FLAG_BITS; set < this.#featureSets.length; set += 1) {
      const features = this.#featureSets[set] ?? [];
      const own = digestRest({ features, addedByCustomerCare: false });
      rests.push(own, digestRest({ features, addedByCustomerCare: true }), undefined, undefined);
    }
    return rests;
  }

  protected override entryAt(row: number): LiveEntry {
    const joined = this.#joined.size > 0 ? this.#joined.get(row) : undefined;
    if (joined) return joined.entry;
    const packed = this.#numbers[row] ?? 0;
    const plateKey = this.index.keyAt(row);
    return {
      licenseNumber: (packed & OWN_SPELLING) === 0 ? plateKey : (this.#spellings.get(row) ?? plateKey),
      plateKey,
      features: this.#featureSets[packed >> FLAG_BITS] ?? [],
      addedByCustomerCare: (packed & CUSTOMER_CARE) !== 0,
    };
  }

  #enterUnusual(licenseNumber: string): number | undefined {
    const reading = readPlate(licenseNumber, this.#rules);
    return reading.kind === "plate" ? this.index.enterKey(reading.plateKey) : undefined;
  }

  #addUnreadable(licenseNumber: string): boolean {
    const isNew = !this.#unreadable.has(licenseNumber);
    this.#unreadable.add(licenseNumber);
    return isNew;
  }

  #join(row: number, { licenseNumber, features, addedByCustomerCare }: CarRow): boolean {
    const joined = this.#joined.get(row) ?? new JoinedRows(this.entryAt(row));
    const set = this.#featureSets[this.#featureNumberOf(features)] ?? [];
    if (!joined.add({ licenseNumber, plateKey: this.index.keyAt(row), features: set, addedByCustomerCare }))
      return false;
    this.#joined.set(row, joined);
    return true;
  }

  #featureNumberOf(given: readonly string[]): number {
    // Readers give every car without features an array of its own.
    const features = given.length === 0 ? NO_FEATURES : given;
    const known = this.#recentFeatures.get(features);
    if (known !== undefined) return known;
    const set = features.length < 2 ? features : [...new Set(features)].sort();
    const name = JSON.stringify(set);
    const number = this.#featureNumbers.get(name) ?? this.#featureSets.length;
    if (number === this.#featureSets.length) this.#featureSets.push(set);
    this.#featureNumbers.set(name, number);
    if (this.#recentFeatures.size === MOST_RECENT) this.#recentFeatures.clear();
    this.#recentFeatures.set(features, number);
    return number;
  }
}

/** The rows of a list as a live scope: keyed by plate, rows of one car joined, rows that are not plates set aside. */
export function liveScopeOf(scope: Scope, rows: Iterable<CarRow>, rules: PlateRules): LiveScope {
  const table = new LiveTable(rules);
  for (const row of rows) table.add(row);
  return liveScopeFrom(scope, table);
}

/** A table of rows as a live scope; `repeated` came in several equal rows. */
export function liveScopeFrom(scope: Scope, table: LiveTable, repeated: readonly string[] = []): LiveScope {
  const live = { scope, source: "list" as const, entries: table, unreadable: table.unreadable };
  return repeated.length === 0 ? live : { ...live, repeated: [...new Set(repeated)].sort() };
}

/** The rows of one car. The first spelling in code-unit order stands for it, whatever order the server lists them in. */
class JoinedRows {
  readonly #spellings: Set<string>;
  #first: LiveEntry;
  #entry: LiveEntry | undefined;

  constructor(only: LiveEntry) {
    this.#first = only;
    this.#spellings = new Set([only.licenseNumber]);
  }

  /** Made when it is asked for: a car of many spellings would else be sorted again with each of them. */
  get entry(): LiveEntry {
    const others = () => [...this.#spellings].filter((one) => one !== this.#first.licenseNumber).sort();
    this.#entry ??= { ...this.#first, otherSpellings: others() };
    return this.#entry;
  }

  /** False when the spelling is there. */
  add(row: LiveEntry): boolean {
    if (this.#spellings.has(row.licenseNumber)) return false;
    this.#spellings.add(row.licenseNumber);
    const first = row.licenseNumber < this.#first.licenseNumber ? row : this.#first;
    const addedByCustomerCare = row.addedByCustomerCare || this.#first.addedByCustomerCare;
    this.#first = { ...first, addedByCustomerCare };
    this.#entry = undefined;
    return true;
  }
}
