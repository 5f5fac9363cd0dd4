import { EXIT } from "../../../exit-code.ts";
import { terminalText } from "../../../render/index.ts";
import { type CarRemoval, carOfUser, removeUserCar } from "../../../users/index.ts";
import type { usersRemoveCarSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { requireTerminal, requireYes } from "../../process/confirm.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { prepareServer, withApi } from "../../run/session.ts";

const EXIT_CODES = {
  verified: EXIT.ok,
  absent: EXIT.ok,
  rejected: EXIT.partial,
  "not-sent": EXIT.partial,
  unknown: EXIT.unknown,
} as const;

/** `platectl users remove-car`: takes a car from a parking user and reads back that it is gone (interface 4.5, 4.2). */
export async function usersRemoveCarCommand(options: InputOf<typeof usersRemoveCarSpec>, io: Io): Promise<number> {
  const { baId, puId, plate } = options;
  const who = { baId, puId };
  if (plate.trim() === "") throw wrongInput("The plate is empty.");
  requireTerminal(options, io);
  const server = await prepareServer(options, io, "refuse");
  return withApi(server, options, io, async ({ stop, ...api }) => {
    const { settings } = server;
    const holder = await api.reader.parkingUser(who.baId, who.puId);
    const held = carOfUser(holder, plate, settings);
    if (held !== undefined) {
      const name = `${holder.firstName} ${holder.lastName}`.trim() || who.puId;
      await requireYes(
        options,
        `Remove ${terminalText(io.plates.plate(held))} from ${terminalText(io.plates.isFull ? name : who.puId)}, account ${who.baId}?`,
        stop,
      );
    }
    const removal: CarRemoval =
      held === undefined ? { licenseNumber: plate, outcome: "absent" } : await removeUserCar(api, who, held, settings);
    await io.result(
      options.json
        ? jsonDocument("user-car-removal", { ...who, ...removal }, io.documentPlates)
        : removalText(io.plates.document(removal), who.puId),
    );
    return EXIT_CODES[removal.outcome];
  });
}

function removalText({ licenseNumber, outcome, error }: CarRemoval, puId: string): string {
  const car = terminalText(licenseNumber);
  switch (outcome) {
    case "verified":
      return `${car} was removed from parking user ${puId}.\n`;
    case "absent":
      return `Parking user ${puId} does not have the car ${car}; nothing to do.\n`;
    default:
      return `${car}: ${outcome}. ${terminalText(error ?? "")}\n`;
  }
}
