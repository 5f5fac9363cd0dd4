import type { ReplyHeaders } from "./exchange.ts";

/**
 * How long a server asks us to wait, in milliseconds from now; undefined when it does not say or can't be understood.
 * A date counts from the answer's own `Date`, so that a wrong local clock does not matter (reliability F10).
 */
export function retryAfterOf(headers: ReplyHeaders, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,10}(?:\s*,\s*\d{1,10})*$/.test(value)) return Math.max(...value.split(",").map(Number)) * 1000;
  const until = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, until - serverNow(headers, now));
}

/** The server's clock, in milliseconds since the epoch, as its answer says, else ours. */
export function serverNow(headers: ReplyHeaders, now: number): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? now : date;
}
