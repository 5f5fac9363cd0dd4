import type { LiveEntry, PlateKey } from "../allowlist/index.ts";
import { correctionPairs } from "../plan/index.ts";

/** How many plates on either side are looked at: beyond, a server that respells is known well enough. */
const MOST_COMPARED = 500;

/** Plates that share fewer characters than this are not taken for one another. */
const SHORTEST_PART = 4;

/**
 * Finds, for cars that the server confirmed and does not list, the row that may be theirs under the server's own
 * spelling: a plate cut short, given a country prefix, or one slip away (reliability E3). Maps our key to the row.
 */
export function respellings<Row extends Pick<LiveEntry, "plateKey">>(
  missing: readonly PlateKey[],
  rows: readonly Row[],
): ReadonlyMap<PlateKey, Row> {
  const ours = missing.slice(0, MOST_COMPARED);
  const theirs = rows.slice(0, MOST_COMPARED);
  const close = correctionPairs(
    ours,
    theirs.map(({ plateKey }) => plateKey),
  );
  return new Map(
    ours.flatMap((plateKey) => {
      const twin = theirs.find((row) => row.plateKey === close.get(plateKey) || contains(row.plateKey, plateKey));
      return twin ? [[plateKey, twin] as const] : [];
    }),
  );
}

function contains(left: string, right: string): boolean {
  return Math.min(left.length, right.length) >= SHORTEST_PART && (left.includes(right) || right.includes(left));
}
