import type { DesiredScope, PlateKey, Scope } from "../allowlist/index.ts";

const TWO_TO_32 = 2 ** 32;
/** Bits of the second hash that fit beside the first one into a number without loss. */
const SECOND_BITS = 0x1fffff;

/**
 * Tells of a car whether the files want it on a list that the run leaves out. Eight bytes a car: a run for one account of a
 * large file is not to keep all the others.
 */
export function wantedElsewhere(
  scopes: readonly DesiredScope[],
  chosen: ReadonlySet<Scope>,
): ((plateKey: PlateKey) => boolean) | undefined {
  const others = scopes.filter(({ scope }) => !chosen.has(scope));
  const hashes = new Float64Array(others.reduce((sum, { entries }) => sum + entries.size, 0));
  if (hashes.length === 0) return undefined;
  let at = 0;
  for (const { entries } of others) {
    for (const plateKey of entries.keys()) {
      hashes[at] = hashOf(plateKey);
      at += 1;
    }
  }
  hashes.sort();
  return (plateKey) => holds(hashes, hashOf(plateKey));
}

function holds(sorted: Float64Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

// Two independent multiplicative hashes, 53 bits together: a false word among a million cars is one in a billion.
function hashOf(plateKey: string): number {
  let first = 0x811c9dc5 | 0;
  let second = 0x9747b28c | 0;
  for (let at = 0; at < plateKey.length; at += 1) {
    const unit = plateKey.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = (Math.imul(second ^ unit, 0x5bd1e995) + at) | 0;
  }
  return (first >>> 0) + ((second ^ (second >>> 13)) & SECOND_BITS) * TWO_TO_32;
}
