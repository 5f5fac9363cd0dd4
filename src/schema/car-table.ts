import { type DesiredEntry, type PlateKey, PlateTable, type Source } from "../allowlist/index.ts";
import type { Lines } from "./tree.ts";

/** A car as a file has it, and where. `features` come from a `FeaturePool`. */
export interface WrittenCar extends Omit<DesiredEntry, "plateKey" | "source"> {
  readonly lines: Lines;
  /** Where the car is written, and where its plate is: offsets. */
  readonly at: number;
  readonly plateAt: number;
}

const NUMBERS = 4;
const FEWEST_ROWS = 16;
const LENGTH_BITS = 8;
const MOST_FEATURE_SETS = 1 << 20;

/** In place of a line: the entry is kept whole, at the number in the column's place. */
const KEPT_WHOLE = 0;

interface Stretch {
  readonly lines: Lines;
  readonly from: number;
}

/** The cars of one scope. A car that has nothing but a plate and features is four numbers that say where it stands in its file's text. */
export class CarTable extends PlateTable<DesiredEntry> {
  /** For each row: line, column, where the plate is, its length and the number of its features. */
  #numbers = new Int32Array(FEWEST_ROWS * NUMBERS);
  #filled = 0;
  /** Which rows come from which text. */
  readonly #stretches: Stretch[] = [];
  readonly #whole: DesiredEntry[] = [];
  readonly #featureSets: (readonly string[])[] = [];
  readonly #featureNumbers = new Map<readonly string[], number>();

  /** Adds a car whose plate is simple and gives undefined, or the entry that has the same plate; `not-simple` leaves it out. */
  addSimple(car: WrittenCar): DesiredEntry | "not-simple" | undefined {
    const row = this.index.enter(car.licenseNumber);
    return row === undefined ? "not-simple" : this.#fill(row, car);
  }

  /** Adds a car with its key and gives undefined, or the entry that has the same key. */
  add(plateKey: PlateKey, car: WrittenCar): DesiredEntry | undefined {
    return this.#fill(this.index.enterKey(plateKey), car);
  }

  protected override entryAt(row: number): DesiredEntry {
    const at = row * NUMBERS;
    const line = this.#numbers[at] ?? 0;
    const column = this.#numbers[at + 1] ?? 0;
    const whole = line === KEPT_WHOLE ? this.#whole[column] : undefined;
    if (whole) return whole;
    const plateAt = this.#numbers[at + 2] ?? 0;
    const packed = this.#numbers[at + 3] ?? 0;
    const { file, text } = this.#linesOf(row);
    return {
      licenseNumber: text.slice(plateAt, plateAt + (packed & ((1 << LENGTH_BITS) - 1))),
      plateKey: this.index.keyAt(row),
      features: this.#featureSets[packed >> LENGTH_BITS] ?? [],
      source: { file, line, column },
    };
  }

  #fill(row: number, car: WrittenCar): DesiredEntry | undefined {
    if (row < this.#filled) return this.entryAt(row);
    this.#filled += 1;
    if (this.#filled * NUMBERS > this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    if (this.#stretches.at(-1)?.lines !== car.lines) this.#stretches.push({ lines: car.lines, from: row });
    this.#write(row, car, this.#featureNumberOf(car.features));
    return undefined;
  }

  #write(row: number, car: WrittenCar, featureNumber: number): void {
    const { lines, licenseNumber, plateAt } = car;
    const source = lines.sourceAt(car.at);
    const isPacked =
      car.validFrom === undefined &&
      car.validUntil === undefined &&
      car.note === undefined &&
      licenseNumber.length < 1 << LENGTH_BITS &&
      featureNumber < MOST_FEATURE_SETS &&
      lines.text.startsWith(licenseNumber, plateAt);
    if (!isPacked) this.#whole.push(entryOf(car, this.index.keyAt(row), source));
    const first = row * NUMBERS;
    this.#numbers[first] = isPacked ? source.line : KEPT_WHOLE;
    this.#numbers[first + 1] = isPacked ? source.column : this.#whole.length - 1;
    this.#numbers[first + 2] = plateAt;
    this.#numbers[first + 3] = licenseNumber.length | (featureNumber << LENGTH_BITS);
  }

  #featureNumberOf(features: readonly string[]): number {
    const known = this.#featureNumbers.get(features) ?? this.#featureSets.length;
    if (known === this.#featureSets.length) {
      this.#featureSets.push(features);
      this.#featureNumbers.set(features, known);
    }
    return known;
  }

  #linesOf(row: number): Lines {
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#stretches[middle]?.from ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const stretch = this.#stretches[low];
    if (!stretch) throw new RangeError(`there is no row ${row}`);
    return stretch.lines;
  }
}

function entryOf({ lines, at, plateAt, ...said }: WrittenCar, plateKey: PlateKey, source: Source): DesiredEntry {
  return { ...said, plateKey, source };
}
