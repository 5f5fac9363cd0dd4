import {
  accountIdOf,
  DEFAULT_INTERFACE,
  type DesiredState,
  formatSource,
  type PlateKey,
  readPlate,
} from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { DayRange, FleetReader } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError } from "../ports.ts";
import { jsonText } from "../render/index.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import { systemClock } from "../system-clock.ts";
import { dayRange } from "./billing-records.ts";
import { refusal } from "./explain.ts";
import { CommandFailure } from "./failure.ts";
import { fleetCommits } from "./history/fleet-commits.ts";
import { journalEvents } from "./history/journal-events.ts";
import { type HistoryPage, historyText } from "./history/page.ts";
import type { Part } from "./history/part.ts";
import { billedRecords, holdersOf, spellingOf } from "./history/server-parts.ts";
import type { Io } from "./io.ts";
import { loadDesiredIfAny } from "./load-desired.ts";
import { prepareServer, type ServerOptions, withServer } from "./server.ts";
import { stateStore } from "./state-store.ts";
import { environment } from "./world.ts";

/** Options of `platectl history`. */
export interface HistoryOptions extends ServerOptions {
  readonly account?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly offline?: boolean;
}

/** How far back billing records are read unless `--from` says, days. */
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;
const OFFLINE = { note: "not read (--offline)" };

/** `platectl history`: one plate in the fleet files' history, in the journal, in billing records and with users. */
export async function historyCommand(plate: string, options: HistoryOptions, io: Io): Promise<number> {
  const range = rangeOf(options);
  const desired = await loadDesiredIfAny(options, io);
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate")
    throw new CommandFailure(EXIT.input, `${JSON.stringify(io.plates.plate(plate))} is no plate.`);
  const { plateKey } = reading;
  io.plates.compareBy(rules);
  io.plates.learn([plate]);
  const local = await localParts(plateKey, desired, options);
  const there = options.offline
    ? { billing: OFFLINE, totals: [], users: OFFLINE, exitCode: EXIT.ok }
    : await serverParts(plateKey, range, options, io);
  const { exitCode, ...parts } = there;
  const page: HistoryPage = { licenseNumber: plate, plateKey, ...local, ...parts };
  const document = { kind: "platectl/history", schemaVersion: SCHEMA_VERSION, ...page, ...range };
  await io.result(
    options.json ? jsonText(io.documentPlates.document(document)) : historyText(page, io.resultStyle, io.plates),
  );
  return exitCode;
}

function rangeOf(options: HistoryOptions): DayRange {
  const range = dayRange(options);
  if (range.from !== undefined) return range;
  const end = range.to === undefined ? systemClock.now() : Date.parse(range.to);
  return { ...range, from: new Date(end - USUAL_DAYS * DAY_MS).toISOString().slice(0, 10) };
}

async function localParts(
  plateKey: PlateKey,
  desired: DesiredState | undefined,
  options: HistoryOptions,
): Promise<Pick<HistoryPage, "desired" | "commits" | "journal">> {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const journal = { rows: journalEvents(await stateStore(options).history(), plateKey, rules) };
  if (!desired) {
    const note = "there is no fleet file here; name one with -f";
    return { desired: { note }, commits: { note }, journal };
  }
  const places = desired.scopes.flatMap(({ scope, entries }) => {
    const entry = entries.get(plateKey);
    return entry ? [{ scope, licenseNumber: entry.licenseNumber, source: formatSource(entry.source) }] : [];
  });
  const files = desired.files.map(({ path }) => path);
  return {
    desired: { rows: places },
    commits: await fleetCommits(plateKey, files, process.cwd(), environment()),
    journal,
  };
}

type ServerParts = Pick<HistoryPage, "billing" | "totals" | "users"> & { readonly exitCode: number };

async function serverParts(plateKey: PlateKey, range: DayRange, options: HistoryOptions, io: Io): Promise<ServerParts> {
  const server = await prepareServer(options, io);
  return withServer(server, options, io, async ({ reader, desired, settings }) => {
    const accounts = knownAccounts(reader, options, desired);
    const isPlate = spellingOf(plateKey, settings);
    // A part that cannot be read does not hide the others.
    const billed = await toResult(accounts.then((known) => billedRecords(reader, known, range, isPlate)));
    const holders = await toResult(accounts.then((known) => holdersOf(reader, known, isPlate)));
    const failures = [billed, holders].filter((part) => part instanceof InterfaceError);
    return {
      billing: billed instanceof InterfaceError ? noteOf(billed) : { rows: billed.rows },
      totals: billed instanceof InterfaceError ? [] : billed.totals,
      users: holders instanceof InterfaceError ? noteOf(holders) : { rows: holders },
      exitCode: failures.length === 0 ? EXIT.ok : refusal({ kind: "unreadable", failures }).exitCode,
    };
  });
}

async function knownAccounts(
  reader: FleetReader,
  { account }: HistoryOptions,
  desired: DesiredState | undefined,
): Promise<readonly string[]> {
  const declared = account ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  return declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
}

function noteOf({ message }: InterfaceError): Part<never> {
  return { note: `could not be read: ${message}` };
}
