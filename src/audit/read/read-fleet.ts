import { isDeepStrictEqual } from "node:util";
import { type PlateKey, readPlate } from "../../allowlist/index.ts";
import { type AuditReader, readUntilSame, tryRead } from "./audit-reader.ts";

/** Reads the fleet cars until two readings are equal; undefined when no rule needs them, or they cannot be read. */
export async function readFleet(gathering: AuditReader): Promise<ReadonlyMap<PlateKey, string> | undefined> {
  const { needs, ports, desired, warnings } = gathering;
  if (!needs.has("fleet")) return undefined;
  const rows = await tryRead(gathering, "global", () =>
    readUntilSame(
      "the list of fleet cars",
      async () => new Set((await ports.reader.fleetCars()).map(({ licenseNumber }) => licenseNumber)),
      isDeepStrictEqual,
    ),
  );
  if (!rows) return undefined;
  const fleet = new Map<PlateKey, string>();
  let foreign = 0;
  for (const licenseNumber of [...rows].sort()) {
    const reading = readPlate(licenseNumber, desired.interface);
    if (reading.kind === "not-a-plate") foreign += 1;
    else if (!fleet.has(reading.plateKey)) fleet.set(reading.plateKey, licenseNumber);
  }
  if (foreign > 0) {
    const message = `${foreign} of the fleet cars ${foreign === 1 ? "is no plate and is" : "are no plates and are"} left out`;
    warnings.push({ code: "not-a-plate", message });
  }
  return fleet;
}
