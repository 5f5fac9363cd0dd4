import { type PlateRules, plateKeyOf } from "./allowlist/index.ts";
import type {
  FleetReader,
  FleetWriter,
  NewParkingUser,
  ParkingUser,
  ParkingUserItem,
  UserWriteResult,
} from "./fleet-api/index.ts";
import { retryIfListChanged } from "./live/index.ts";

/** What became of a parking user to be created: `exists` was there before, with the same phone number and e-mail address. */
export interface UserCreation {
  readonly outcome: "created" | "exists" | "rejected" | "unknown" | "not-sent";
  /** Digits. */
  readonly id?: string;
  /** Of a user who was there before: one that is closed cannot park. */
  readonly status?: string;
  readonly error?: string;
  readonly traceId?: string;
}

/** The calls that creating a user takes. */
export interface UserPorts {
  readonly reader: Pick<FleetReader, "parkingUsers">;
  readonly writer: Pick<FleetWriter, "createParkingUser">;
}

/**
 * Creates a parking user (interface 4.3). One who is there already is left alone and a lost answer is resolved by reading, so
 * running again is safe. Rejects with an `InterfaceError` before anything is sent.
 */
export async function createUser(
  { reader, writer }: UserPorts,
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
  reader: UserPorts["reader"],
): Promise<ParkingUserItem | undefined> {
  return retryIfListChanged(async () => {
    let found: ParkingUserItem | undefined;
    for await (const user of reader.parkingUsers(baId)) {
      if (user.phoneNumber === phoneNumber && user.email.toLowerCase() === email.toLowerCase()) found = user;
    }
    return found;
  });
}

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
  const keyOf = (licenseNumber: string) => plateKeyOf(licenseNumber, rules) ?? ` ${licenseNumber}`;
  const wanted = keyOf(plate);
  return cars.find(({ licenseNumber }) => keyOf(licenseNumber) === wanted)?.licenseNumber;
}
