import { dayAfter } from "../../allowlist/index.ts";

/** Days, YYYY-MM-DD, both included. */
export interface AuditRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days to ask for: a day more on both sides, none of them after `today`. The server has a time zone of its own, and may go by
 * the end of a parking; so each record is seen by whoever asks for the days that it started in, and counted by that one alone.
 */
export function widened({ from, to }: AuditRange, today: string): AuditRange {
  return { from: dayAfter(from, -1), to: to < today ? dayAfter(to, 1) : to };
}

/** Whether a record is of the range; `edge` is the day beside it, whose records belong to whoever asks for that day. */
export function placeOf(day: string, { from, to }: AuditRange): "within" | "edge" | "early" | "later" {
  if (day === "" || (from <= day && day <= to)) return "within";
  if (day < from) return day === dayAfter(from, -1) ? "edge" : "early";
  return day === dayAfter(to, 1) ? "edge" : "later";
}
