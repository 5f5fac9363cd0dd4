import { type DesiredEntry, type PlateKey, PlateTable, withRoomFor } from "../../../allowlist/index.ts";
import { endOfQuoted, unquote } from "../tokenizer.ts";
import type { Lines } from "../tree.ts";

/** All that a file says of a car but its plate; cars may share one. `features` come from a `FeaturePool`. */
export type Particulars = Omit<DesiredEntry, "licenseNumber" | "plateKey" | "source">;

/** A car as a file has it, and where. */
export interface WrittenCar {
  readonly licenseNumber: string;
  readonly particulars: Particulars;
  readonly lines: Lines;
  /** Where the car is written, and where its plate is: offsets. */
  readonly at: number;
  readonly plateAt: number;
}

const NUMBERS = 3;
const FEWEST_ROWS = 16;
const MOST_RESERVED = 8_000_000;
const LENGTH_BITS = 8;
/** In place of a length: the plate is quoted, and has escapes. */
const ESCAPED = (1 << LENGTH_BITS) - 1;
/** Where every car has a note of its own, looking for each among the earlier ones would cost more than it saves. */
const MOST_COMPARED = 4096;
const MOST_PARTICULARS = 1 << (31 - LENGTH_BITS);

/** In place of a place: the entry is kept whole, at the number in the place of the plate's. */
const KEPT_WHOLE = -1;

interface Section {
  readonly lines: Lines;
  readonly from: number;
}

/** The cars of one scope. A car that shares its particulars with others is three numbers that say where it stands in its file's text. */
export class CarTable extends PlateTable<DesiredEntry> {
  /** For each row: where the car is, where its plate is, and that one's length with the number of the particulars. */
  #numbers: Int32Array = new Int32Array(FEWEST_ROWS * NUMBERS);
  #filled = 0;
  /** Which rows come from which text. */
  readonly #sections: Section[] = [];
  #lastLines: Lines | undefined;
  readonly #whole: DesiredEntry[] = [];
  readonly #particulars: Particulars[] = [];
  /** The features of those particulars that hold nothing else. */
  readonly #bareFeatures: (readonly string[] | undefined)[] = [];
  #lastNumber = 0;
  readonly #particularNumbers = new Map<Particulars, number>();

  /** Prepares for that many further cars. */
  reserve(cars: number): void {
    this.index.reserve(this.size + cars);
    this.#numbers = withRoomFor(Math.min(this.size + cars, MOST_RESERVED) * NUMBERS, this.#numbers);
  }

  /** Makes it cheaper to add these cars next. */
  prefetch(cars: readonly WrittenCar[]): void {
    this.index.prefetch(cars);
  }

  /** Adds a car whose plate is simple and gives undefined, or the entry that has the same plate; `not-simple` leaves it out. */
  addSimple(car: WrittenCar): DesiredEntry | "not-simple" | undefined {
    const row = this.index.insert(car.licenseNumber);
    return row === undefined ? "not-simple" : this.#fill(row, car);
  }

  /** Adds a car with its key and gives undefined, or the entry that has the same key. */
  add(plateKey: PlateKey, car: WrittenCar): DesiredEntry | undefined {
    return this.#fill(this.index.enterKey(plateKey), car);
  }

  protected override entryAt(row: number): DesiredEntry {
    const first = row * NUMBERS;
    const at = this.#numbers[first] ?? 0;
    const plateAt = this.#numbers[first + 1] ?? 0;
    const whole = at === KEPT_WHOLE ? this.#whole[plateAt] : undefined;
    if (whole) return whole;
    const packed = this.#numbers[first + 2] ?? 0;
    const lines = this.#linesOf(row);
    const plateKey = this.index.keyAt(row);
    const length = packed & ((1 << LENGTH_BITS) - 1);
    // One text for both where they are the same, which is mostly so.
    const isKey = length === plateKey.length && lines.text.startsWith(plateKey, plateAt);
    const licenseNumber = isKey ? plateKey : (plateIn(lines.text, plateAt, length) ?? "");
    const source = lines.sourceAt(at);
    const number = packed >> LENGTH_BITS;
    const features = this.#bareFeatures[number];
    // A literal takes a fraction of the time of a copy.
    if (features) return { licenseNumber, plateKey, features, source };
    return { licenseNumber, plateKey, source, ...(this.#particulars[number] ?? { features: [] }) };
  }

  #fill(row: number, car: WrittenCar): DesiredEntry | undefined {
    if (row < this.#filled) return this.entryAt(row);
    this.#filled += 1;
    this.#numbers = withRoomFor(this.#filled * NUMBERS, this.#numbers);
    if (this.#lastLines !== car.lines) this.#sections.push({ lines: car.lines, from: row });
    this.#lastLines = car.lines;
    this.#write(row, car, this.#numberOf(car.particulars));
    return undefined;
  }

  #write(row: number, car: WrittenCar, number: number | undefined): void {
    const { lines, licenseNumber, plateAt, particulars } = car;
    const length = lengthOf(licenseNumber, lines.text, plateAt);
    const isPacked = number !== undefined && length !== undefined;
    if (!isPacked) {
      const source = lines.sourceAt(car.at);
      this.#whole.push({ licenseNumber, plateKey: this.index.keyAt(row), ...particulars, source });
    }
    const first = row * NUMBERS;
    this.#numbers[first] = isPacked ? car.at : KEPT_WHOLE;
    this.#numbers[first + 1] = isPacked ? plateAt : this.#whole.length - 1;
    this.#numbers[first + 2] = (length ?? 0) | ((number ?? 0) << LENGTH_BITS);
  }

  #numberOf(particulars: Particulars): number | undefined {
    // Neighbours mostly share them.
    if (particulars === this.#particulars[this.#lastNumber]) return this.#lastNumber;
    const known = this.#particularNumbers.get(particulars);
    this.#lastNumber = known ?? this.#lastNumber;
    const number = this.#particulars.length;
    if (known !== undefined || number === MOST_PARTICULARS) return known;
    this.#particulars.push(particulars);
    this.#bareFeatures.push(Object.keys(particulars).length === 1 ? particulars.features : undefined);
    if (number < MOST_COMPARED) this.#particularNumbers.set(particulars, number);
    this.#lastNumber = number;
    return number;
  }

  #linesOf(row: number): Lines {
    let low = 0;
    let high = this.#sections.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#sections[middle]?.from ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const section = this.#sections[low];
    if (!section) throw new RangeError(`there is no row ${row}`);
    return section.lines;
  }
}

/** What is packed of a plate, if it can be read from the text again. */
function lengthOf(plate: string, text: string, at: number): number | undefined {
  if (text.startsWith(plate, at)) return plate.length < ESCAPED ? plate.length : undefined;
  return plateIn(text, at, ESCAPED) === plate ? ESCAPED : undefined;
}

function plateIn(text: string, at: number, length: number): string | undefined {
  if (length !== ESCAPED) return text.slice(at, at + length);
  const end = isQuote(text[at - 1]) ? endOfQuoted(text, at - 1, "line") : undefined;
  return end === undefined ? undefined : unquote(text.slice(at - 1, end));
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}
