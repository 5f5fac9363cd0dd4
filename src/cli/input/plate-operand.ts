import { DEFAULT_INTERFACE, type DesiredState, type PlateKey, readPlate } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";

/**
 * The key of a plate that a command is about, compared as the fleet file says. From now on messages show it as plates
 * are shown. Throws a `CommandFailure` (3).
 */
export function readPlateOperand(plate: string, desired: DesiredState | undefined, io: Io): PlateKey {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate")
    throw new CommandFailure(EXIT.input, `${JSON.stringify(io.plates.plate(plate))} is not a plate.`);
  io.plates.compareBy(rules);
  io.plates.learn([plate]);
  return reading.plateKey;
}
