import {
  accountIdOf,
  type CarValues,
  DEFAULT_INTERFACE,
  type DesiredState,
  formatSource,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type RowsSetAside,
  type Scope,
  type Source,
  setAside,
} from "../allowlist/index.ts";
import type { BillingRecord, DayRange, FleetReader } from "../fleet-api/index.ts";
import { readUsersOneByOne, toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { JournalRecord } from "../state/index.ts";
import { type CurrencyTotal, CurrencyTotals, RecordNotes, recordPagesIn, setAsideFailure } from "./billing-records.ts";
import type { FleetCommit, Part } from "./git/car-commits.ts";
import type { GitPlace } from "./git/git-source.ts";
import type { LiveCar } from "./live-now.ts";
import { type JournalEvent, journalPart } from "./timeline/journal.ts";
import { Timeline } from "./timeline/timeline.ts";

/** A parking user who has the car. */
export interface HistoryUser {
  readonly account: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly licenseNumber: string;
}

/** A billing record of the plate, and whose it is. */
export type HistoryRecord = BillingRecord & { readonly account: string };

/** One plate's life. */
export interface HistoryPage {
  readonly licenseNumber: string;
  readonly plateKey: string;
  readonly live: Part<LiveCar>;
  readonly desired: Part<DesiredPlace>;
  readonly commits: Part<FleetCommit>;
  readonly journal: Part<JournalEvent>;
  readonly billing: Part<HistoryRecord>;
  readonly totals: readonly CurrencyTotal[];
  readonly users: Part<HistoryUser>;
}

/** Where the fleet files have the plate now. */
export interface DesiredPlace extends CarValues {
  readonly scope: string;
  readonly licenseNumber: string;
  readonly source: string;
  readonly features: readonly string[];
}

/** Where the fleet files say that the plate must not be on the list. */
export interface AbsentPlace extends Pick<DesiredPlace, "scope" | "licenseNumber" | "source"> {
  readonly since?: string;
  readonly reason?: string;
}

/** Where a plate is written as `absent`. */
export function absentPlaces({ scopes }: DesiredState, plateKey: PlateKey): AbsentPlace[] {
  return scopes.flatMap(({ scope, absent }) => placeIn(scope, absent?.get(plateKey)));
}

function placeIn<Car extends { readonly plateKey: PlateKey; readonly source: Source }>(
  scope: Scope,
  car: Car | undefined,
) {
  if (!car) return [];
  const { plateKey: _, source, ...values } = car;
  return [{ scope, ...values, source: formatSource(source) }];
}

/** Where the local parts of a plate's history are read. */
export interface LocalSources extends GitPlace {
  /** Undefined when there is no fleet file. */
  readonly desired: DesiredState | undefined;
  /** The journal. */
  readonly records: readonly JournalRecord[];
  /** The server and mode that it is asked about; undefined for all. */
  readonly target: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What the fleet files, their git history and the journal say of a plate. Contacts nothing. */
export async function localHistory(
  plateKey: PlateKey,
  { desired, records, target, cwd, env, now }: LocalSources,
): Promise<Pick<HistoryPage, "desired" | "commits" | "journal">> {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const journal = journalPart(records, plateKey, { target, rules });
  if (!desired) {
    const note = "there is no fleet file here; name one with -f";
    return { desired: { note }, commits: { note }, journal };
  }
  return {
    desired: { rows: desired.scopes.flatMap(({ scope, entries }) => placeIn(scope, entries.get(plateKey))) },
    commits: await new Timeline({ desired, now, git: { cwd, env } }).commits(plateKey),
    journal,
  };
}

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
  const { reader, rules, range, desired } = sources;
  const accounts = accountsToRead(sources.accounts, desired, reader);
  const isPlate = (text: string) => plateKeyOf(text, rules) === plateKey;
  const billing = await readPart("billing record", async (odd) =>
    billedRecords(reader, await accounts, range, isPlate, odd),
  );
  const users = await readPart("parking user", async (odd) => holdersOf(reader, await accounts, isPlate, odd));
  const totals = new CurrencyTotals();
  for (const record of "rows" in billing.part ? billing.part.rows : []) totals.add(record);
  return {
    parts: { billing: billing.part, totals: totals.list(), users: users.part },
    failures: [...billing.failures, ...users.failures],
  };
}

/** Reads the rows of one part; those that cannot be judged are set aside. */
async function readPart<Row>(
  what: Parameters<typeof setAsideFailure>[0],
  read: (odd: RowsSetAside) => Promise<readonly Row[]>,
): Promise<{ readonly part: Part<Row>; readonly failures: readonly InterfaceError[] }> {
  const odd: RowsSetAside = { count: 0, rows: [] };
  const rows = await toResult(read(odd));
  if (rows instanceof InterfaceError) return { part: { note: `could not be read: ${rows.message}` }, failures: [rows] };
  const failure = setAsideFailure(what, odd);
  return failure ? { part: { rows, note: failure.message }, failures: [failure] } : { part: { rows }, failures: [] };
}

/** The accounts that were chosen, else those of the fleet files, else all that the server names. */
export async function accountsToRead(
  chosen: readonly string[] | undefined,
  desired: DesiredState | undefined,
  reader: Pick<FleetReader, "billingAccounts">,
): Promise<readonly string[]> {
  const declared = chosen ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  const ids = declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
  return [...new Set(ids)];
}

async function billedRecords(
  reader: FleetReader,
  accounts: readonly string[],
  range: DayRange,
  isPlate: (text: string) => boolean,
  odd: RowsSetAside,
): Promise<readonly HistoryRecord[]> {
  const notes = new RecordNotes(odd);
  const rows: HistoryRecord[] = [];
  for (const account of accounts) {
    for await (const page of recordPagesIn(reader, account, range, notes)) {
      const own = page.filter(({ parking }) => isPlate(parking?.licensePlate ?? ""));
      for (const record of own) rows.push({ ...record, account });
    }
  }
  return rows;
}

async function holdersOf(
  reader: FleetReader,
  accounts: readonly string[],
  isPlate: (text: string) => boolean,
  odd: RowsSetAside,
): Promise<readonly HistoryUser[]> {
  const rows: HistoryUser[] = [];
  for (const account of accounts) {
    const { users, setAside: others } = await readUsersOneByOne(account, reader);
    for (const row of others) setAside(odd, row);
    for (const { id, firstName, lastName, status, cars } of users) {
      const car = cars.find(({ licenseNumber }) => isPlate(licenseNumber));
      const name = `${firstName} ${lastName}`.trim();
      if (car) rows.push({ account, id, name, status, licenseNumber: car.licenseNumber });
    }
  }
  return rows;
}
