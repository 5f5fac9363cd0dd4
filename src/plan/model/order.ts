import type { PlateKey } from "../../allowlist/index.ts";

/** Compares texts by code unit, never by locale: the same plan on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface Car {
  readonly plateKey: PlateKey;
  readonly licenseNumber: string;
}

/** A copy ordered by plate key; rows of one car by their spelling. */
export function sortByPlate<Item extends Car>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (left, right) => byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(left.licenseNumber, right.licenseNumber),
  );
}
