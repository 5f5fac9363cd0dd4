import type { LiveEntry } from "../live-state.ts";
import { FOLD, foldInto, hashAt, KeyWords, WAITING_WORDS, WORDS } from "./plate-fold.ts";

/** What a row of a list of cars says. */
type Row = Pick<LiveEntry, "licenseNumber" | "features" | "addedByCustomerCare">;

/** In place of the first word of a key that could not be written: `readPlate` must judge the text. */
export const NOT_SIMPLE = 0;

/** What a row's number holds: two flags, and above them a number for its features. */
export const ROW_NUMBER = { customerCare: 1, ownSpelling: 2, flags: 3, flagBits: 2 } as const;

/**
 * The rows of one page as they go into a table: the key of each plate and its hash, and a number for what else the row says.
 * An object and a text for each row would cost more than to enter it; they are made of the page's text when they are asked for.
 */
export class PackedRows {
  /** For each row its key and the key's hash. */
  readonly words: Int32Array;
  /** For each row its flags, and the place of its features in `featureSets`. */
  readonly numbers: Int32Array;
  /** The features that its rows have. */
  readonly featureSets: (readonly string[])[] = [];
  readonly #keys: KeyWords;
  /** Where the licenseNumbers begin and end in the text. */
  readonly #places: Int32Array;
  readonly #text: string;
  readonly #textOf: (written: string) => string;
  #length = 0;

  /** Has room for so many rows of that text. `textOf` makes a licenseNumber of what stands there. */
  constructor(text: string, most: number, textOf: (written: string) => string) {
    this.#keys = new KeyWords(most * WAITING_WORDS);
    this.words = this.#keys.words;
    this.numbers = new Int32Array(most);
    this.#places = new Int32Array(most * 2);
    this.#text = text;
    this.#textOf = textOf;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes the next row: where its licenseNumber stands, the place of its features in `featureSets`, and how it came there. */
  add(start: number, end: number, features: number, addedByCustomerCare: boolean): void {
    const row = this.#length;
    const word = row * WAITING_WORDS;
    const fold = foldInto(this.#keys, word, this.#text, start, end);
    if (fold === FOLD.notSimple || fold === FOLD.hasGivenBytes) this.words[word] = NOT_SIMPLE;
    this.words[word + WORDS] = hashAt(this.words, word);
    const flags =
      (fold === FOLD.isKey ? 0 : ROW_NUMBER.ownSpelling) | (addedByCustomerCare ? ROW_NUMBER.customerCare : 0);
    this.numbers[row] = (features << ROW_NUMBER.flagBits) | flags;
    this.#places[row * 2] = start;
    this.#places[row * 2 + 1] = end;
    this.#length += 1;
  }

  /** A row by itself. */
  at(row: number): Row {
    const number = this.numbers[row] ?? 0;
    return {
      licenseNumber: this.licenseNumberOf(row),
      features: this.featureSets[number >> ROW_NUMBER.flagBits] ?? [],
      addedByCustomerCare: (number & ROW_NUMBER.customerCare) !== 0,
    };
  }

  /** The licenseNumber of a row. */
  licenseNumberOf(row: number): string {
    return this.#textOf(this.#text.slice(this.#places[row * 2], this.#places[row * 2 + 1]));
  }

  /** All rows. */
  toArray(): Row[] {
    return Array.from({ length: this.#length }, (_, row) => this.at(row));
  }
}
