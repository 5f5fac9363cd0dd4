import { EXIT } from "../../exit-code.ts";
import { CommandFailure } from "../failure.ts";

/** Days, YYYY-MM-DD, both included. */
export interface AuditRange {
  readonly from: string;
  readonly to: string;
}

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

/** Reads a day of the calendar. Throws a `CommandFailure` (3). */
export function dayOption(name: string): (text: string) => string {
  return (text) => {
    if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && isCalendarDay(text)) return text;
    throw new CommandFailure(
      EXIT.input,
      `${name} takes a day that exists, as YYYY-MM-DD, not ${JSON.stringify(text)}. Nothing was contacted.`,
    );
  };
}

/** The day so many days later, or earlier. */
export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
