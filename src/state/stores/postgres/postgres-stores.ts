import type { StoreKind } from "../journal-store.ts";
import { namePostgresAddress, type PostgresAddress, parsePostgresAddress } from "./postgres-address.ts";
import { openPostgresStore } from "./postgres-store.ts";

/** `postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=MODE&sslrootcert=FILE]`. */
export const postgresStores: StoreKind<PostgresAddress> = {
  syntax: "postgres://[USER@]HOST[:PORT]/DATABASE",
  parse: parsePostgresAddress,
  open: (address, world) => openPostgresStore(address, namePostgresAddress(address), world),
};
