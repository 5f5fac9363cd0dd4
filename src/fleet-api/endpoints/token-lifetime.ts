import type { Clock } from "../../ports/index.ts";

/** Lets the slowest request (60 s) finish before the token ends, with room for skew (reliability C4). */
const MARGIN_MS = 90_000;
/** When `validUntilDate` can't be used; a 401 corrects us. */
const ASSUMED_LIFETIME_MS = 60_000;

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?([Zz]|[+-]\d\d:?\d\d)?$/;

/** When a token must be renewed, on both clocks: one may jump, the other may stop while a laptop sleeps. */
export interface Expiry {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * When to renew a token. Its lifetime is what the server's own clock says, `validUntilDate` less the answer's date, run
 * down from the moment before the login. We renew early, but never before half of a short life is over.
 */
export function expiryOf(validUntilDate: string, serverNow: number, before: Expiry): Expiry {
  const stated = readInstant(validUntilDate) - serverNow;
  const lifetime = stated > 0 ? stated : ASSUMED_LIFETIME_MS;
  const usable = lifetime - Math.min(MARGIN_MS, lifetime / 2);
  return { wall: before.wall + usable, monotonic: before.monotonic + usable };
}

/** Whether either clock says that it is time. */
export function isOver(expiry: Expiry, clock: Clock): boolean {
  return clock.now() >= expiry.wall || clock.monotonic() >= expiry.monotonic;
}

/** Milliseconds since the epoch, or NaN. A date-time without offset is UTC (interface 2, Token), whatever our zone is. */
function readInstant(text: string): number {
  const match = DATE_TIME.exec(text.trim());
  if (!match) return Number.NaN;
  const [, day, time, offset = "Z"] = match;
  const zone = /^[Zz]$/.test(offset) ? "Z" : offset.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  return Date.parse(`${day}T${time}${zone}`);
}
