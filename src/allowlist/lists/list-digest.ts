import type { LiveEntry } from "./live-state.ts";

const FIRST_SEED = 0x811c9dc5 | 0;
const FIRST_FACTOR = 0x01000193;
const SECOND_SEED = 0x9747b28c | 0;
const SECOND_FACTOR = 0x5bd1e995;

/**
 * A fingerprint of a set of rows that does not depend on their order: equal sets give equal digests. It tells two
 * readings apart and proves nothing against forgery. 32 hex digits.
 */
export function listDigest(entries: Iterable<LiveEntry>): string {
  const sums = new Uint32Array(4);
  for (const entry of entries) {
    const rest = restOf(entry);
    addRow(sums, entry.licenseNumber + rest);
    for (const spelling of entry.otherSpellings ?? []) addRow(sums, spelling + rest);
  }
  return [...sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
}

/** What a row says besides its licenseNumber: its features and flags, with a zero before each. */
function restOf({ features, addedByCustomerCare, uncertain }: LiveEntry): string {
  const flags = (addedByCustomerCare ? "1" : "0") + (uncertain ? "1" : "0");
  return `\0${features.join("\0")}\0${flags}`;
}

// Two independent multiplicative hashes of the row, each mixed twice, summed: addition makes the order irrelevant.
function addRow(sums: Uint32Array, row: string): void {
  let a = FIRST_SEED;
  let b = SECOND_SEED;
  for (let at = 0; at < row.length; at += 1) {
    const unit = row.charCodeAt(at);
    a = Math.imul(a ^ unit, FIRST_FACTOR);
    b = (Math.imul(b ^ unit, SECOND_FACTOR) + at) | 0;
  }
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
