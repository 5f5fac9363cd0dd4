import { type AuditRange, shiftDay } from "../audit/read/index.ts";
import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";

/** How many days an audit looks at unless told otherwise, the last one included. */
const USUAL_DAYS = 30;

/** The days to look at. Without `to` they end today; without `from` they are thirty. Throws a `CommandFailure` (3). */
export function auditRange(options: { readonly from?: string; readonly to?: string }, today: string): AuditRange {
  const to = options.to ?? today;
  const from = options.from ?? shiftDay(to, 1 - USUAL_DAYS);
  if (from <= to) return { from, to };
  const until = options.to === undefined ? `${to}, which is today` : to;
  throw new CommandFailure(EXIT.input, `--from ${from} is after --to ${until}. Nothing was contacted.`);
}
