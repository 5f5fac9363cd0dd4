import { type DesiredState, dayIn, formatSource, type PlateKey } from "../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../documents/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { terminalText } from "../../render/index.ts";
import { nearPlates } from "../../schema/index.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS } from "../../schema/values/index.ts";
import { listedNow } from "../../usecases/history/index.ts";
import type { carFindSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { liveText, readCar } from "../run/car-page.ts";

type CarPage = DocumentContent<"car">;
type FindInput = InputOf<typeof carFindSpec>;

/**
 * `platectl car find`: whether a plate is on the list now, as what, since when and why. Reads the server's lists where one is
 * configured; ends with 5 or 6 when they cannot be read, after all that is known without them.
 */
export async function carFindCommand(options: FindInput, io: Io): Promise<number> {
  const car = await readCar(options, io, notRead(options));
  const { plateKey, live, state, desired, absent, commits, journal } = car;
  const commit = "rows" in commits ? commits.rows.at(-1) : undefined;
  const outcome = "rows" in journal ? journal.rows.at(-1) : undefined;
  const isWritten = "rows" in desired && desired.rows.length > 0;
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
    similar: state && !isWritten ? similarTo(plateKey, state) : [],
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

function similarTo(plateKey: PlateKey, { scopes }: DesiredState): CarPage["similar"] {
  return nearPlates(plateKey, scopes).map(({ source, ...car }) => ({ ...car, source: formatSource(source) }));
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

function placeText(
  { scope, source, licenseNumber, features, ...values }: RowOf<CarPage["desired"]>,
  today: string,
): string {
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
