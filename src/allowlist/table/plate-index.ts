import { MAX_PLATE_LENGTH, type PlateKey } from "../plate.ts";
import { LargeMap } from "./large-map.ts";
import { NOT_SIMPLE } from "./packed-rows.ts";
import { isSame, ROW_MASK, slotOf } from "./plate-bytes.ts";
import { FOLD, foldInto, hashAt, isTextAt, KeyWords, textAt, WAITING_WORDS, WORDS } from "./plate-fold.ts";

const FEWEST_ROWS = 16;

const MOST_RESERVED = 8_000_000;
/** Further rows are kept in a map. */
const MOST_ROWS = ROW_MASK - 1;

/** A search that meets this many other plates ends in a map, so that crafted plates cannot make it slow. */
const LONGEST_SEARCH = 64;

/**
 * Numbers plates from 0 in the order in which they come, each once. A `Map` costs some 0.6 µs and 60 bytes a plate for
 * this, which is most of the time that reading a long list takes; keys of up to 16 Latin characters fit in four words.
 */
export class PlateIndex {
  #size = 0;
  /** The keys of all rows, filled up with zeros, and room for one more, where a text is folded before it is looked up. */
  #keys = new KeyWords((FEWEST_ROWS + 1) * WORDS);
  /** At the place that the key's hash gives, or at one of the next. */
  #slots = new Int32Array(FEWEST_ROWS * 2);
  /** What comes next. As many keys as found room wait at words of their own. */
  #foreseen: readonly { readonly licenseNumber: string }[] = [];
  #firstWaiting = 0;
  #waiting = 0;
  #nextWaiting = 0;
  /** Keys that are not simple, or whose search was too long. */
  readonly #others = new LargeMap<PlateKey, number>();
  readonly #otherKeys = new LargeMap<number, PlateKey>();
  /** Whether a key may have characters that are not their own bytes. */
  #hasGivenBytes = false;
  #lastFound = -1;

  get size(): number {
    return this.#size;
  }

  /** Makes room for that many rows at once, as far as is sensible; a list that turns out longer does no harm. */
  reserve(rows: number): void {
    let slots = this.#slots.length;
    while (slots < Math.min(rows, MOST_RESERVED) * 2) slots *= 2;
    if (slots > this.#slots.length) this.#grow(slots);
  }

  /**
   * The number of a plate by any spelling, entered if it is new: then it is the former `size`. Undefined for texts that
   * are not simple plates, which `readPlate` must judge: simple are Latin letters, digits and single separators inside.
   */
  insert(text: string): number | undefined {
    const at = this.#nextWaiting;
    // Other plates that came in between may stand now where its key waited.
    const waits = at < this.#waiting && (this.#size + 1) * WORDS <= this.#firstWaiting + at * WAITING_WORDS;
    if (waits && this.#foreseen[at]?.licenseNumber === text) return this.#enterForeseen(at);
    const end = this.#size * WORDS;
    return this.#fold(text, end) ? this.#enterFolded(hashAt(this.#keys.words, end)) : undefined;
  }

  /**
   * Prepares for these plates to be entered next, and gives how many of their places are taken. Nothing depends on it but
   * time: looks that do not depend on each other wait for the memory together, which takes a third of the time.
   */
  prefetch(cars: readonly { readonly licenseNumber: string }[]): number {
    // The keys wait behind the room for one more, which is for whoever looks for another plate meanwhile.
    const { words } = this.#keys;
    const first = (this.#size + 1) * WORDS;
    const room = Math.max(0, Math.floor((words.length - first) / WAITING_WORDS));
    this.#foreseen = cars;
    this.#firstWaiting = first;
    this.#waiting = Math.min(cars.length, room);
    this.#nextWaiting = 0;
    const end = first + this.#waiting * WAITING_WORDS;
    let at = 0;
    for (let word = first; word < end; word += WAITING_WORDS) {
      if (!this.#fold(cars[at]?.licenseNumber ?? "", word)) words[word] = NOT_SIMPLE;
      words[word + WORDS] = hashAt(words, word);
      at += 1;
    }
    return this.#countTaken(words, first, end);
  }

  /** The same for keys that wait elsewhere: so many, each with its hash behind it. */
  prefetchKeys(words: Int32Array, count: number): number {
    return this.#countTaken(words, 0, count * WAITING_WORDS);
  }

  /** The number of such a key, entered if it is new: then it is the former `size`. */
  insertKey(words: Int32Array, from: number): number {
    const own = this.#keys.words;
    const to = this.#size * WORDS;
    // For so few, `copyWithin` takes longer than to enter a plate.
    for (let word = 0; word < WORDS; word += 1) own[to + word] = words[from + word] ?? 0;
    return this.#enterFolded(words[from + WORDS] ?? 0);
  }

  /** The number of a key, entered if it is new: then it is the former `size`. */
  enterKey(plateKey: PlateKey): number {
    const known = this.insert(plateKey) ?? this.#others.get(plateKey);
    return known ?? this.#enterOther(plateKey);
  }

  /** The number of a key; undefined when it was not entered. */
  rowOf(plateKey: PlateKey): number | undefined {
    // Who looks for many plates often does so in the order of the rows: then no place need be looked up.
    const next = this.#lastFound + 1;
    const row = next < this.#size && this.isKeyAt(next, plateKey) ? next : this.#searchRow(plateKey);
    this.#lastFound = row ?? this.#lastFound;
    return row;
  }

  /** The bytes of the keys of rows from one up to another, excluded; undefined where not all are their characters. */
  ownBytes(from: number, to: number): Uint8Array | undefined {
    if (this.#hasGivenBytes || this.#otherKeys.size > 0) return undefined;
    return this.#keys.bytes.subarray(from * MAX_PLATE_LENGTH, to * MAX_PLATE_LENGTH);
  }

  #searchRow(plateKey: PlateKey): number | undefined {
    const end = this.#size * WORDS;
    if (this.#fold(plateKey, end)) {
      const slot = this.#search(end, hashAt(this.#keys.words, end));
      const found = slot === undefined ? 0 : (this.#slots[slot] ?? 0);
      if (found !== 0) return (found & ROW_MASK) - 1;
    }
    return this.#others.get(plateKey);
  }

  /** The key of a number that was given out. */
  keyAt(row: number): PlateKey {
    const other = this.#otherKeys.size > 0 ? this.#otherKeys.get(row) : undefined;
    if (other !== undefined) return other;
    return textAt(this.#keys.bytes, row * MAX_PLATE_LENGTH, this.#hasGivenBytes) as PlateKey;
  }

  /** Whether a text is the very key of a row. */
  isKeyAt(row: number, text: string): text is PlateKey {
    if (this.#otherKeys.size > 0 && this.#otherKeys.has(row)) return this.#otherKeys.get(row) === text;
    return isTextAt(this.#keys.bytes, row * MAX_PLATE_LENGTH, text, this.#hasGivenBytes);
  }

  /** The rows from one up to another, excluded, whose keys the other index lacks. */
  rowsMissingIn(other: PlateIndex, from: number, to: number): number[] {
    const { words } = this.#keys;
    // Words of keys that are kept elsewhere mean nothing.
    const areWords = this.#otherKeys.size === 0 && other.#otherKeys.size === 0;
    const missing: number[] = [];
    for (let row = from; row < to; row += 1) {
      const next = other.#lastFound + 1;
      const isNext = areWords && next < other.#size && isSame(words, row * WORDS, other.#keys.words, next * WORDS);
      if (isNext) other.#lastFound = next;
      else if (other.rowOf(this.keyAt(row)) === undefined) missing.push(row);
    }
    return missing;
  }

  /** Writes the key of a simple text from that word on; false when it is not simple. */
  #fold(text: string, base: number): boolean {
    const fold = foldInto(this.#keys, base, text, 0, text.length);
    if (fold === FOLD.hasGivenBytes) this.#hasGivenBytes = true;
    return fold !== FOLD.notSimple;
  }

  // The looks do not depend on each other.
  #countTaken(words: Int32Array, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    let taken = 0;
    for (let hash = from + WORDS; hash < to; hash += WAITING_WORDS)
      if (this.#slots[(words[hash] ?? 0) & mask]) taken += 1;
    return taken;
  }

  #enterForeseen(at: number): number | undefined {
    const { words } = this.#keys;
    const from = this.#firstWaiting + at * WAITING_WORDS;
    this.#nextWaiting = at + 1;
    if (at + 1 === this.#waiting) this.#foreseen = [];
    return words[from] === NOT_SIMPLE ? undefined : this.insertKey(words, from);
  }

  /** Enters the key that stands behind those of all rows. */
  #enterFolded(hash: number): number {
    const slot = this.#search(this.#size * WORDS, hash);
    const found = slot === undefined ? 0 : (this.#slots[slot] ?? 0);
    if (found !== 0) return (found & ROW_MASK) - 1;
    if (slot === undefined || this.#others.size > 0 || this.#size >= MOST_ROWS) {
      const key = this.keyAt(this.#size);
      const known = this.#others.get(key);
      if (known !== undefined) return known;
      if (slot === undefined || this.#size >= MOST_ROWS) return this.#enterOther(key);
    }
    this.#slots[slot] = slotOf(this.#size, hash);
    return this.#added();
  }

  #enterOther(plateKey: PlateKey): number {
    this.#others.add(plateKey, this.#size);
    this.#otherKeys.add(this.#size, plateKey);
    return this.#added();
  }

  #added(): number {
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#grow(this.#slots.length * 2);
    return this.#size - 1;
  }

  /** The slot of the key that stands at a word, or the free one where it belongs; undefined when the search is too long. */
  #search(base: number, hash: number): number | undefined {
    const { words } = this.#keys;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let step = 0; step < LONGEST_SEARCH; step += 1) {
      const found = slots[slot] ?? 0;
      if (found === 0) return slot;
      const isLike = ((found ^ hash) & ~ROW_MASK) === 0;
      if (isLike && isSame(words, base, words, ((found & ROW_MASK) - 1) * WORDS)) return slot;
      slot = (slot + 1) & mask;
    }
    return undefined;
  }

  #grow(slots: number): void {
    const keys = new KeyWords((slots / 2 + 1) * WORDS);
    keys.words.set(this.#keys.words);
    this.#keys = keys;
    this.#slots = new Int32Array(slots);
    for (let row = 0; row < this.#size; row += 1) {
      if (this.#otherKeys.size === 0 || !this.#otherKeys.has(row)) this.#place(row);
    }
  }

  #place(row: number): void {
    const hash = hashAt(this.#keys.words, row * WORDS);
    const slot = this.#search(row * WORDS, hash);
    if (slot !== undefined) this.#slots[slot] = slotOf(row, hash);
    else {
      const key = this.keyAt(row);
      this.#others.add(key, row);
      this.#otherKeys.add(row, key);
    }
  }
}
