import { type DesiredState, dayIn, formatSource, type PlateKey } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import {
  type AbsentPlace,
  absentPlaces,
  type DesiredPlace,
  type FleetCommit,
  isListed,
  type JournalEvent,
  type LiveCar,
  localHistory,
  type Part,
} from "../../history/index.ts";
import { terminalText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS, nearPlates } from "../../schema/index.ts";
import type { JournalRecord, Store } from "../../state/index.ts";
import type { carFindSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { loadDesiredIfAny } from "../input/load-desired.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { liveText, readLiveNow, readPlateOperand, targetNow } from "../run/live-now.ts";
import { stateStore } from "../run/locked-state.ts";
import { prepareServer, refusalMessage, withReader } from "../run/session.ts";

type FindInput = InputOf<typeof carFindSpec>;

interface LivePart {
  /** The server and mode that were asked; undefined where none was. */
  readonly target?: string;
  readonly live: Part<LiveCar>;
  readonly exitCode: number;
}

/**
 * `platectl car find`: whether a plate is on the list now, as what, since when and why. Reads the server's lists where one is
 * configured; ends with 5 or 6 when they cannot be read, after all that is known without them.
 */
export async function carFindCommand(options: FindInput, io: Io): Promise<number> {
  const { plate } = options;
  const desired = await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(plate, desired);
  const store = stateStore(options);
  const records = await store.history();
  const { target, live, exitCode } = await livePart(plateKey, { store, records }, options, io);
  const place = { cwd: process.cwd(), env: environment(), now: systemClock.now() };
  const local = await localHistory(plateKey, { desired, records, target, ...place });
  const [commit, outcome] = [rowsOf(local.commits).at(-1), rowsOf(local.journal).at(-1)];
  const page: CarPage = {
    licenseNumber: plate,
    plateKey,
    listed: isListed(live),
    live,
    desired: local.desired,
    absent: desired ? absentPlaces(desired, plateKey) : [],
    ...(commit && { commit }),
    ...(outcome && { outcome }),
    ...(local.journal.note !== undefined && { note: local.journal.note }),
    similar: rowsOf(local.desired).length === 0 && desired ? similarTo(plateKey, desired) : [],
  };
  const today = dayIn(desired?.timeZone ?? "UTC", systemClock.now());
  await printDocument("car", page, (shown) => carText(shown, today), options, io);
  return exitCode;
}

async function livePart(
  plateKey: PlateKey,
  state: { readonly store: Store; readonly records: readonly JournalRecord[] },
  options: FindInput,
  io: Io,
): Promise<LivePart> {
  if (options.offline) return { live: { note: "not read (--offline)" }, exitCode: EXIT.ok };
  if (!(options.baseUrl ?? environment()["PLATECTL_BASE_URL"])) {
    return { live: { note: "not read: PLATECTL_BASE_URL names no server" }, exitCode: EXIT.ok };
  }
  const server = await prepareServer(options, io, "refuse");
  return withReader(server, options, io, async (reader) => {
    const { account } = options;
    const { live, failures } = await readLiveNow(plateKey, server, reader, { account, ...state });
    const target = targetNow(server, account);
    if (failures.length === 0) return { target, live, exitCode: EXIT.ok };
    return { target, live, exitCode: refusalMessage({ kind: "unreadable", failures }).exitCode };
  });
}

function rowsOf<Row>(part: Part<Row>): readonly Row[] {
  return "rows" in part ? part.rows : [];
}

function similarTo(plateKey: PlateKey, { scopes }: DesiredState): CarPage["similar"] {
  return nearPlates(plateKey, scopes).map(({ source, ...car }) => ({ ...car, source: formatSource(source) }));
}

/** All that `car find` answers. */
interface CarPage {
  readonly licenseNumber: string;
  readonly plateKey: string;
  readonly listed: "yes" | "no" | "not known";
  readonly live: Part<LiveCar>;
  readonly desired: Part<DesiredPlace>;
  readonly absent: readonly AbsentPlace[];
  /** The last commit that wrote or removed the plate. */
  readonly commit?: FleetCommit;
  /** What platectl did about it last. */
  readonly outcome?: JournalEvent;
  /** What else the journal says of it, which is not about this server. */
  readonly note?: string;
  /** Cars whose plates are one typing error away, where no file has this one. */
  readonly similar: readonly Pick<DesiredPlace, "scope" | "licenseNumber" | "source">[];
}

/** The page for people. `today` is the day in the fleet file's time zone. */
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

function placeText({ scope, source, licenseNumber, features, ...values }: DesiredPlace, today: string): string {
  return [
    `${source}${listName(scope)}`,
    `as ${licenseNumber}`,
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
    ...CAR_FIELD_NAMES.flatMap((field) => {
      const value = values[field];
      return value === undefined ? [] : [CAR_FIELDS[field].says(value, today)];
    }),
  ].join(", ");
}

function absentText({ scope, source, licenseNumber, since, reason }: AbsentPlace): string {
  return [
    `${source}${listName(scope)}`,
    `as ${licenseNumber}`,
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(reason === undefined ? [] : [reason]),
  ].join(", ");
}

function commitText({ at, author, subject, commit, file, change }: FleetCommit): string {
  return `${at} by ${author}: ${subject} (${change} in ${file}, commit ${commit.slice(0, 12)})`;
}

function outcomeText({ at, scope, event, actor, error }: JournalEvent): string {
  const who = actor === undefined ? "" : `, by ${actor}`;
  const why = error === undefined ? "" : `: ${error}`;
  return `${at}${listName(scope)} ${event}${who}${why}`;
}

function listName(scope: string): string {
  return scope === "global" ? "" : ` (${scope})`;
}
