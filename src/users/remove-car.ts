import { type PlateRules, readPlate } from "../allowlist/index.ts";
import type { FleetReader, FleetWriter, ParkingUser, UserWriteResult } from "../fleet-api/index.ts";

/** What became of a car of a parking user; `absent` was not there before. */
export interface CarRemoval {
  /** The server's spelling. */
  readonly licenseNumber: string;
  readonly outcome: "verified" | "absent" | "rejected" | "unknown" | "not-sent";
  readonly error?: string;
}

/** The calls that removing a car takes. */
export interface RemovalPorts {
  readonly reader: Pick<FleetReader, "parkingUser">;
  readonly writer: Pick<FleetWriter, "removeUserCar">;
}

/** A parking user of an account. */
export interface UserId {
  /** Digits. */
  readonly baId: string;
  /** Digits. */
  readonly puId: string;
}

/**
 * Takes a car from a parking user and reads back that it is gone (interface 4.5, 4.2). `licenseNumber` is the server's spelling, which
 * `carOfUser` finds.
 */
export async function removeUserCar(
  api: RemovalPorts,
  who: UserId,
  licenseNumber: string,
  rules: PlateRules,
): Promise<CarRemoval> {
  const written = await api.writer.removeUserCar(who.baId, who.puId, licenseNumber);
  if (written.kind === "refused") return { licenseNumber, outcome: "rejected", error: written.reason };
  if (written.kind === "not-sent") return { licenseNumber, outcome: "not-sent", error: written.reason };
  const isHeld = await api.reader.parkingUser(who.baId, who.puId).then(
    (user) => carOfUser(user, licenseNumber, rules) !== undefined,
    () => undefined,
  );
  if (isHeld === false) return { licenseNumber, outcome: "verified" };
  return { licenseNumber, outcome: "unknown", error: doubt(written, isHeld) };
}

function doubt(written: UserWriteResult<undefined>, isHeld: boolean | undefined): string {
  if (written.kind === "unknown") return written.reason;
  return isHeld
    ? "the server confirmed it, and still shows the car"
    : "the server confirmed it, and the user could not be read back";
}

/** The server's spelling of a user's car, found by any spelling of the plate; undefined when the user holds none. */
export function carOfUser({ cars }: ParkingUser, plate: string, rules: PlateRules): string | undefined {
  const wanted = readPlate(plate, rules);
  const same = ({ licenseNumber }: { readonly licenseNumber: string }) => {
    const reading = readPlate(licenseNumber, rules);
    if (reading.kind === "plate" && wanted.kind === "plate") return reading.plateKey === wanted.plateKey;
    return licenseNumber === plate;
  };
  return cars.find(same)?.licenseNumber;
}
