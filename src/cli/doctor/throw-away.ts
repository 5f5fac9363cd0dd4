import { readPlate } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { type SweepPorts, sweepCars } from "../../live/index.ts";
import { CommandFailure } from "../failure.ts";
import { isKin } from "./kin.ts";
import type { ReadableList } from "./patient.ts";

/**
 * Refuses a plate that writes must not be tried with: one that is no plate, or that a car on the list or in use may
 * have. Nothing has been written by then. Throws a `CommandFailure` (3).
 */
export async function insistOnThrowAway(
  plate: string,
  { scope, pageSize, rules }: ReadableList,
  fleet: readonly string[],
  ports: SweepPorts,
): Promise<void> {
  if (readPlate(plate, rules).kind !== "plate") throw refused(plate, "it is no plate");
  const used = fleet.find((licenseNumber) => isKin(licenseNumber, plate));
  if (used !== undefined) throw refused(plate, `the car ${used} uses the fleet`);
  const rows = await sweepCars(scope, pageSize, ports);
  const listed = rows === "not-offered" ? undefined : rows.find(({ licenseNumber }) => isKin(licenseNumber, plate));
  if (listed) throw refused(plate, `${listed.licenseNumber} is on the list of ${scope}`);
}

function refused(plate: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.input,
    `${JSON.stringify(plate)} cannot be thrown away: ${why}. Name a plate that no car has. Nothing was written.`,
  );
}
