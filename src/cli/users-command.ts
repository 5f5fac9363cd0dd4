import { EXIT } from "../exit-code.ts";
import type { ParkingUser, ParkingUserItem } from "../fleet-api/index.ts";
import { retryIfListChanged } from "../live/index.ts";
import { prepareServer, type ServerOptions, withServer } from "./api-session.ts";
import type { Io } from "./io.ts";
import { type ListFormat, printListing } from "./listing.ts";
import { accountIdOperand, userIdOperand } from "./server-options.ts";

/** Options of the commands that show parking users. */
export type UsersOptions = ServerOptions & ListFormat;

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
export async function usersListCommand(account: string, options: UsersOptions, io: Io): Promise<number> {
  const baId = accountIdOperand(account);
  const server = await prepareServer(options, io);
  const rows = await withServer(server, options, io, ({ reader }) =>
    retryIfListChanged(async () => {
      const users: ParkingUserItem[] = [];
      for await (const user of reader.parkingUsers(baId)) users.push(user);
      return users;
    }),
  );
  const listing = { name: "users", columns: ITEM_COLUMNS, rows, more: { account: baId }, none: "No parking users." };
  await printListing(listing, options, io);
  return EXIT.ok;
}

/** `platectl users get`: one parking user with cars and address (interface 4.2). */
export async function usersGetCommand(account: string, user: string, options: UsersOptions, io: Io): Promise<number> {
  const baId = accountIdOperand(account);
  const puId = userIdOperand(user);
  const server = await prepareServer(options, io);
  const found = await withServer(server, options, io, ({ reader }) => reader.parkingUser(baId, puId));
  const none = "";
  if (options.json || options.csv) {
    await printListing(
      { name: "users", columns: USER_COLUMNS, rows: [found], more: { account: baId }, none },
      options,
      io,
    );
    return EXIT.ok;
  }
  // One row is easier to read on end.
  const rows = USER_COLUMNS.map(({ name, value }) => ({ field: name, value: value(found) }));
  const columns = (["field", "value"] as const).map((name) => ({
    name,
    value: (row: (typeof rows)[number]) => row[name],
  }));
  await printListing({ name: "user", columns, rows, none }, options, io);
  return EXIT.ok;
}
