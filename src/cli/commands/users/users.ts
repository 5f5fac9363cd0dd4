import { type RowsSetAside, setAside } from "../../../audit/index.ts";
import { EXIT } from "../../../exit-code.ts";
import type { FleetReader, ParkingUser, ParkingUserItem } from "../../../fleet-api/index.ts";
import { setAsideFailure } from "../../../history/index.ts";
import { retryIfListChanged } from "../../../live/index.ts";
import { ROW_FORMATS, tableText, terminalText, words } from "../../../render/index.ts";
import type { usersGetSpec, usersListSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { chooseFormat } from "../../output/choose-format.ts";
import { printListing } from "../../output/listing.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { prepareServer, withReader } from "../../run/session.ts";

const ITEM_COLUMNS = (["id", "firstName", "lastName", "email", "phoneNumber", "costCenter", "status"] as const).map(
  (name) => ({ name, value: (user: ParkingUserItem) => user[name] }),
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
  const server = await prepareServer(options, io);
  const { rows, odd } = await withReader(server, options, io, (reader) =>
    retryIfListChanged(() => readRows(reader, baId)),
  );
  const document = () => jsonDocument("users", { account: baId, setAside: odd, users: rows }, io.documentPlates);
  await printListing({ columns: ITEM_COLUMNS, rows, document, none: "No parking users." }, format, io);
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
  const server = await prepareServer(options, io);
  const found = await withReader(server, options, io, (reader) => reader.parkingUser(baId, puId));
  if (format !== "text") {
    const document = () => jsonDocument("users", { account: baId, users: [found] }, io.documentPlates);
    await printListing({ columns: USER_COLUMNS, rows: [found], document, none: "" }, format, io);
    return EXIT.ok;
  }
  // One row is easier to read as a column.
  const shown = io.plates.document(found);
  const rows = USER_COLUMNS.map(({ name, value }) => ({ field: name, value: value(shown) }));
  const columns = (["field", "value"] as const).map((name) => ({
    name,
    value: (row: (typeof rows)[number]) => row[name],
  }));
  await io.result(tableText(columns, rows, io.resultStyle));
  return EXIT.ok;
}
