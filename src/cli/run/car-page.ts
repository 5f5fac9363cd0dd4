import {
  accountScope,
  DEFAULT_INTERFACE,
  type DesiredState,
  type PlateKey,
  quoted,
  readPlate,
} from "../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../documents/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { targetOf } from "../../plan/index.ts";
import { NEVER, systemClock, systemRandom } from "../../process/system-clock.ts";
import { terminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { InterfaceError } from "../../run/ports/index.ts";
import {
  accountsToRead,
  journalChanges,
  listedNow,
  liveNow,
  localHistory,
  serverHistory,
} from "../../usecases/history/index.ts";
import type { carFindSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { loadDesiredIfAny } from "../input/load-desired.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { stateStore } from "./locked-state.ts";
import { prepareServer, refusalMessage, withReader } from "./session.ts";

type CarInput = InputOf<typeof carFindSpec>;

/**
 * Reads a car from the fleet files, their commits and the journal, and from the server unless `notRead` says why not; with a range
 * its billing records and the users who hold it, too. What the server refuses does not hide the rest.
 */
export async function readCar(options: CarInput, io: Io, notRead: string | undefined, range?: DayRange) {
  const server = notRead === undefined ? await prepareServer(options, io, "refuse") : undefined;
  const state = server ? server.desired : await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(options.plate, state);
  const store = stateStore(options);
  const records = await store.history();
  const mode = state?.mode ?? (options.account ? "billing-account" : "global");
  const target = server && targetOf(server.connection.baseUrl, server.connection.partnerUrl, mode).fingerprint;
  const place = { cwd: process.cwd(), env: environment() };
  const local = () => localHistory(plateKey, { desired: state, records, target, ...place });
  if (!server || target === undefined)
    return { plateKey, state, live: { note: notRead ?? "" }, exitCode: EXIT.ok, ...(await local()) };
  const { settings } = server;
  const view = { target, rules: settings };
  const there = await withReader(server, options, io, async (reader) => {
    const memory = await store.memory(view);
    const journal = journalChanges(records, view, state?.timeZone ?? "UTC", plateKey);
    const ports = { reader, clock: systemClock, random: systemRandom, signal: NEVER };
    const lists = await readLists(plateKey, options.account, state, { settings, memory, journal, ports });
    const accounts = () => accountsToRead(options.account, state, reader);
    const more = range && (await serverHistory(plateKey, accounts(), range, settings, reader));
    const failures = [...lists.failures, ...(more?.failures ?? [])];
    const exitCode = failures.length === 0 ? EXIT.ok : refusalMessage({ kind: "unreadable", failures }).exitCode;
    return { live: lists.live, ...more?.parts, exitCode };
  });
  return { plateKey, state, ...there, ...(await local()) };
}

// The lists of the accounts that are asked for; else of the fleet file, or the global one.
async function readLists(
  plateKey: PlateKey,
  accounts: CarInput["account"],
  desired: DesiredState | undefined,
  sources: Omit<Parameters<typeof liveNow>[1], "scopes">,
): ReturnType<typeof liveNow> {
  const declared = desired?.scopes.map(({ scope }) => scope) ?? ["global" as const];
  const scopes = accounts ? [...new Set(accounts)].map(accountScope) : declared;
  const reading = await liveNow(plateKey, { scopes, ...sources });
  const isMissing = ({ failure }: InterfaceError) => failure.kind === "status" && failure.status === 404;
  if (desired || accounts || !reading.failures.some(isMissing)) return reading;
  const note = "not read: the server has no global list; name billing accounts with --account";
  return { live: { note }, failures: [] };
}

/** Whether a plate is on its lists now: a line, or one for each list. */
export function liveText(live: DocumentContent<"car">["live"]): string {
  const rows = "rows" in live ? live.rows : [];
  const note = live.note === undefined ? [] : [terminalText(live.note)];
  const lines = rows.map((row) => lineOf(row));
  const answer = listedNow(live) === "no" ? ["no"] : [...lines, ...note];
  const [only = "", ...others] = answer;
  if (others.length === 0) return `On the list now: ${only}\n`;
  return `On the lists now:\n${answer.map((line) => `  ${line}\n`).join("")}`;
}

type LiveCar = RowOf<DocumentContent<"car">["live"]>;

function lineOf({ scope, listed, from, licenseNumber, features = [], addedByCustomerCare, since }: LiveCar) {
  const parts = [
    `${listed}${from === "state" && listed === "yes" ? ", by the state (the list cannot be read)" : ""}`,
    ...(licenseNumber === undefined ? [] : [`as ${licenseNumber}`]),
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
    ...(addedByCustomerCare ? ["added by customer care"] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return terminalText(`${scope === "global" ? "" : `${scope}: `}${parts.join(", ")}`);
}

// Compared as the fleet file says.
function readPlateOperand(plate: string, desired: DesiredState | undefined): PlateKey {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate") throw new CommandFailure(EXIT.input, `${quoted(plate)} is not a plate.`);
  return reading.plateKey;
}
