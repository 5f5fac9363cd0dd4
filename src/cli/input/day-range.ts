import { dayAfter } from "../../allowlist/index.ts";
import type { AuditRange } from "../../audit/read/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { wrongInput } from "../process/failure.ts";

/** The days that options name. Throws a `CommandFailure` (3) for an end before the start. */
export function dayRange({ from, to }: { readonly from?: string; readonly to?: string }): DayRange {
  if (from !== undefined && to !== undefined && from > to) {
    throw wrongInput(`--from ${from} is after --to ${to}`);
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** How many days are covered unless told otherwise, the last one included. */
const USUAL_DAYS = 30;

/** The days to cover. Without `to` they end today; without `from` they are thirty. Throws a `CommandFailure` (3). */
export function usualRange(options: { readonly from?: string; readonly to?: string }, today: string): AuditRange {
  const to = options.to ?? today;
  const from = options.from ?? dayAfter(to, 1 - USUAL_DAYS);
  if (from <= to) return { from, to };
  const until = options.to === undefined ? `${to}, which is today` : to;
  throw wrongInput(`--from ${from} is after --to ${until}`);
}
