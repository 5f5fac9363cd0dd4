import type { Source } from "../allowlist/index.ts";
import type { FleetReader, FleetWriter, NewParkingUser, ParkingUserItem, UserWriteResult } from "../fleet-api/index.ts";
import { retryIfListChanged } from "../live/index.ts";

/** A parking user to be created, and where it was written down. */
export interface UserToCreate {
  readonly user: NewParkingUser;
  readonly source?: Source;
}

/** What became of one of them: `exists` was there before, with the same phone number and e-mail address. */
export interface CreatedUser extends UserToCreate {
  readonly outcome: "created" | "exists" | "rejected" | "unknown" | "not-sent";
  /** Digits. */
  readonly id?: string;
  /** Of a user who was there before: one that is closed cannot park. */
  readonly status?: string;
  readonly error?: string;
  readonly traceId?: string;
}

/** The calls that creating users takes. */
export interface UserPorts {
  readonly reader: Pick<FleetReader, "parkingUsers">;
  readonly writer: Pick<FleetWriter, "createParkingUser">;
}

/**
 * Creates parking users one after the other (interface 4.3). Users that are there already are left alone and lost
 * answers are resolved by reading, so running again is safe. Rejects with an `InterfaceError` before anything is sent.
 */
export async function createUsers(
  { reader, writer }: UserPorts,
  baId: string,
  wanted: readonly UserToCreate[],
  stop: AbortSignal,
): Promise<readonly CreatedUser[]> {
  const before = await usersByPhone(reader, baId);
  const results: CreatedUser[] = [];
  let halt: string | undefined;
  for (const one of wanted) {
    const twin = twinOf(one, before);
    if (twin) results.push({ ...one, outcome: "exists", id: twin.id, status: twin.status });
    else if (halt !== undefined || stop.aborted) {
      results.push({ ...one, outcome: "not-sent", error: halt ?? "the run was interrupted" });
    } else {
      const written = await writer.createParkingUser(baId, one.user);
      results.push({ ...one, ...outcomeOf(written) });
      halt = reasonToStop(written);
    }
  }
  return results.some(({ outcome }) => outcome === "unknown") ? resolveUnknown(results, reader, baId) : results;
}

function outcomeOf(written: UserWriteResult<string>): Omit<CreatedUser, keyof UserToCreate> {
  switch (written.kind) {
    case "done":
      return { outcome: "created", id: written.value };
    case "refused": {
      const traceId = written.problem?.traceId;
      return { outcome: "rejected", error: written.reason, ...(traceId !== undefined && { traceId }) };
    }
    case "not-sent":
      return { outcome: "not-sent", error: written.reason };
    case "unknown":
      return { outcome: "unknown", error: written.reason };
  }
}

// A missing permission, or a connection that cannot be had, is the same for every further row.
function reasonToStop(written: UserWriteResult<string>): string | undefined {
  if (written.kind === "refused" && (written.status === 401 || written.status === 403)) return written.reason;
  return written.kind === "not-sent" && written.permanent ? written.reason : undefined;
}

// Nothing is lost when this reading fails: the rows stay unknown, and the next run reads first.
async function resolveUnknown(
  results: readonly CreatedUser[],
  reader: UserPorts["reader"],
  baId: string,
): Promise<readonly CreatedUser[]> {
  const now = await usersByPhone(reader, baId).catch(() => new Map<string, ParkingUserItem>());
  return results.map((result) => {
    const twin = result.outcome === "unknown" ? twinOf(result, now) : undefined;
    if (!twin) return result;
    const { error: _, ...rest } = result;
    return { ...rest, outcome: "created", id: twin.id };
  });
}

// Phone numbers are unique; with another e-mail address it is another person's, and the server has to say so.
function twinOf({ user }: UserToCreate, users: ReadonlyMap<string, ParkingUserItem>): ParkingUserItem | undefined {
  const holder = users.get(user.phoneNumber);
  return holder?.email.toLowerCase() === user.email.toLowerCase() ? holder : undefined;
}

function usersByPhone(reader: UserPorts["reader"], baId: string): Promise<ReadonlyMap<string, ParkingUserItem>> {
  return retryIfListChanged(async () => {
    const users = new Map<string, ParkingUserItem>();
    for await (const user of reader.parkingUsers(baId)) users.set(user.phoneNumber, user);
    return users;
  });
}
