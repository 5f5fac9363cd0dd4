import { DEFAULT_INTERFACE, type DesiredState, type PlateKey, quoted, readPlate } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { CommandFailure } from "../process/failure.ts";

/** The key of a plate that a command is about, compared as the fleet file says. Throws a `CommandFailure` (3). */
export function readPlateOperand(plate: string, desired: DesiredState | undefined): PlateKey {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate") throw new CommandFailure(EXIT.input, `${quoted(plate)} is not a plate.`);
  return reading.plateKey;
}
