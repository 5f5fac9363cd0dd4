import { type DesiredScope, daysIn, formatSource, type PlateKey } from "../../allowlist/index.ts";
import type { GitDeparture } from "../../history/index.ts";
import type { Left } from "../index.ts";
import { shiftDay } from "./record-range.ts";
import type { Removal, Removals } from "./removals.ts";

/** What says when a car left a list: the journal first, else git, else the list of absent cars. */
export type LeftOn = (list: DesiredScope, plateKey: PlateKey) => Left | undefined;

/** Puts the sources together. */
export function leftOn(removals: Removals, departures: ReadonlyMap<string, GitDeparture>, timeZone: string): LeftOn {
  const dayOf = daysIn(timeZone);
  return ({ scope, absent }, plateKey) => {
    const removal = removals.get(scope)?.get(plateKey);
    const departure = departures.get(plateKey);
    if (removal) {
      const proofs = [journalProof(removal), ...(departure ? [commitProof(departure)] : [])];
      return { day: removal.day, by: "journal", proof: proofs.join("; ") };
    }
    if (departure) return { day: dayOf(Date.parse(departure.at)), by: "git", proof: commitProof(departure) };
    const gone = absent?.get(plateKey);
    if (gone?.since === undefined) return undefined;
    return { day: shiftDay(gone.since, -1), by: "absent", proof: `${formatSource(gone.source)}: since ${gone.since}` };
  };
}

function journalProof({ at, run, readBackAt }: Removal): string {
  const what =
    readBackAt === undefined
      ? "deleted from the list, as the server said"
      : `deleted from the list, which was read back without it by ${readBackAt}`;
  return `journal entry of ${at}${run === undefined ? "" : `, run ${run}`}: ${what}`;
}

function commitProof({ at, commit }: GitDeparture): string {
  return commit === undefined ? "taken out of the files, not committed yet" : `commit ${commit} of ${at}`;
}
