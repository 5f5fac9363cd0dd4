import { type RowsSetAside, setAside } from "../../allowlist/index.ts";
import type { DocumentContent } from "../../documents/index.ts";
import {
  type FleetReader,
  type ParkingUser,
  type ParkingUserItem,
  parseNewParkingUser,
} from "../../fleet-api/index.ts";
import { retryIfListChanged } from "../../live/index.ts";
import { ROW_FORMATS, tableText, terminalText, textColumns, words } from "../../render/index.ts";
import { EXIT, nextStepAfter } from "../../run/exit-code.ts";
import { setAsideFailure } from "../../usecases/history/index.ts";
import { carOfUser, createUser, removeUserCar } from "../../usecases/users.ts";
import {
  USER_FIELDS,
  type usersCreateSpec,
  type usersGetSpec,
  type usersListSpec,
  type usersRemoveCarSpec,
} from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { printListing } from "../output/listing.ts";
import { chooseFormat } from "../output/result.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { requireTerminal, requireYes } from "../run/confirm.ts";
import { prepareServer, withApi, withServer } from "../run/session.ts";

const ITEM_COLUMNS = textColumns<ParkingUserItem>(
  ...(["id", "firstName", "lastName", "email", "phoneNumber", "costCenter", "status"] as const),
);
const ADDRESS_COLUMNS = (["street", "postalCode", "city", "co"] as const).map((name) => ({
  name,
  value: ({ address }: ParkingUser) => address?.[name] ?? "",
}));
const USER_COLUMNS = [
  ...ITEM_COLUMNS,
  ...ADDRESS_COLUMNS,
  { name: "cars", value: ({ cars }: ParkingUser) => cars.map(({ licenseNumber }) => licenseNumber).join(" ") },
];

/** `platectl users list`: every parking user of an account (interface 4.4). */
export async function usersListCommand(options: InputOf<typeof usersListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const { baId } = options;
  const { rows, odd } = await withServer(options, io, (reader) => retryIfListChanged(() => readRows(reader, baId)));
  const document = { account: baId, setAside: odd, users: rows };
  await printListing("users", document, { columns: ITEM_COLUMNS, rows, none: "No parking users." }, format, io);
  const failure = setAsideFailure("parking user", odd);
  if (failure) io.message(words`error: ${terminalText(failure.message)}\n`);
  return failure ? EXIT.unreadable : EXIT.ok;
}

async function readRows(reader: FleetReader, baId: string) {
  const rows: ParkingUserItem[] = [];
  const odd: RowsSetAside = { count: 0, rows: [] };
  for await (const row of reader.parkingUserRows(baId)) {
    if (row.kind === "row") rows.push(row.item);
    else setAside(odd, row.row);
  }
  return { rows, odd };
}

/** `platectl users get`: one parking user with cars and address (interface 4.2). */
export async function usersGetCommand(options: InputOf<typeof usersGetSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const { baId, puId } = options;
  const found = await withServer(options, io, (reader) => reader.parkingUser(baId, puId));
  if (format !== "text") {
    const document = { account: baId, users: [found] };
    await printListing("users", document, { columns: USER_COLUMNS, rows: [found], none: "" }, format, io);
    return EXIT.ok;
  }
  // One row is easier to read as a column.
  const shown = io.plates.document(found);
  const rows = USER_COLUMNS.map(({ name, value }) => ({ field: name, value: value(shown) }));
  const columns = textColumns<(typeof rows)[number]>("field", "value");
  await io.result(tableText(columns, rows, io.resultStyle));
  return EXIT.ok;
}

const EXIT_OF = {
  created: EXIT.ok,
  exists: EXIT.ok,
  verified: EXIT.ok,
  absent: EXIT.ok,
  rejected: EXIT.partial,
  "not-sent": EXIT.partial,
  unknown: EXIT.unknown,
} as const;

/** `platectl users create`: creates a parking user who is not there yet (interface 4.3). */
export async function usersCreateCommand(options: InputOf<typeof usersCreateSpec>, io: Io): Promise<number> {
  const { baId } = options;
  requireTerminal(options, io);
  const fields = Object.entries(options).filter(([key]) => Object.hasOwn(USER_FIELDS, key));
  const reading = parseNewParkingUser(Object.fromEntries(fields));
  if (reading.kind !== "user") {
    const lines = reading.problems.map((problem) => `  ${terminalText(problem)}`).join("\n");
    throw new CommandFailure(EXIT.input, `No user was created, and nothing was contacted.\n${lines}`);
  }
  const { user } = reading;
  const server = await prepareServer(options, io, "refuse");
  return withApi(server, options, io, async (api, { stop, exitCode }) => {
    const { href } = server.connection.baseUrl;
    await requireYes(
      options,
      `Create ${terminalText(io.plates.document({ email: user.email }).email)} in account ${baId} at ${href}?`,
      stop,
    );
    const creation = await createUser(api, baId, user);
    const { email, phoneNumber } = user;
    const document = { account: baId, email, phoneNumber, ...creation };
    await printDocument("user-created", document, creationText, options, io);
    return exitCode() ?? EXIT_OF[creation.outcome];
  });
}

function creationText({ outcome, email, id, status, error, traceId }: DocumentContent<"user-created">): string {
  const facts = [id, status, error, traceId !== undefined && !error?.includes(traceId) && `traceId ${traceId}`];
  const advice = outcome === "unknown" ? `${nextStepAfter(EXIT.unknown).replace("cars", "users")}\n` : "";
  return `${terminalText([`${email}: ${outcome}`, ...facts.filter(Boolean)].join(", "))}\n${advice}`;
}

/** `platectl users remove-car`: takes a car from a parking user and reads back that it is gone (interface 4.5, 4.2). */
export async function usersRemoveCarCommand(options: InputOf<typeof usersRemoveCarSpec>, io: Io): Promise<number> {
  const { baId, puId, plate } = options;
  const who = { baId, puId };
  if (plate.trim() === "") throw wrongInput("The plate is empty.");
  requireTerminal(options, io);
  const server = await prepareServer(options, io, "refuse");
  return withApi(server, options, io, async (api, { stop }) => {
    const { settings } = server;
    const user = await api.reader.parkingUser(who.baId, who.puId);
    const held = carOfUser(user, plate, settings);
    if (held !== undefined) {
      const name = `${user.firstName} ${user.lastName}`.trim() || who.puId;
      await requireYes(
        options,
        `Remove ${terminalText(io.plates.plate(held))} from ${terminalText(io.plates.isFull ? name : who.puId)}, account ${who.baId}?`,
        stop,
      );
    }
    const removal =
      held === undefined
        ? { ...who, licenseNumber: plate, outcome: "absent" as const }
        : await removeUserCar(api, who, held, settings);
    await printDocument("user-car-removal", removal, removalText, options, io);
    return EXIT_OF[removal.outcome];
  });
}

function removalText({ licenseNumber, outcome, error, puId }: DocumentContent<"user-car-removal">): string {
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
