import { isValidOn, type PlateKey, type PlateRules, readPlate } from "../../allowlist/index.ts";
import type { WrittenCar } from "./written-car.ts";

/** A row of a list, and the billing account that it names. */
export interface ListedCar {
  readonly car: WrittenCar;
  readonly baId: string;
}

/**
 * Of rows with one plate, keeps one (`duplicates: latest`): the one that holds today rather than a renewal that begins later, of
 * several the one with the latest `validFrom`, else the last one.
 */
export class LatestRows {
  readonly #kept = new Map<PlateKey | string, ListedCar>();
  readonly #rules: PlateRules;
  readonly #day: string;
  /** How many rows were dropped for others. */
  repeated = 0;

  /** `day`: today, YYYY-MM-DD. */
  constructor(rules: PlateRules, day: string) {
    this.#rules = rules;
    this.#day = day;
  }

  /** Takes a row, and says whether there is another one with its plate. */
  take(row: ListedCar): boolean {
    const { licenseNumber } = row.car;
    const reading = readPlate(licenseNumber, this.#rules);
    const key = reading.kind === "plate" ? reading.plateKey : `not a plate: ${licenseNumber}`;
    const known = this.#kept.get(key);
    if (!known || this.#isLater(row, known)) this.#kept.set(key, row);
    if (known) this.repeated += 1;
    return known !== undefined;
  }

  /** The rows that count, in the order in which their cars were first met. */
  rows(): Iterable<ListedCar> {
    return this.#kept.values();
  }

  #isLater({ car: { particulars: next } }: ListedCar, { car: { particulars: known } }: ListedCar): boolean {
    const holds = isValidOn(next, this.#day);
    if (holds !== isValidOn(known, this.#day)) return holds;
    return (next.validFrom ?? "") >= (known.validFrom ?? "");
  }
}
