import type { DesiredScope, DesiredState } from "./desired-state.ts";
import type { SkippedRows } from "./list-file.ts";

/** Cars of files that are not wanted on a day: their last day is over, or their first one is still to come. */
export interface NotToday {
  /** All cars of these files. */
  readonly cars: number;
  readonly ended: number;
  readonly notBegun: number;
}

/** What files hold beside the cars that are wanted on a day; nothing where they hold no more. */
export interface CarsAside {
  readonly notToday?: NotToday;
  readonly skippedRows?: readonly SkippedRows[];
}

/** What is beside the cars that some lists of the files want on that day (YYYY-MM-DD). */
export function carsAside(
  { skippedRows }: Pick<DesiredState, "skippedRows">,
  lists: Iterable<Pick<DesiredScope, "entries">>,
  day: string,
): CarsAside {
  let [cars, ended, notBegun] = [0, 0, 0];
  for (const { entries } of lists) {
    cars += entries.size;
    for (const { validFrom, validUntil } of entries.values()) {
      if (validUntil !== undefined && validUntil < day) ended += 1;
      else if (validFrom !== undefined && day < validFrom) notBegun += 1;
    }
  }
  return {
    ...(ended + notBegun > 0 && { notToday: { cars, ended, notBegun } }),
    ...(skippedRows && { skippedRows }),
  };
}
