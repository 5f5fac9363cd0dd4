import { accountScope, type LiveEntry, type Scope } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { sweepCars } from "../live/index.ts";
import type { CarRow } from "../ports/index.ts";
import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import { type OpenServer, prepareServer, type ServerOptions, withServer } from "./api-session.ts";
import { CommandFailure } from "./failure.ts";
import { NEVER } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { type ListFormat, printListing } from "./listing.ts";

/** Options of `platectl cars list`. */
export interface CarsOptions extends ServerOptions, ListFormat {
  readonly account?: readonly string[];
}

type ListedCar = Pick<LiveEntry, "licenseNumber" | "features" | "addedByCustomerCare"> & { readonly scope: Scope };

const COLUMNS = [
  { name: "scope", value: ({ scope }: ListedCar) => scope },
  { name: "licenseNumber", value: ({ licenseNumber }: ListedCar) => licenseNumber },
  { name: "features", value: ({ features }: ListedCar) => features.join(" ") },
  {
    name: "addedByCustomerCare",
    value: ({ addedByCustomerCare }: ListedCar) => (addedByCustomerCare ? "true" : ""),
  },
];

/**
 * `platectl cars list`: the cars of the global list, or of accounts (interface 4.10, and the account's list), each list
 * from one sweep without contradictions, ordered by plate.
 */
export async function carsListCommand(options: CarsOptions, io: Io): Promise<number> {
  const server = await prepareServer(options, io);
  const rows = await withServer(server, options, io, async (open) => {
    const lists: ListedCar[][] = [];
    for (const scope of scopesFor(options, open)) lists.push(await listedCars(scope, open));
    return lists.flat();
  });
  await printListing({ name: "cars", columns: COLUMNS, rows, none: "No cars." }, options, io);
  return EXIT.ok;
}

// What is asked for, else what the fleet file is about, else the one list that needs no account's id.
function scopesFor({ account }: CarsOptions, { desired }: OpenServer): readonly Scope[] {
  if (account) return [...new Set(account)].map(accountScope);
  return desired?.mode === "billing-account" ? desired.scopes.map(({ scope }) => scope) : ["global"];
}

async function listedCars(scope: Scope, { reader, settings }: OpenServer): Promise<ListedCar[]> {
  const ports = { reader, clock: systemClock, random: systemRandom, signal: NEVER };
  const rows = await sweepCars(scope, settings.pageSize, ports);
  if (rows === "not-offered") {
    throw new CommandFailure(
      EXIT.unreadable,
      scope === "global"
        ? "The server has no global list: name billing accounts with --account."
        : `${scope}: the server does not list this account's cars, or does not know the account. \`platectl state show\` tells what platectl put there.`,
    );
  }
  return [...rows].sort(byPlate).map((row) => ({ scope, ...row }));
}

function byPlate(left: CarRow, right: CarRow): number {
  return left.licenseNumber < right.licenseNumber ? -1 : 1;
}
