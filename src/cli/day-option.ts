import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";

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

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
