import type { LiveEntry } from "./live-state.ts";
import type { PlateKey } from "./plate.ts";
import { PlateTable } from "./table/plate-table.ts";

/** So many rows are taken between two points where others may have a turn. */
const ROWS_A_STEP = 5_000;

const FIRST_SEED = 0x811c9dc5 | 0;
const FIRST_FACTOR = 0x01000193;
const SECOND_SEED = 0x9747b28c | 0;
const SECOND_FACTOR = 0x5bd1e995;

/** A table of live cars whose rows go into a digest without an entry being made for each. */
export abstract class LiveEntries extends PlateTable<LiveEntry> {
  /** Takes the rows from one number up to another, excluded. */
  abstract digestRows(digest: ListDigest, from: number, to: number): void;
}

/**
 * A fingerprint of a set of rows that does not depend on their order: equal sets give equal digests. It tells two
 * readings apart and proves nothing against forgery. 32 hex digits.
 */
export function listDigest(entries: Iterable<LiveEntry>): string {
  const digest = new ListDigest();
  for (const entry of entries) digest.add(entry);
  return digest.hex();
}

/** The same in steps: each `yield` is a point where others may have a turn. */
export function* listDigestSteps(entries: ReadonlyMap<PlateKey, LiveEntry>): Generator<void, string, void> {
  const digest = new ListDigest();
  if (entries instanceof LiveEntries) {
    for (let from = 0; from < entries.size; from += ROWS_A_STEP) {
      entries.digestRows(digest, from, Math.min(from + ROWS_A_STEP, entries.size));
      if (from + ROWS_A_STEP <= entries.size) yield;
    }
    return digest.hex();
  }
  let taken = 0;
  for (const entry of entries.values()) {
    digest.add(entry);
    taken += 1;
    if (taken % ROWS_A_STEP === 0) yield;
  }
  return digest.hex();
}

/** Many rows for a digest. */
export interface KeysToDigest {
  /** Where their licenseNumbers stand, each in so many bytes, filled up with zeros. */
  readonly bytes: Uint8Array;
  readonly width: number;
  /** For each row, the number of what `digestRest` says of its car. */
  readonly numbers: Int32Array;
  readonly rests: readonly (string | undefined)[];
}

/** Makes a list's digest from one row after the other. */
export class ListDigest {
  readonly #sums = new Uint32Array(4);
  readonly #hash = new RowHash();

  /** Takes the rows of one car. */
  add(entry: LiveEntry): void {
    const rest = digestRest(entry);
    this.#addText(entry.licenseNumber, rest);
    for (const spelling of entry.otherSpellings ?? []) this.#addText(spelling, rest);
  }

  /** Takes many rows, except those whose number stands for no text. */
  addKeys({ bytes, width, numbers, rests }: KeysToDigest): void {
    const sums = this.#sums;
    // One loop without calls, which V8 compiles once and early: to compile takes longer than to run through 100,000 rows.
    for (let row = 0; row < numbers.length; row += 1) {
      const rest = rests[numbers[row] ?? 0];
      if (rest === undefined) continue;
      const start = row * width;
      let a = FIRST_SEED;
      let b = SECOND_SEED;
      let isRest = false;
      for (let at = 0, from = 0; ; at += 1) {
        let unit = isRest || at === width ? 0 : (bytes[start + at] ?? 0);
        if (unit === 0) {
          if (from === rest.length) break;
          isRest = true;
          unit = rest.charCodeAt(from);
          from += 1;
        }
        a = Math.imul(a ^ unit, FIRST_FACTOR);
        // As an unsigned number first, so that no sum is taken for one that fits in fewer bits.
        b = ((Math.imul(b ^ unit, SECOND_FACTOR) >>> 0) + at) | 0;
      }
      for (let sum = 0; sum < 4; sum += 1) {
        let h = sum === 0 ? a : sum === 1 ? b : sum === 2 ? a ^ 0x2545f491 ^ (b << 1) : b ^ 0x1b873593 ^ (a << 1);
        h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
        h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
        sums[sum] = (sums[sum] ?? 0) + ((h ^ (h >>> 16)) >>> 0);
      }
    }
  }

  /** The digest of what was taken so far. */
  hex(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
  }

  #addText(licenseNumber: string, rest: string): void {
    this.#hash.start();
    this.#hash.addText(licenseNumber);
    this.#hash.addText(rest);
    this.#hash.addTo(this.#sums);
  }
}

/** What a digest takes of a row besides its licenseNumber: its features and flags, with a zero before each. */
export function digestRest({
  features,
  addedByCustomerCare,
  uncertain,
}: Pick<LiveEntry, "features" | "addedByCustomerCare" | "uncertain">): string {
  const flags = (addedByCustomerCare ? "1" : "0") + (uncertain ? "1" : "0");
  return `\0${features.join("\0")}\0${flags}`;
}

/** Two independent multiplicative hashes of a row, each mixed twice, summed: addition makes the order irrelevant. */
class RowHash {
  #a = 0;
  #b = 0;
  #length = 0;

  start(): void {
    this.#a = FIRST_SEED;
    this.#b = SECOND_SEED;
    this.#length = 0;
  }

  addText(text: string): void {
    let a = this.#a;
    let b = this.#b;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, FIRST_FACTOR);
      b = (Math.imul(b ^ unit, SECOND_FACTOR) + this.#length + at) | 0;
    }
    this.#a = a;
    this.#b = b;
    this.#length += text.length;
  }

  addTo(sums: Uint32Array): void {
    addMixed(sums, this.#a, this.#b);
  }
}

function addMixed(sums: Uint32Array, a: number, b: number): void {
  sums[0] = (sums[0] ?? 0) + mix(a);
  sums[1] = (sums[1] ?? 0) + mix(b);
  sums[2] = (sums[2] ?? 0) + mix(a ^ 0x2545f491 ^ (b << 1));
  sums[3] = (sums[3] ?? 0) + mix(b ^ 0x1b873593 ^ (a << 1));
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
