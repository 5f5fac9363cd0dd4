import { EXIT } from "../exit-code.ts";
import type { FleetCarRow } from "../ports/index.ts";
import { prepareServer, type ServerOptions, withServer } from "./api-session.ts";
import type { Io } from "./io.ts";
import { type ListFormat, printListing } from "./listing.ts";

/** Options of `platectl fleet list`. */
export type FleetListOptions = ServerOptions & ListFormat;

const COLUMNS = [
  { name: "licenseNumber", value: ({ licenseNumber }: FleetCarRow) => licenseNumber },
  { name: "createdDate", value: ({ createdDate }: FleetCarRow) => createdDate },
];

/** `platectl fleet list`: the cars that use the fleet right now (interface 4.11). */
export async function fleetListCommand(options: FleetListOptions, io: Io): Promise<number> {
  const server = await prepareServer(options, io);
  const rows = await withServer(server, options, io, ({ reader }) => reader.fleetCars());
  await printListing({ name: "fleet", columns: COLUMNS, rows, none: "No cars use the fleet." }, options, io);
  return EXIT.ok;
}
