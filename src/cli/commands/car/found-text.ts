import type { AbsentPlace, DesiredPlace, FleetCommit, JournalEvent, LiveCar, Part } from "../../../history/index.ts";
import { type PlateView, terminalText } from "../../../render/index.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS } from "../../../schema/values/car-fields.ts";
import { liveText } from "../../run/live-text.ts";

/** All that `car find` answers. */
export interface CarPage {
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
  /** Cars whose plates are one typing error away, where no file has this one. */
  readonly similar: readonly Pick<DesiredPlace, "scope" | "licenseNumber" | "source">[];
}

/** The page for people. `today` is the day in the fleet file's time zone. */
export function carText(page: CarPage, today: string, plates: PlateView): string {
  const { commit, outcome, similar } = page;
  const near = similar.map((one) => `${plates.plate(one.licenseNumber)} (${one.source})`).join(", ");
  const desired = "rows" in page.desired ? page.desired.rows : [];
  const lines = [
    ...desired.map((place) => `In the fleet files: ${placeText(place, today, plates)}`),
    ...page.absent.map((place) => `Must not be on the list: ${absentText(place, plates)}`),
    ...(desired.length + page.absent.length > 0 ? [] : [`In the fleet files: ${page.desired.note ?? "no"}`]),
    ...(near === "" ? [] : [`Did you mean ${near}?`]),
    ...(commit ? [`Last edit: ${commitText(commit)}`] : []),
    `Last sent: ${outcome ? outcomeText(outcome, plates) : "never"}`,
  ];
  const title = `${plates.plate(page.licenseNumber)} (compared as ${plates.plate(page.plateKey)})`;
  return [
    `${terminalText(title)}\n`,
    liveText(page.live, plates),
    ...lines.map((line) => `${terminalText(line)}\n`),
  ].join("");
}

function placeText(
  { scope, source, licenseNumber, features, ...values }: DesiredPlace,
  today: string,
  plates: PlateView,
): string {
  return [
    `${source}${listName(scope)}`,
    `as ${plates.plate(licenseNumber)}`,
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
    ...CAR_FIELD_NAMES.flatMap((field) => {
      const value = values[field];
      return value === undefined ? [] : [CAR_FIELDS[field].says(value, today, (text) => plates.foreign(text))];
    }),
  ].join(", ");
}

function absentText({ scope, source, licenseNumber, since, reason }: AbsentPlace, plates: PlateView): string {
  return [
    `${source}${listName(scope)}`,
    `as ${plates.plate(licenseNumber)}`,
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(reason === undefined ? [] : [plates.foreign(reason)]),
  ].join(", ");
}

function commitText({ at, author, subject, commit, file, change }: FleetCommit): string {
  return `${at} by ${author}: ${subject} (${change} in ${file}, commit ${commit.slice(0, 12)})`;
}

function outcomeText({ at, scope, event, actor, error }: JournalEvent, plates: PlateView): string {
  const who = actor === undefined ? "" : `, by ${actor}`;
  const why = error === undefined ? "" : `: ${plates.foreign(error)}`;
  return `${at}${listName(scope)} ${event}${who}${why}`;
}

function listName(scope: string): string {
  return scope === "global" ? "" : ` (${scope})`;
}
