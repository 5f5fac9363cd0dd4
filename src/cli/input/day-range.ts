import { EXIT } from "../../exit-code.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { CommandFailure } from "../failure.ts";

/** The days that options name. Throws a `CommandFailure` (3) for an end before the start. */
export function dayRange({ from, to }: { readonly from?: string; readonly to?: string }): DayRange {
  if (from !== undefined && to !== undefined && from > to) {
    throw new CommandFailure(EXIT.input, `--from ${from} is after --to ${to}. Nothing was contacted.`);
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
