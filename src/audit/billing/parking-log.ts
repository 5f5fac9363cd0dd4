/** One parking as the log remembers it. */
export interface LoggedParking {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly place: string;
  /** Type and subtype. */
  readonly kind: string;
  readonly day: string;
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** So many rows are stored together: storage that grows by pieces is never copied, and never twice as large as needed. */
const ROWS = 4096;
/** Numbers of a row: its start, its end, and the two halves of its id. */
const NUMBERS = 4;
/** Words of a row: the number of each of its five texts, and the row before of the same plate, counted from 1. */
const WORDS = 6;
const BEFORE = 5;
/** A double holds so many digits exactly. */
const MOST_DIGITS = 15;
const DIGIT_0 = 48;

/** The parkings of an account by plate, some 56 bytes each: rules that compare parkings need all of them. */
export class ParkingLog {
  /** The last row of each plate, counted from 1. */
  readonly #lastOf = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #numbers: Float64Array[] = [];
  readonly #words: Int32Array[] = [];
  /** Ids that are not two short numbers. */
  readonly #otherIds = new Map<number, string>();
  readonly #flagged = new Set<number>();
  #size = 0;

  /** Remembers a parking, and gives its row. */
  add(plate: string, parking: LoggedParking): number {
    const row = this.#size;
    this.#size += 1;
    const piece = Math.floor(row / ROWS);
    this.#numbers[piece] ??= new Float64Array(NUMBERS * ROWS);
    this.#words[piece] ??= new Int32Array(WORDS * ROWS);
    const [numbers, words] = [this.#numbers[piece], this.#words[piece]];
    const slash = parking.id.indexOf("/");
    const infoId = shortNumber(parking.id, 0, slash);
    const infoRecordId = shortNumber(parking.id, slash + 1, parking.id.length);
    if (Number.isNaN(infoId) || Number.isNaN(infoRecordId)) this.#otherIds.set(row, parking.id);
    const number = NUMBERS * (row % ROWS);
    numbers[number] = parking.start;
    numbers[number + 1] = parking.end;
    numbers[number + 2] = infoId;
    numbers[number + 3] = infoRecordId;
    const word = WORDS * (row % ROWS);
    words[word] = this.#intern(parking.place);
    words[word + 1] = this.#intern(parking.kind);
    words[word + 2] = this.#intern(parking.day);
    words[word + 3] = this.#intern(parking.currencyCode);
    words[word + 4] = this.#intern(parking.amountIncludingVat);
    words[word + BEFORE] = this.#lastOf.get(plate) ?? 0;
    this.#lastOf.set(plate, row + 1);
    return row;
  }

  /** The parkings of each plate with their rows, in the order of their starts and ids. */
  *byPlate(): Generator<readonly [plate: string, parkings: readonly (LoggedParking & { readonly row: number })[]]> {
    for (const [plate, last] of this.#lastOf) {
      const parkings: (LoggedParking & { readonly row: number })[] = [];
      for (let next = last; next > 0; next = this.#word(next - 1, BEFORE)) parkings.push(this.#at(next - 1));
      parkings.sort((left, right) => left.start - right.start || (left.id < right.id ? -1 : 1));
      yield [plate, parkings];
    }
  }

  /** Notes that a record is in a finding; false when that is known already. */
  flag(row: number): boolean {
    if (this.#flagged.has(row)) return false;
    this.#flagged.add(row);
    return true;
  }

  #at(row: number): LoggedParking & { readonly row: number } {
    const number = (column: number) => this.#numbers[Math.floor(row / ROWS)]?.[NUMBERS * (row % ROWS) + column] ?? 0;
    const text = (column: number) => this.#texts[this.#word(row, column)] ?? "";
    return {
      row,
      id: this.#otherIds.get(row) ?? `${number(2)}/${number(3)}`,
      start: number(0),
      end: number(1),
      place: text(0),
      kind: text(1),
      day: text(2),
      currencyCode: text(3),
      amountIncludingVat: text(4),
    };
  }

  #word(row: number, column: number): number {
    return this.#words[Math.floor(row / ROWS)]?.[WORDS * (row % ROWS) + column] ?? 0;
  }

  #intern(text: string): number {
    const known = this.#numberOf.get(text);
    if (known !== undefined) return known;
    this.#numberOf.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}

/** Digits without a zero in front as a number; NaN for other texts, and for more digits than a double holds. */
function shortNumber(text: string, from: number, to: number): number {
  const length = to - from;
  if (length < 1 || length > MOST_DIGITS || (length > 1 && text.charCodeAt(from) === DIGIT_0)) return Number.NaN;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
