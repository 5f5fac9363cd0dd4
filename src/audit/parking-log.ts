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

const FIRST_ROWS = 1024;
const COLUMNS = ["id", "place", "kind", "day", "currencyCode", "amountIncludingVat"] as const;

/** The parkings of an account by plate, some 50 bytes each beside their ids: rules that compare parkings need all of them. */
export class ParkingLog {
  readonly #rowsOf = new Map<string, number[]>();
  readonly #texts: string[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #ids: string[] = [];
  #times = new Float64Array(2 * FIRST_ROWS);
  #words = new Int32Array(COLUMNS.length * FIRST_ROWS);
  readonly #flagged = new Set<number>();
  #size = 0;

  /** Remembers a parking, and gives its row. */
  add(plate: string, parking: LoggedParking): number {
    const row = this.#size;
    this.#size += 1;
    if (this.#size * 2 > this.#times.length) this.#grow();
    this.#times[2 * row] = parking.start;
    this.#times[2 * row + 1] = parking.end;
    this.#ids.push(parking.id);
    COLUMNS.forEach((column, at) => {
      if (column !== "id") this.#words[COLUMNS.length * row + at] = this.#intern(parking[column]);
    });
    const rows = this.#rowsOf.get(plate);
    if (rows) rows.push(row);
    else this.#rowsOf.set(plate, [row]);
    return row;
  }

  /** The parkings of each plate with their rows, in the order of their starts and ids. */
  *byPlate(): Generator<readonly [plate: string, parkings: readonly (LoggedParking & { readonly row: number })[]]> {
    for (const [plate, rows] of this.#rowsOf) {
      const parkings = rows.map((row) => this.#at(row));
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
    const text = (at: number) => this.#texts[this.#words[COLUMNS.length * row + at] ?? 0] ?? "";
    return {
      row,
      id: this.#ids[row] ?? "",
      start: this.#times[2 * row] ?? 0,
      end: this.#times[2 * row + 1] ?? 0,
      place: text(1),
      kind: text(2),
      day: text(3),
      currencyCode: text(4),
      amountIncludingVat: text(5),
    };
  }

  #intern(text: string): number {
    const known = this.#numberOf.get(text);
    if (known !== undefined) return known;
    this.#numberOf.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  #grow(): void {
    const times = new Float64Array(2 * this.#times.length);
    times.set(this.#times);
    this.#times = times;
    const words = new Int32Array(2 * this.#words.length);
    words.set(this.#words);
    this.#words = words;
  }
}
