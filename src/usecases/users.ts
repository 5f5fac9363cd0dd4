import { type PlateRules, plateKeyOf } from "../allowlist/index.ts";
import type { DocumentContent } from "../documents/index.ts";
import type {
  FleetReader,
  FleetWriter,
  NewParkingUser,
  ParkingUser,
  ParkingUserItem,
  UserWriteResult,
} from "../fleet-api/index.ts";
import { retryIfListChanged } from "../live/index.ts";

/** The calls that a job takes. */
interface Ports<Read extends keyof FleetReader, Write extends keyof FleetWriter> {
  readonly reader: Pick<FleetReader, Read>;
  readonly writer: Pick<FleetWriter, Write>;
}

/**
 * What became of a parking user to be created: `exists` was there before, with the same phone number and e-mail address; with its
 * status, for one that is closed cannot park.
 */
export type UserCreation = Omit<DocumentContent<"user-created">, "account" | "email" | "phoneNumber">;

/**
 * Creates a parking user (interface 4.3). One who is there already is left alone and a lost answer is resolved by reading, so
 * running again is safe. Rejects with an `InterfaceError` before anything is sent.
 */
export async function createUser(
  { reader, writer }: Ports<"parkingUsers", "createParkingUser">,
  baId: string,
  user: NewParkingUser,
): Promise<UserCreation> {
  const before = await userLike(user, baId, reader);
  if (before) return { outcome: "exists", id: before.id, status: before.status };
  const written = await writer.createParkingUser(baId, user);
  switch (written.kind) {
    case "done":
      return { outcome: "created", id: written.value };
    case "refused": {
      const traceId = written.problem?.traceId;
      return { outcome: "rejected", error: written.reason, ...(traceId !== undefined && { traceId }) };
    }
    case "not-sent":
      return { outcome: "not-sent", error: written.reason };
    case "unknown": {
      // Nothing is lost when this reading fails: the next run reads first.
      const now = await userLike(user, baId, reader).catch(() => undefined);
      return now ? { outcome: "created", id: now.id } : { outcome: "unknown", error: written.reason };
    }
  }
}

// Phone numbers are unique; with another e-mail address it is another person's, and the server has to say so.
function userLike(
  { phoneNumber, email }: NewParkingUser,
  baId: string,
  reader: Pick<FleetReader, "parkingUsers">,
): Promise<ParkingUserItem | undefined> {
  return retryIfListChanged(async () => {
    let found: ParkingUserItem | undefined;
    for await (const user of reader.parkingUsers(baId)) {
      if (user.phoneNumber === phoneNumber && user.email.toLowerCase() === email.toLowerCase()) found = user;
    }
    return found;
  });
}

type CarRemoval = DocumentContent<"user-car-removal">;

/**
 * Takes a car from a parking user and reads back that it is gone (interface 4.5, 4.2). `licenseNumber` is the server's spelling, which
 * `carOfUser` finds.
 */
export async function removeUserCar(
  { reader, writer }: Ports<"parkingUser", "removeUserCar">,
  { baId, puId }: Pick<CarRemoval, "baId" | "puId">,
  licenseNumber: string,
  rules: PlateRules,
): Promise<CarRemoval> {
  const about = { baId, puId, licenseNumber };
  const written = await writer.removeUserCar(baId, puId, licenseNumber);
  if (written.kind === "refused") return { ...about, outcome: "rejected", error: written.reason };
  if (written.kind === "not-sent") return { ...about, outcome: "not-sent", error: written.reason };
  const isHeld = await reader.parkingUser(baId, puId).then(
    (user) => carOfUser(user, licenseNumber, rules) !== undefined,
    () => undefined,
  );
  if (isHeld === false) return { ...about, outcome: "verified" };
  return { ...about, outcome: "unknown", error: doubt(written, isHeld) };
}

function doubt(written: UserWriteResult<undefined>, isHeld: boolean | undefined): string {
  if (written.kind === "unknown") return written.reason;
  return isHeld
    ? "the server confirmed it, and still shows the car"
    : "the server confirmed it, and the user could not be read back";
}

/** The server's spelling of a user's car, found by any spelling of the plate; undefined when the user holds none. */
export function carOfUser({ cars }: ParkingUser, plate: string, rules: PlateRules): string | undefined {
  const keyOf = (licenseNumber: string) => plateKeyOf(licenseNumber, rules) ?? ` ${licenseNumber}`;
  const wanted = keyOf(plate);
  return cars.find(({ licenseNumber }) => keyOf(licenseNumber) === wanted)?.licenseNumber;
}
