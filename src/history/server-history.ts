import { accountIdOf, type DesiredState, type PlateKey, type PlateRules } from "../allowlist/index.ts";
import type { DayRange, FleetReader } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { Part } from "./git/fleet-commits.ts";
import type { HistoryPage } from "./page.ts";
import { billedRecords, holdersOf, type ReadPart, spellingOf } from "./server-parts.ts";

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
      billing: partOf(billed),
      totals: billed instanceof InterfaceError ? [] : billed.totals,
      users: partOf(holders),
    },
    failures: [billed, holders].flatMap((part) => (part instanceof InterfaceError ? [part] : (part.failure ?? []))),
  };
}

function partOf<Row>(part: ReadPart<Row> | InterfaceError): Part<Row> {
  if (part instanceof InterfaceError) return { note: `could not be read: ${part.message}` };
  return { rows: part.rows, ...(part.failure && { note: part.failure.message }) };
}

async function knownAccounts({ reader, accounts, desired }: ServerSources): Promise<readonly string[]> {
  const declared = accounts ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  return declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
}
