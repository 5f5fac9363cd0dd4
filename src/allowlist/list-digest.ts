import type { LiveEntry } from "./live-state.ts";

/**
 * A fingerprint of a set of rows that does not depend on their order: equal sets give equal digests. It tells two
 * readings apart and proves nothing against forgery. 32 hex digits.
 */
export function listDigest(entries: Iterable<LiveEntry>): string {
  const digest = new ListDigest();
  for (const entry of entries) digest.add(entry);
  return digest.hex();
}

/** Makes a list's digest from one row after the other. */
export class ListDigest {
  readonly #sums = new Uint32Array(4);

  /** Takes the rows of one car. */
  add(entry: LiveEntry): void {
    addRow(this.#sums, entry.licenseNumber, entry);
    for (const spelling of entry.otherSpellings ?? []) addRow(this.#sums, spelling, entry);
  }

  /** The digest of what was taken so far. */
  hex(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
  }
}

// The row's texts, with a zero between them, go into the hash one by one: to join them first takes longer than to hash them.
function addRow(
  sums: Uint32Array,
  licenseNumber: string,
  { features, addedByCustomerCare, uncertain }: LiveEntry,
): void {
  const hash = new RowHash();
  hash.add(licenseNumber);
  if (features.length === 0) hash.add("\0");
  for (const feature of features) {
    hash.add("\0");
    hash.add(feature);
  }
  hash.add(addedByCustomerCare ? (uncertain ? "\u000011" : "\u000010") : uncertain ? "\u000001" : "\u000000");
  hash.addTo(sums);
}

/** Two independent multiplicative hashes of a row, each mixed twice, summed: addition makes the order irrelevant. */
class RowHash {
  #a = 0x811c9dc5 | 0;
  #b = 0x9747b28c | 0;
  #length = 0;

  add(text: string): void {
    let a = this.#a;
    let b = this.#b;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = (Math.imul(b ^ unit, 0x5bd1e995) + this.#length + at) | 0;
    }
    this.#a = a;
    this.#b = b;
    this.#length += text.length;
  }

  addTo(sums: Uint32Array): void {
    const [a, b] = [this.#a, this.#b];
    sums[0] = (sums[0] ?? 0) + mix(a);
    sums[1] = (sums[1] ?? 0) + mix(b);
    sums[2] = (sums[2] ?? 0) + mix(a ^ 0x2545f491 ^ (b << 1));
    sums[3] = (sums[3] ?? 0) + mix(b ^ 0x1b873593 ^ (a << 1));
  }
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
