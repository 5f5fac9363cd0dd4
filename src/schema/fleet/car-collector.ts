import {
  type DesiredEntry,
  isSolidPlate,
  type PlateKey,
  readPlate,
  type Scope,
  type SkippedRows,
  type Source,
} from "../../allowlist/index.ts";
import type { ListReference } from "../../tables/index.ts";
import { type DiagnosticCollector, quoteText } from "../diagnostics/diagnostic-collector.ts";
import type { Lines } from "../files/index.ts";
import {
  type CarRules,
  judgeTyped,
  type Particulars,
  reportNotAPlate,
  reportRepeatedPlate,
  type WrittenCar,
  warnOfCharacters,
  warnOfLetters,
  warnOfMost,
} from "./car-diagnostics.ts";

/** This many, and more than half. */
const FEWEST_DOUBTFUL = 3;
const KNOWN_FEATURE = "LEASING";
/** The array of all cars without features. */
export const NO_FEATURES: readonly string[] = [];

/** Sorts features; cars with the same ones share an array. */
export class FeaturePool {
  readonly #diagnostics: DiagnosticCollector;
  readonly #known = new Set([KNOWN_FEATURE]);
  /** By the features as written, in any order and number. */
  readonly #pool = new Map<string, readonly string[]>();

  constructor(diagnostics: DiagnosticCollector) {
    this.#diagnostics = diagnostics;
  }

  of(features: readonly string[], source: Source): readonly string[] {
    if (features.length === 0) return NO_FEATURES;
    const written = features.join("\n");
    const known = this.#pool.get(written);
    if (known) return known;
    const sorted = [...new Set(features)].sort();
    this.#pool.set(written, sorted);
    for (const feature of sorted) this.#warnOnce(feature, source);
    return sorted;
  }

  #warnOnce(feature: string, source: Source): void {
    if (this.#known.has(feature)) return;
    this.#known.add(feature);
    const message = `The interface does not name the feature ${quoteText(feature)}.`;
    this.#diagnostics.warning("unknown-feature", message, source, `Check the spelling; \`${KNOWN_FEATURE}\` is known.`);
  }
}

/** What the cars of one list have in common. */
export interface CarContext {
  readonly lines: Lines;
  readonly diagnostics: DiagnosticCollector;
  readonly pool: FeaturePool;
  /** Features of cars that state none; `undefined` where features are not accepted at all. */
  readonly features: readonly string[] | undefined;
  /** The values of a car that states nothing but its plate; one object for all of them. */
  readonly defaults: Particulars;
}

/** Collects the cars of one scope: every plate once; repeated ones are reported. */
export class CarCollector {
  readonly #entries = new Map<PlateKey, DesiredEntry>();
  readonly #reading: CarRules;
  #typed = 0;
  #doubtful = 0;
  #firstDoubtful: WrittenCar | undefined;

  constructor(reading: CarRules) {
    this.#reading = reading;
  }

  /** The list of the cars; undefined for an account without an id. */
  get scope(): Scope | undefined {
    return this.#reading.scope;
  }

  /** All cars so far, in the order in which they were added. */
  get entries(): ReadonlyMap<PlateKey, DesiredEntry> {
    return this.#entries;
  }

  /** Takes a car that a fleet file itself names; a text that is hardly a plate is kept, with a warning. */
  addTyped(car: WrittenCar): void {
    this.#typed += 1;
    const reading = readPlate(car.licenseNumber, this.#reading.rules);
    const isReadable = reading.kind === "plate";
    const judgement = isReadable ? judgeTyped(car, this.#reading) : undefined;
    if (judgement === "doubtful") {
      this.#doubtful += 1;
      this.#firstDoubtful ??= car;
    }
    if (judgement === "wrong") return;
    if (!isReadable) {
      reportNotAPlate(car, reading.problem, this.#reading.diagnostics);
      return;
    }
    const { licenseNumber, source, particulars, isPlate } = car;
    if (!isSolidPlate(licenseNumber) && !isPlate) warnOfCharacters(car, this.#reading);
    this.add({ licenseNumber, plateKey: reading.plateKey, source, ...particulars });
  }

  /** Warns once where most of the cars that a fleet file itself names are hardly plates. */
  finishTyped(): void {
    const [most, first] = [this.#doubtful * 2 > this.#typed, this.#firstDoubtful];
    if (first && most && this.#doubtful >= FEWEST_DOUBTFUL)
      warnOfMost(first, `${this.#doubtful} of the ${this.#typed}`, this.#reading);
  }

  /** Takes back a row that is not a car. */
  remove(plateKey: PlateKey): void {
    this.#entries.delete(plateKey);
  }

  /** Takes a car; a repeated plate is reported. */
  add(car: DesiredEntry): void {
    if (this.addNew(car)) return;
    if (!isSolidPlate(car.licenseNumber)) warnOfLetters(car, this.#reading);
    const first = this.#entries.get(car.plateKey);
    if (first) reportRepeatedPlate(car, first, this.#reading);
  }

  /** Takes a car unless another one has its plate, and says whether it did. */
  addNew(car: DesiredEntry): boolean {
    if (this.#entries.has(car.plateKey)) return false;
    if (!isSolidPlate(car.licenseNumber)) warnOfLetters(car, this.#reading);
    this.#entries.set(car.plateKey, car);
    return true;
  }
}

/** Counts the rows of lists that are left out, by list and cause. */
export class SkippedCounter {
  readonly #counts = new Map<string, SkippedRows>();
  readonly #bySkip = new Map<ListReference, number>();

  add(reference: ListReference, skipped: Omit<SkippedRows, "rows">): void {
    const key = JSON.stringify([skipped.file, skipped.why, skipped.found]);
    this.#counts.set(key, { ...skipped, rows: (this.#counts.get(key)?.rows ?? 0) + 1 });
    if (skipped.why === "skip" || skipped.why === "where") this.#bySkip.set(reference, this.skippedBy(reference) + 1);
  }

  /** How many rows `skip`, `where` and `whereNot` of an item of `carsFrom` leave out. */
  skippedBy(reference: ListReference): number {
    return this.#bySkip.get(reference) ?? 0;
  }

  /** All of them, in the order in which they were met; a list that several items name is there once for each cause. */
  all(): readonly SkippedRows[] {
    return [...this.#counts.values()];
  }
}
