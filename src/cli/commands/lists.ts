import { accountScope, type LiveEntry, type Scope } from "../../allowlist/index.ts";
import type { BillingAccount, FleetReader } from "../../fleet-api/index.ts";
import { sweepCars } from "../../live/index.ts";
import { NEVER, systemClock, systemRandom } from "../../process/system-clock.ts";
import { ROW_FORMATS, textColumns } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { CarRow, FleetCarRow } from "../../run/ports/index.ts";
import type { accountsListSpec, carsListSpec, fleetListSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { printListing } from "../output/listing.ts";
import { chooseFormat } from "../output/result.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { type PreparedServer, prepareServer, withReader } from "../run/session.ts";

type ListedCar = Pick<LiveEntry, "licenseNumber" | "features" | "addedByCustomerCare"> & { readonly scope: Scope };

const CAR_COLUMNS = [
  ...textColumns<ListedCar>("scope", "licenseNumber"),
  { name: "features", value: ({ features }: ListedCar) => features.join(" ") },
  {
    name: "addedByCustomerCare",
    value: ({ addedByCustomerCare }: ListedCar) => (addedByCustomerCare ? "true" : ""),
  },
];

/**
 * `platectl cars list`: the cars of the global list, or of accounts (interface 4.10, and the account's list), each read
 * in one consistent sweep, ordered by plate.
 */
export async function carsListCommand(options: InputOf<typeof carsListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const server = await prepareServer(options, io);
  const rows = await withReader(server, options, io, async (reader) => {
    const lists: ListedCar[][] = [];
    for (const scope of scopesFor(options, server))
      lists.push(await listedCars(scope, reader, server.settings.pageSize));
    return lists.flat();
  });
  await printListing("cars", { cars: rows }, { columns: CAR_COLUMNS, rows, none: "No cars." }, format, io);
  return EXIT.ok;
}

// The accounts asked for, else those of the fleet file, else the global list.
function scopesFor({ account }: InputOf<typeof carsListSpec>, { desired }: PreparedServer): readonly Scope[] {
  if (account) return [...new Set(account)].map(accountScope);
  return desired?.mode === "billing-account" ? desired.scopes.map(({ scope }) => scope) : ["global"];
}

async function listedCars(scope: Scope, reader: FleetReader, pageSize: number): Promise<ListedCar[]> {
  const ports = { reader, clock: systemClock, random: systemRandom, signal: NEVER };
  const rows = await sweepCars(scope, pageSize, ports);
  if (rows === "not-offered") {
    throw new CommandFailure(
      EXIT.unreadable,
      scope === "global"
        ? "The server has no global list: name billing accounts with --account."
        : `${scope}: the server does not list this account's cars, or does not know the account. \`platectl state show\` shows what platectl added to it.`,
    );
  }
  return [...rows].sort(byPlate).map(({ createdDate: _, ...row }) => ({ scope, ...row }));
}

function byPlate(left: CarRow, right: CarRow): number {
  return left.licenseNumber < right.licenseNumber ? -1 : 1;
}

type Account = Readonly<Record<string, string>> & Pick<BillingAccount, "baId">;

/** `platectl accounts list`: every billing account that these credentials may see (interface 4.12). */
export async function accountsListCommand(options: InputOf<typeof accountsListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const server = await prepareServer(options, io);
  const rows = await withReader(server, options, io, (reader) => reader.billingAccounts());
  // Only the id is documented; whatever plain fields the server adds become columns.
  const others = [...new Set(rows.flatMap(({ others: fields }) => [...fields.keys()]))];
  const columns = ["baId", ...others].map((name) => ({ name, value: (account: Account) => account[name] ?? "" }));
  const accounts = rows.map(({ baId, others: fields }): Account => ({ baId, ...Object.fromEntries(fields) }));
  await printListing("accounts", { accounts }, { columns, rows: accounts, none: "No billing accounts." }, format, io);
  return EXIT.ok;
}

const FLEET_COLUMNS = textColumns<FleetCarRow>("licenseNumber", "createdDate");

/** `platectl fleet list`: the cars that use the fleet right now (interface 4.11). */
export async function fleetListCommand(options: InputOf<typeof fleetListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const server = await prepareServer(options, io);
  const rows = await withReader(server, options, io, (reader) => reader.fleetCars());
  await printListing(
    "fleet-cars",
    { fleet: rows },
    { columns: FLEET_COLUMNS, rows, none: "No cars use the fleet." },
    format,
    io,
  );
  return EXIT.ok;
}
