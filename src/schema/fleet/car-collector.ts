import { type DesiredEntry, type PlateKey, readPlate, type Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { quoteText } from "../quote-text.ts";
import { CarTable, type WrittenCar } from "../yaml/fast/car-table.ts";
import { type CarRules, reportNotAPlate, reportRepeatedPlate, warnOfCharacters } from "./car-diagnostics.ts";
import type { ComparedCars } from "./series-doubts.ts";

const KNOWN_FEATURE = "LEASING";
/** The one array of all cars without features: sets of features are compared by identity. */
export const NO_FEATURES: readonly string[] = [];

/** Keeps one sorted array per set of features, which all cars with that set share. */
export class FeaturePool {
  readonly #diagnostics: DiagnosticCollector;
  readonly #known = new Set([KNOWN_FEATURE]);
  readonly #pool = new Map<string, readonly string[]>();
  /** By the features as written, in any order and number. */
  readonly #written = new Map<string, readonly string[]>();

  constructor(diagnostics: DiagnosticCollector) {
    this.#diagnostics = diagnostics;
  }

  of(features: readonly string[], source: Source): readonly string[] {
    if (features.length === 0) return NO_FEATURES;
    const written = features.join("\n");
    const known = this.#written.get(written);
    if (known) return known;
    const sorted = [...new Set(features)].sort();
    const name = sorted.join("\n");
    const pooled = this.#pool.get(name) ?? sorted;
    this.#pool.set(name, pooled);
    this.#written.set(written, pooled);
    for (const feature of sorted) this.#warnOnce(feature, source);
    return pooled;
  }

  #warnOnce(feature: string, source: Source): void {
    if (this.#known.has(feature)) return;
    this.#known.add(feature);
    const message = `The interface does not name the feature ${quoteText(feature)}.`;
    this.#diagnostics.warning("unknown-feature", message, source, `Check the spelling; \`${KNOWN_FEATURE}\` is known.`);
  }
}

/** How many cars are added to their table at a time. */
const BATCH = 64;
/** A table for so few would take more memory than their entries: files may have hundreds of thousands of small accounts. */
const FEW = 16;

/** Collects the cars of one scope: every plate once; repeated ones are reported. */
export class CarCollector {
  #table: CarTable | undefined;
  readonly #few = new Map<PlateKey, DesiredEntry>();
  readonly #pending: WrittenCar[] = [];
  readonly #reading: CarRules;
  readonly #compared: ComparedCars;

  constructor(reading: CarRules, compared: ComparedCars) {
    this.#reading = reading;
    this.#compared = compared;
  }

  /** All cars, once the last one was added. */
  finish(): ReadonlyMap<PlateKey, DesiredEntry> {
    if (this.#table === undefined && this.#pending.length <= FEW) {
      for (const car of this.#pending) this.#addUnusual(car);
      return this.#few;
    }
    this.#flush();
    return this.#tableMade();
  }

  /** Prepares for that many further cars. */
  reserve(cars: number): void {
    if (cars > FEW) this.#tableMade().reserve(cars);
  }

  add(car: WrittenCar): void {
    this.#pending.push(car);
    if (this.#pending.length === BATCH) this.#flush();
  }

  #flush(): void {
    const table = this.#tableMade();
    table.prefetch(this.#pending);
    for (const car of this.#pending) {
      const first = table.addSimple(car);
      if (first === "not-simple") this.#addUnusual(car);
      else this.#conclude(car, first);
    }
    this.#pending.length = 0;
  }

  #addUnusual(car: WrittenCar): void {
    const reading = readPlate(car.licenseNumber, this.#reading.rules);
    if (reading.kind === "not-a-plate") {
      reportNotAPlate(car, reading.problem, this.#reading.diagnostics);
      return;
    }
    warnOfCharacters(car, this.#reading);
    const first = this.#table ? this.#table.add(reading.plateKey, car) : this.#addToFew(reading.plateKey, car);
    this.#conclude(car, first);
  }

  #conclude(car: WrittenCar, first: DesiredEntry | undefined): void {
    if (first) reportRepeatedPlate(car, first, this.#reading);
    else if (car.particulars.country !== undefined)
      this.#compared.add(car, car.particulars.country, this.#reading.scope);
  }

  #addToFew(plateKey: PlateKey, { licenseNumber, particulars, lines, at }: WrittenCar): DesiredEntry | undefined {
    const first = this.#few.get(plateKey);
    if (!first) this.#few.set(plateKey, { licenseNumber, plateKey, ...particulars, source: lines.sourceAt(at) });
    return first;
  }

  #tableMade(): CarTable {
    this.#table ??= new CarTable();
    return this.#table;
  }
}
