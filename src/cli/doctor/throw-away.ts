import { type PlateRules, readPlate, type Scope } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { type SweepPorts, sweepCars } from "../../live/index.ts";
import { CommandFailure } from "../failure.ts";
import { isKin } from "./kin.ts";

/** Where a test plate must not be: on the list, where that can be read, and among the cars in use. */
export interface TakenPlates {
  readonly list: { readonly scope: Scope; readonly pageSize: number; readonly ports: SweepPorts } | undefined;
  readonly fleet: readonly string[];
  readonly rules: PlateRules;
}

/**
 * Refuses a plate that writes must not be tried with: one that is no plate, or that a car on the list or in use may
 * have. Nothing has been written by then. Throws a `CommandFailure` (3).
 */
export async function requireTestPlate(plate: string, { list, fleet, rules }: TakenPlates): Promise<void> {
  if (readPlate(plate, rules).kind !== "plate") throw refused(plate, "it is no plate");
  const used = fleet.find((licenseNumber) => isKin(licenseNumber, plate));
  if (used !== undefined) throw refused(plate, `the car ${used} uses the fleet`);
  if (list === undefined) return;
  const rows = await sweepCars(list.scope, list.pageSize, list.ports);
  const listed = rows === "not-offered" ? undefined : rows.find(({ licenseNumber }) => isKin(licenseNumber, plate));
  if (listed) throw refused(plate, `${listed.licenseNumber} is on the list of ${list.scope}`);
}

function refused(plate: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.input,
    `${JSON.stringify(plate)} cannot be thrown away: ${why}. Name a plate that no car has. Nothing was written.`,
  );
}
