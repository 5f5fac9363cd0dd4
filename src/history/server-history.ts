import { accountIdOf, type DesiredState, type PlateKey, type PlateRules } from "../allowlist/index.ts";
import type { DayRange, FleetReader } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { Part } from "./fleet-commits.ts";
import type { HistoryPage } from "./page.ts";
import { billedRecords, holdersOf, spellingOf } from "./server-parts.ts";

/** What is read from the server for a plate's history. */
export interface ServerSources {
  readonly reader: FleetReader;
  /** How plates are compared. */
  readonly rules: PlateRules;
  /** Days of billing records. */
  readonly range: DayRange;
  /** The accounts to look at; undefined for those of `desired`, or all that the server names where that has none. */
  readonly accounts: readonly string[] | undefined;
  readonly desired: DesiredState | undefined;
}

/** The server's parts of a plate's history, and why some of them are missing. */
export interface ServerHistory {
  readonly parts: Pick<HistoryPage, "billing" | "totals" | "users">;
  readonly failures: readonly InterfaceError[];
}

/** The billing records of a plate and the parking users who hold it. A part that cannot be read does not hide the others. */
export async function serverHistory(plateKey: PlateKey, sources: ServerSources): Promise<ServerHistory> {
  const { reader, rules, range } = sources;
  const accounts = knownAccounts(sources);
  const isPlate = spellingOf(plateKey, rules);
  const billed = await toResult(accounts.then((known) => billedRecords(reader, known, range, isPlate)));
  const holders = await toResult(accounts.then((known) => holdersOf(reader, known, isPlate)));
  return {
    parts: {
      billing: billed instanceof InterfaceError ? noteOf(billed) : { rows: billed.rows },
      totals: billed instanceof InterfaceError ? [] : billed.totals,
      users: holders instanceof InterfaceError ? noteOf(holders) : { rows: holders },
    },
    failures: [billed, holders].filter((part) => part instanceof InterfaceError),
  };
}

async function knownAccounts({ reader, accounts, desired }: ServerSources): Promise<readonly string[]> {
  const declared = accounts ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  return declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
}

function noteOf({ message }: InterfaceError): Part<never> {
  return { note: `could not be read: ${message}` };
}
