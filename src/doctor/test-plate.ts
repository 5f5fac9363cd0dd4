import { type PlateRules, readPlate, type Scope } from "../allowlist/index.ts";
import { type SweepPorts, sweepCars } from "../live/index.ts";
import { isSimilarPlate } from "./similar-plates.ts";

/** Where a test plate must not be: on the list, where that can be read, and among the cars in use. */
export interface TakenPlates {
  readonly list: { readonly scope: Scope; readonly pageSize: number; readonly ports: SweepPorts } | undefined;
  readonly fleet: readonly string[];
  readonly rules: PlateRules;
}

/**
 * Why writes must not be tried with a plate: it is no plate, or a car on the list or in use may have it. Undefined when they
 * may. Rejects with an `InterfaceError` when the list cannot be read.
 */
export async function reasonAgainstPlate(
  plate: string,
  { list, fleet, rules }: TakenPlates,
): Promise<string | undefined> {
  if (readPlate(plate, rules).kind !== "plate") return "it is no plate";
  const used = fleet.find((licenseNumber) => isSimilarPlate(licenseNumber, plate));
  if (used !== undefined) return `the car ${used} uses the fleet`;
  if (list === undefined) return undefined;
  const rows = await sweepCars(list.scope, list.pageSize, list.ports);
  const listed =
    rows === "not-offered" ? undefined : rows.find(({ licenseNumber }) => isSimilarPlate(licenseNumber, plate));
  return listed && `${listed.licenseNumber} is on the list of ${list.scope}`;
}
