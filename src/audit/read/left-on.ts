import { type DesiredScope, daysIn, type PlateKey, type Scope } from "../../allowlist/index.ts";
import type { GitDeparture } from "../../history/index.ts";
import type { Left } from "../index.ts";
import type { Removals } from "./removals.ts";
import { shiftDay } from "./shift-day.ts";

/** What says when a car left a list: the journal first, else git, else the list of absent cars. */
export type LeftOn = (list: DesiredScope, plateKey: PlateKey) => Left | undefined;

/** Puts the sources together. */
export function leftOn(removals: Removals, departures: ReadonlyMap<string, GitDeparture>, timeZone: string): LeftOn {
  const dayOf = daysIn(timeZone);
  const removed = (scope: Scope, plateKey: PlateKey) => removals.get(scope)?.get(plateKey);
  return ({ scope, absent }, plateKey) => {
    const day = removed(scope, plateKey);
    if (day !== undefined) return { day, by: "journal" };
    const departure = departures.get(plateKey);
    if (departure) return { day: dayOf(Date.parse(departure.at)), by: "git" };
    const since = absent?.get(plateKey)?.since;
    return since === undefined ? undefined : { day: shiftDay(since, -1), by: "absent" };
  };
}
