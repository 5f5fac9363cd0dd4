import {
  DEFAULT_INTERFACE,
  type DesiredState,
  dayIn,
  formatSource,
  type PlateKey,
  quoted,
  readPlate,
} from "../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../documents/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { terminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { InterfaceError } from "../../run/ports/index.ts";
import { nearPlates } from "../../schema/index.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS } from "../../schema/values/index.ts";
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
import { listsToRead, loadDesiredIfAny } from "../input/load-desired.ts";
import { CommandFailure } from "../process/failure.ts";
import { type Io, printDocument } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { stateStore } from "../run/locked-state.ts";
import { prepareServer, readPorts, refusalMessage, viewOf, withReader } from "../run/session.ts";

type CarPage = DocumentContent<"car">;
type FindInput = InputOf<typeof carFindSpec>;

/** `platectl car find`. Ends with 5 or 6 when the lists cannot be read, after all that is known without them. */
export async function carFindCommand(options: FindInput, io: Io): Promise<number> {
  const car = await readCar(options, io, notRead(options));
  const { plateKey, live, state, desired, absent, commits, journal } = car;
  const commit = "rows" in commits ? commits.rows.at(-1) : undefined;
  const outcome = "rows" in journal ? journal.rows.at(-1) : undefined;
  const isWritten = "rows" in desired && desired.rows.length > 0;
  const near = state && !isWritten ? nearPlates(plateKey, state.scopes) : [];
  const page: CarPage = {
    licenseNumber: options.plate,
    plateKey,
    listed: listedNow(live),
    live,
    desired,
    absent,
    ...(commit && { commit }),
    ...(outcome && { outcome }),
    ...(journal.note !== undefined && { note: journal.note }),
    similar: near.map(({ source, ...car }) => ({ ...car, source: formatSource(source) })),
  };
  const today = dayIn(state?.timeZone ?? "UTC", systemClock.now());
  await printDocument("car", page, (shown) => carText(shown, today), options, io);
  return car.exitCode;
}

function notRead({ offline, baseUrl }: FindInput): string | undefined {
  if (offline) return "not read (--offline)";
  const isNamed = baseUrl ?? environment()["PLATECTL_BASE_URL"];
  return isNamed ? undefined : "not read: PLATECTL_BASE_URL names no server";
}

function carText(page: CarPage, today: string): string {
  const { commit, outcome, note, similar } = page;
  const near = similar.map((one) => `${one.licenseNumber} (${one.source})`).join(", ");
  const desired = "rows" in page.desired ? page.desired.rows : [];
  const lines = [
    ...desired.map((place) => `In the fleet files: ${placeText(place, today)}`),
    ...page.absent.map((place) => `Must not be on the list: ${absentText(place)}`),
    ...(desired.length + page.absent.length > 0 ? [] : [`In the fleet files: ${page.desired.note ?? "no"}`]),
    ...(near === "" ? [] : [`Did you mean ${near}?`]),
    ...(commit ? [`Last edit: ${commitText(commit)}`] : []),
    `Last sent: ${outcome ? outcomeText(outcome) : `never${note === undefined ? "" : `; ${note}`}`}`,
  ];
  const title = `${page.licenseNumber} (compared as ${page.plateKey})`;
  return [`${terminalText(title)}\n`, liveText(page.live), ...lines.map((line) => `${terminalText(line)}\n`)].join("");
}

function placeText(
  { scope, source, licenseNumber, features, ...values }: RowOf<CarPage["desired"]>,
  today: string,
): string {
  return [
    `${source}${listName(scope)}`,
    ...spellingOf({ licenseNumber, features }),
    ...CAR_FIELD_NAMES.flatMap((field) => {
      const value = values[field];
      return value === undefined ? [] : [CAR_FIELDS[field].says(value, today)];
    }),
  ].join(", ");
}

function absentText({ scope, source, licenseNumber, since, reason }: CarPage["absent"][number]): string {
  return [
    `${source}${listName(scope)}`,
    `as ${licenseNumber}`,
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(reason === undefined ? [] : [reason]),
  ].join(", ");
}

function commitText({ at, author, subject, commit, file, change }: NonNullable<CarPage["commit"]>): string {
  return `${at} by ${author}: ${subject} (${change} in ${file}, commit ${commit.slice(0, 12)})`;
}

function outcomeText({ at, scope, event, actor, error }: NonNullable<CarPage["outcome"]>): string {
  const who = actor === undefined ? "" : `, by ${actor}`;
  const why = error === undefined ? "" : `: ${error}`;
  return `${at}${listName(scope)} ${event}${who}${why}`;
}

function listName(scope: string): string {
  return scope === "global" ? "" : ` (${scope})`;
}

/** Reads a car here, and on the server unless `notRead` says why not; with a range its costs and holders, too. */
export async function readCar(options: FindInput, io: Io, notRead: string | undefined, range?: DayRange) {
  const server = notRead === undefined ? await prepareServer(options, io, "refuse") : undefined;
  const state = server ? server.desired : await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(options.plate, state);
  const store = stateStore(options);
  const records = await store.history();
  const mode = state?.mode ?? (options.account ? "billing-account" : "global");
  const view = server && viewOf(server, mode);
  const place = { cwd: process.cwd(), env: environment() };
  const local = () => localHistory(plateKey, { desired: state, records, target: view?.target, ...place });
  if (!server || !view)
    return { plateKey, state, live: { note: notRead ?? "" }, exitCode: EXIT.ok, ...(await local()) };
  const { settings } = server;
  const there = await withReader(server, options, io, async (reader) => {
    const memory = await store.memory(view);
    const journal = journalChanges(records, view, state?.timeZone ?? "UTC", plateKey);
    const sources = { settings, memory, journal, ports: readPorts(reader) };
    const lists = await readLists(plateKey, options.account, state, sources);
    const accounts = () => accountsToRead(options.account, state, reader);
    const more = range && (await serverHistory(plateKey, accounts(), range, settings, reader));
    const failures = [...lists.failures, ...(more?.failures ?? [])];
    const exitCode = failures.length === 0 ? EXIT.ok : refusalMessage({ kind: "unreadable", failures }).exitCode;
    return { live: lists.live, ...more?.parts, exitCode };
  });
  return { plateKey, state, ...there, ...(await local()) };
}

async function readLists(
  plateKey: PlateKey,
  accounts: FindInput["account"],
  desired: DesiredState | undefined,
  sources: Omit<Parameters<typeof liveNow>[1], "scopes">,
): ReturnType<typeof liveNow> {
  const reading = await liveNow(plateKey, { scopes: listsToRead(accounts, desired), ...sources });
  const isMissing = ({ failure }: InterfaceError) => failure.kind === "status" && failure.status === 404;
  if (desired || accounts || !reading.failures.some(isMissing)) return reading;
  const note = "not read: the server has no global list; name billing accounts with --account";
  return { live: { note }, failures: [] };
}

/** Whether a plate is on its lists now: a line, or one for each list. */
export function liveText(live: CarPage["live"]): string {
  const lines = [...("rows" in live ? live.rows.map(lineOf) : []), ...(live.note === undefined ? [] : [live.note])];
  const answer = listedNow(live) === "no" ? ["no"] : lines.map(terminalText);
  const [only = "", ...others] = answer;
  if (others.length === 0) return `On the list now: ${only}\n`;
  return `On the lists now:\n${answer.map((line) => `  ${line}\n`).join("")}`;
}

function lineOf({ scope, listed, from, addedByCustomerCare, since, ...car }: RowOf<CarPage["live"]>): string {
  const parts = [
    `${listed}${from === "state" && listed === "yes" ? ", by the state (the list cannot be read)" : ""}`,
    ...spellingOf(car),
    ...(addedByCustomerCare ? ["added by customer care"] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return `${scope === "global" ? "" : `${scope}: `}${parts.join(", ")}`;
}

function spellingOf({ licenseNumber, features = [] }: Pick<RowOf<CarPage["live"]>, "licenseNumber" | "features">) {
  return [
    ...(licenseNumber === undefined ? [] : [`as ${licenseNumber}`]),
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
  ];
}

// Compared as the fleet file says.
function readPlateOperand(plate: string, desired: DesiredState | undefined): PlateKey {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate") throw new CommandFailure(EXIT.input, `${quoted(plate)} is not a plate.`);
  return reading.plateKey;
}
