import type { LiveEntry } from "./live-state.ts";

/**
 * A fingerprint of a set of rows that does not depend on their order: equal sets give equal digests. It tells two
 * readings apart and proves nothing against forgery. 32 hex digits.
 */
export function listDigest(entries: Iterable<LiveEntry>): string {
  const sums = new Uint32Array(4);
  for (const entry of entries) {
    addText(sums, rowText(entry.licenseNumber, entry));
    for (const spelling of entry.otherSpellings ?? []) addText(sums, rowText(spelling, entry));
  }
  return [...sums].map((sum) => sum.toString(16).padStart(8, "0")).join("");
}

function rowText(licenseNumber: string, entry: LiveEntry): string {
  return `${licenseNumber}\0${entry.features.join("\0")}\0${entry.addedByCustomerCare ? 1 : 0}${entry.uncertain ? 1 : 0}`;
}

// Two independent multiplicative hashes of the row, each mixed twice, summed: addition makes the order irrelevant.
function addText(sums: Uint32Array, text: string): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995) + at;
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
