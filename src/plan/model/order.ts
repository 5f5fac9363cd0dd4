import type { PlateKey } from "../../allowlist/index.ts";

/** Compares texts by code unit, never by locale: the same plan on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface Keyed {
  readonly plateKey: PlateKey;
}

/** A copy ordered by plate key; rows of one car by their spelling. */
export function sortByPlate<Item extends Keyed>(items: readonly Item[], spelling: (item: Item) => string): Item[] {
  return [...items].sort(
    (left, right) => byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(spelling(left), spelling(right)),
  );
}
