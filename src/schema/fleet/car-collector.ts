import {
  type DesiredEntry,
  formatSource,
  lookalikesIn,
  type PlateKey,
  type PlateProblem,
  type PlateRules,
  readPlate,
  type Source,
  symbolsIn,
} from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { quoteText, showCharacter } from "../quote-text.ts";
import { CarTable, type WrittenCar } from "../yaml/fast/car-table.ts";
import { COMPARED_KEYS } from "./car-fields.ts";

/** Features that a message names. */
const MOST_NAMED = 5;

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

/** Collects the cars of one scope: every plate once; repeated ones are reported. */
export class CarCollector {
  readonly #table = new CarTable();
  readonly #pending: WrittenCar[] = [];
  readonly #rules: PlateRules;
  readonly #diagnostics: DiagnosticCollector;

  constructor(rules: PlateRules, diagnostics: DiagnosticCollector) {
    this.#rules = rules;
    this.#diagnostics = diagnostics;
  }

  /** All cars, once the last one was added. */
  finish(): ReadonlyMap<PlateKey, DesiredEntry> {
    this.#flush();
    return this.#table;
  }

  /** Prepares for that many further cars. */
  reserve(cars: number): void {
    this.#table.reserve(cars);
  }

  add(car: WrittenCar): void {
    this.#pending.push(car);
    if (this.#pending.length === BATCH) this.#flush();
  }

  #flush(): void {
    this.#table.prefetch(this.#pending);
    for (const car of this.#pending) {
      const first = this.#table.addSimple(car);
      if (first === "not-simple") this.#addUnusual(car);
      else if (first) this.#reportRepeated(car, first);
    }
    this.#pending.length = 0;
  }

  #addUnusual(car: WrittenCar): void {
    const reading = readPlate(car.licenseNumber, this.#rules);
    const source = car.lines.sourceAt(car.at);
    if (reading.kind === "not-a-plate") {
      const { message, fix } = explain(car.licenseNumber, reading.problem);
      this.#diagnostics.error("not-a-plate", message, source, fix);
      return;
    }
    if (!this.#rules.foldLookalikes) this.#warnOfLookalikes(car, source);
    this.#warnOfSymbols(car, source);
    const first = this.#table.add(reading.plateKey, car);
    if (first) this.#reportRepeated(car, first);
  }

  #reportRepeated(car: WrittenCar, first: DesiredEntry): void {
    const source = car.lines.sourceAt(car.at);
    const [plate, place] = [quoteText(car.licenseNumber), formatSource(first.source)];
    const sameSpelling = car.licenseNumber === first.licenseNumber;
    const spelling = sameSpelling ? "" : ` as ${quoteText(first.licenseNumber)}`;
    const difference = differenceBetween(car, first);
    if (difference) {
      const message = `The plate ${plate} is also at ${place}${spelling}, with ${difference}.`;
      this.#diagnostics.error("conflicting-plate", message, source, "Keep one of the two.");
    } else if (sameSpelling) {
      const message = `The plate ${plate} is also at ${place}; it counts once.`;
      this.#diagnostics.warning("duplicate-plate", message, source, "Remove one of the two.");
    } else {
      const message = `The plate ${plate} is also at ${place}${spelling}, which is the same car; the first spelling counts.`;
      this.#diagnostics.warning("duplicate-spelling", message, source, "Remove one of the two.");
    }
  }

  #warnOfSymbols(car: WrittenCar, source: Source): void {
    const symbols = symbolsIn(car.licenseNumber);
    if (symbols.length === 0) return;
    const named = [...new Set(symbols)].map(showCharacter).join(", ");
    const message = `The plate ${quoteText(car.licenseNumber)} contains ${named}, which is unusual for a plate; it is kept as written.`;
    this.#diagnostics.warning("unusual-plate", message, source, "Check it against the registration document.");
  }

  #warnOfLookalikes(car: WrittenCar, source: Source): void {
    const letters = lookalikesIn(car.licenseNumber);
    if (letters.length === 0) return;
    const named = [...new Set(letters)].map(showCharacter).join(", ");
    const message = `The plate ${quoteText(car.licenseNumber)} has letters that look Latin but are not: ${named}.`;
    const fix = "Type them in Latin letters, unless the server has the plate in this spelling (see `foldLookalikes`).";
    this.#diagnostics.warning("lookalike-letters", message, source, fix);
  }
}

function namesOf(features: readonly string[]): string {
  const others = features.length > MOST_NAMED ? [`${features.length - MOST_NAMED} more`] : [];
  return `[${[...features.slice(0, MOST_NAMED).map(quoteText), ...others].join(", ")}]`;
}

function differenceBetween({ particulars }: WrittenCar, first: DesiredEntry): string | undefined {
  const { features } = particulars;
  if (features !== first.features) return `features ${namesOf(first.features)} instead of ${namesOf(features)}`;
  const key = COMPARED_KEYS.find((one) => particulars[one] !== first[one]);
  return key && `${key} ${first[key] ?? "absent"} instead of ${particulars[key] ?? "absent"}`;
}

function explain(text: string, problem: PlateProblem): { message: string; fix: string } {
  const offender = problem.character === undefined ? "a character" : showCharacter(problem.character);
  const plate = `${quoteText(text)} is not a plate`;
  switch (problem.kind) {
    case "empty":
      return { message: `${plate}: it has no letter or digit.`, fix: "Write the plate, or remove the entry." };
    case "too-long":
      return { message: `${plate}: it is longer than 16 characters.`, fix: "Write one plate per entry." };
    case "line-break":
      return { message: `${plate}: it contains a line break.`, fix: "Write one plate per entry." };
    case "control":
    case "invisible":
      return {
        message: `${plate}: it contains the invisible character ${offender}.`,
        fix: "Type the plate instead of pasting it.",
      };
    case "combining":
      return {
        message: `${plate}: it contains the accent ${offender}, which does not combine with its letter.`,
        fix: "Type the plate again.",
      };
    case "symbol":
      return {
        message: `${plate}: it contains ${offender}.`,
        fix: "Use letters and digits; spaces, hyphens and dots may stand between them.",
      };
    case "spacing":
      return {
        message: `${plate}: it starts or ends with a space or hyphen, or has two spaces in a row.`,
        fix: "Write one plate per entry, with single spaces inside.",
      };
  }
}
