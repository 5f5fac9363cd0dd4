import { EXIT } from "../exit-code.ts";
import type { BillingAccount } from "../fleet-api/index.ts";
import { prepareServer, type ServerOptions, withServer } from "./api-session.ts";
import type { Io } from "./io.ts";
import { type ListFormat, printListing } from "./listing.ts";

/** Options of `platectl accounts list`. */
export type AccountsOptions = ServerOptions & ListFormat;

/** `platectl accounts list`: every billing account that these credentials may see (interface 4.12). */
export async function accountsListCommand(options: AccountsOptions, io: Io): Promise<number> {
  const server = await prepareServer(options, io);
  const rows = await withServer(server, options, io, ({ reader }) => reader.billingAccounts());
  // Only the id is documented; whatever plain fields the server adds become columns.
  const others = [...new Set(rows.flatMap(({ others: fields }) => [...fields.keys()]))];
  const columns = [
    { name: "baId", value: ({ baId }: BillingAccount) => baId },
    ...others.map((name) => ({ name, value: ({ others: fields }: BillingAccount) => fields.get(name) ?? "" })),
  ];
  const record = ({ baId, others: fields }: BillingAccount) => ({ baId, ...Object.fromEntries(fields) });
  await printListing({ name: "accounts", columns, rows, record, none: "No billing accounts." }, options, io);
  return EXIT.ok;
}
