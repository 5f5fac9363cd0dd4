import { type PlateRules, readPlate } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { FleetApi, ParkingUser, UserWriteResult } from "../fleet-api/index.ts";
import { jsonText, type PlateView, terminalText } from "../render/index.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import { type Approval, insistOnAnswer, insistOnYes } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import type { Io } from "./io.ts";
import { prepareServer, type ServerOptions, withWritableServer } from "./server.ts";
import { accountIdOperand, userIdOperand } from "./server-options.ts";

/** Options of `platectl users remove-car`. */
export type RemoveCarOptions = ServerOptions & Approval;

/** What became of a car of a parking user; `absent` was not there before. */
interface Removal {
  /** The server's spelling. */
  readonly licenseNumber: string;
  readonly outcome: "verified" | "absent" | "rejected" | "unknown" | "not-sent";
  readonly error?: string;
}

const EXIT_CODES = {
  verified: EXIT.ok,
  absent: EXIT.ok,
  rejected: EXIT.partial,
  "not-sent": EXIT.partial,
  unknown: EXIT.unknown,
} as const;

/** `platectl users remove-car`: takes a car from a parking user and reads back that it is gone (interface 4.5, 4.2). */
export async function usersRemoveCarCommand(
  account: string,
  user: string,
  plate: string,
  options: RemoveCarOptions,
  io: Io,
): Promise<number> {
  const who = { baId: accountIdOperand(account), puId: userIdOperand(user) };
  if (plate.trim() === "") throw new CommandFailure(EXIT.input, "No plate is given. Nothing was contacted.");
  insistOnAnswer(options, io);
  const server = await prepareServer(options, io);
  io.plates.learn([plate]);
  return withWritableServer(server, options, io, async ({ stop, settings, ...api }) => {
    const holder = await api.reader.parkingUser(who.baId, who.puId);
    const held = carOf(holder, plate, settings);
    if (held !== undefined) {
      const name = `${holder.firstName} ${holder.lastName}`.trim() || who.puId;
      await insistOnYes(
        options,
        `Remove ${terminalText(io.plates.plate(held))} from ${terminalText(name)}, account ${who.baId}?`,
        stop,
      );
    }
    const removal: Removal =
      held === undefined ? { licenseNumber: plate, outcome: "absent" } : await remove(api, who, held, settings);
    const document = { kind: "platectl/user-car-removal", schemaVersion: SCHEMA_VERSION, ...who, ...removal };
    await io.result(
      options.json
        ? jsonText(io.documentPlates.document(document))
        : removalText(shownRemoval(removal, io.plates), who.puId),
    );
    return EXIT_CODES[removal.outcome];
  });
}

type Who = { readonly baId: string; readonly puId: string };

async function remove(
  api: Pick<FleetApi, "reader" | "writer">,
  who: Who,
  licenseNumber: string,
  rules: PlateRules,
): Promise<Removal> {
  const written = await api.writer.removeUserCar(who.baId, who.puId, licenseNumber);
  if (written.kind === "refused") return { licenseNumber, outcome: "rejected", error: written.reason };
  if (written.kind === "not-sent") return { licenseNumber, outcome: "not-sent", error: written.reason };
  const isHeld = await api.reader.parkingUser(who.baId, who.puId).then(
    (user) => carOf(user, licenseNumber, rules) !== undefined,
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

// Compared by key, removed by the server's spelling: it knows no other.
function carOf({ cars }: ParkingUser, plate: string, rules: PlateRules): string | undefined {
  const wanted = readPlate(plate, rules);
  const same = ({ licenseNumber }: { readonly licenseNumber: string }) => {
    const reading = readPlate(licenseNumber, rules);
    if (reading.kind === "plate" && wanted.kind === "plate") return reading.plateKey === wanted.plateKey;
    return licenseNumber === plate;
  };
  return cars.find(same)?.licenseNumber;
}

function shownRemoval({ licenseNumber, outcome, error }: Removal, plates: PlateView): Removal {
  const shown = { licenseNumber: plates.plate(licenseNumber), outcome };
  return error === undefined ? shown : { ...shown, error: plates.foreign(error) };
}

function removalText({ licenseNumber, outcome, error }: Removal, puId: string): string {
  const car = terminalText(licenseNumber);
  switch (outcome) {
    case "verified":
      return `${car} is removed from parking user ${puId}.\n`;
    case "absent":
      return `Parking user ${puId} holds no car ${car}; nothing to do.\n`;
    default:
      return `${car}: ${outcome}. ${terminalText(error ?? "")}\n`;
  }
}
