import { EXIT } from "../exit-code.ts";
import type { DayRange } from "../fleet-api/index.ts";
import { readDay } from "../schema/fleet/values.ts";
import { CommandFailure } from "./failure.ts";

/** The days that options name. Throws a `CommandFailure` (3) for what is not a day, or an end before the start. */
export function dayRange({ from, to }: { readonly from?: string; readonly to?: string }): DayRange {
  for (const [option, day] of [["--from", from] as const, ["--to", to] as const]) {
    if (day !== undefined && readDay(day) === undefined) {
      throw new CommandFailure(EXIT.input, `${option} takes a day such as 2026-01-31, not ${JSON.stringify(day)}`);
    }
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new CommandFailure(EXIT.input, `--from ${from} is after --to ${to}`);
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
