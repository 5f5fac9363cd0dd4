import { type Clock, InterfaceError } from "../../run/ports/index.ts";

/** Most renewals, over a client's life, because the server refused a token that should have held (reliability C6). */
const MAX_RENEWALS = 3;

/** A token and when to replace it. */
export interface Token {
  readonly text: string;
  readonly expiry: Expiry;
}

/** The token of a client: one login serves all who wait for it. */
export interface Session {
  /** A token that holds for one more request. Rejects with the login's `InterfaceError`. */
  token(): Promise<string>;
  /** A token other than the refused one; undefined when too many were refused. Rejects like `token`. */
  renew(refused: string): Promise<string | undefined>;
  /** The token at hand, without a login. */
  current(): string | undefined;
}

/** A session that has not logged in yet. */
export function createSession(login: () => Promise<Token>, clock: Clock): Session {
  let held: Token | undefined;
  let pending: Promise<Token> | undefined;
  let refusal: InterfaceError | undefined;
  let renewals = 0;

  const loginOnce = (): Promise<Token> => {
    // A refused login is final: asking again with the same secret may lock the account (reliability C1).
    if (refusal) return Promise.reject(refusal);
    pending ??= login()
      .then((token) => {
        held = token;
        return token;
      })
      .catch((error: unknown) => {
        if (error instanceof InterfaceError && error.failure.kind === "auth") refusal = error;
        throw error;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const token = async () => (held && !isOver(held.expiry, clock) ? held : await loginOnce()).text;

  return {
    token,
    async renew(refused) {
      if (held?.text === refused) {
        if (renewals >= MAX_RENEWALS) return undefined;
        renewals += 1;
        held = undefined;
      }
      return token();
    },
    current: () => held?.text,
  };
}

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
