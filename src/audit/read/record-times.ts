import { daysIn } from "../../allowlist/index.ts";

const IS_DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T|$)/;
const HAS_ZONE = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i;
const IS_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}/;

/** Milliseconds since the epoch; times without a zone are compared with each other only. NaN for what is not a date. */
export function instantOf(text: string): number {
  return Date.parse(isZoned(text) ? text : `${text.slice(0, 19)}Z`);
}

/** Reads the day of an instant as the server writes it; empty for what is not a date. */
export function dayReader(timeZone: string): (text: string, instant?: number) => string {
  const dayOf = daysIn(timeZone);
  return (text, instant = instantOf(text)) => {
    if (!IS_DATE.test(text)) return "";
    // Without a zone it is nobody's instant: the day is as written.
    return Number.isNaN(instant) || !isZoned(text) ? text.slice(0, 10) : dayOf(instant);
  };
}

/** Reads an instant as the server writes it: `2026-10-05 09:30:00` in the time zone; other texts stay as they are. */
export function timeReader(timeZone: string): (text: string) => string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const dayOf = daysIn(timeZone);
  return (text) => {
    if (!IS_TIME.test(text)) return text;
    const instant = isZoned(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(instant)) return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
    return `${dayOf(instant)} ${format.format(instant)}`;
  };
}

/** Whether an instant names its time zone; those that do are not compared with others. */
export function isZoned(text: string): boolean {
  return text.length > 10 && (text.endsWith("Z") || HAS_ZONE.test(text.slice(10)));
}
