import type { InterfaceSettings } from "../../allowlist/index.ts";
import type { RetryBudget } from "../../run/pace.ts";
import { type Clock, InterfaceError, type Random } from "../../run/ports/index.ts";
import { type Exchange, type HttpRequest, nameOf, type Redactor, type Transport } from "../http/exchange.ts";
import { problemOf } from "../http/problem.ts";

/** Enough for a page of 1,000 rows or records, many times over (reliability F7). */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** What every request of one client shares. */
export interface ClientContext {
  readonly transport: Transport;
  readonly session: Session;
  readonly settings: InterfaceSettings;
  readonly baseUrl: URL;
  readonly partnerUrl: URL;
  readonly clock: Clock;
  readonly random: Random;
  readonly budget: RetryBudget;
  readonly redactor: Redactor;
  readonly userAgent: string;
  readonly signal: AbortSignal | undefined;
}

/** The headers that every request carries. Uncompressed answers are asked for: lists are small, bombs are not. */
export function commonHeaders(userAgent: string): Record<string, string> {
  return {
    accept: "application/json, application/problem+json",
    "accept-encoding": "identity",
    "user-agent": userAgent,
  };
}

/** A request with its token. */
export function withToken(request: HttpRequest, token: string): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/**
 * Sends a request with the session's token, and once more with a fresh one when the token was refused. No answer holds a
 * secret of the context. Rejects only when no token could be had before anything was sent.
 */
export async function exchangeWithToken(context: ClientContext, unsafe: HttpRequest): Promise<Exchange> {
  const request = { ...unsafe, redactor: context.redactor };
  const token = await context.session.token();
  const first = await context.transport(withToken(request, token));
  if (first.kind !== "reply" || first.reply.status !== 401) return first;
  const fresh = await context.session.renew(token).catch(() => undefined);
  return fresh === undefined ? first : context.transport(withToken(request, fresh));
}

/** A transport for commands that promise to change nothing: it lets through reads and the login, and nothing else. */
export function readOnlyTransport(transport: Transport, loginUrl: URL): Transport {
  return async (request) => {
    const isLogin = request.method === "POST" && request.url.href === loginUrl.href;
    if (request.method !== "GET" && !isLogin) {
      throw new Error(`Internal error: ${nameOf(request)} would write, and this client may only read.`);
    }
    return transport(request);
  };
}

/** A transport that reports each request in one line: no query values, for plates stand there, and no headers. */
export function loggedTransport(
  transport: Transport,
  log: (line: string) => void,
  clock: Clock,
  redactor: Redactor,
): Transport {
  return async (request) => {
    const start = clock.monotonic();
    const exchange = await transport(request);
    const names = [...new Set(request.url.searchParams.keys())].join("&");
    const what = `${nameOf(request)}${names === "" ? "" : `?${names}`}`;
    const duration = `${Math.round(clock.monotonic() - start)} ms`;
    log(`${what} ${outcomeOf(exchange, redactor)} ${duration}${traceOf(exchange, redactor)}`);
    return exchange;
  };
}

function outcomeOf(exchange: Exchange, redactor: Redactor): string {
  return exchange.kind === "reply" ? String(exchange.reply.status) : `failed (${redactor.redact(exchange.reason)})`;
}

function traceOf(exchange: Exchange, redactor: Redactor): string {
  if (exchange.kind !== "reply") return "";
  const traceId = problemOf(exchange.reply, redactor.redact)?.traceId;
  return traceId === undefined ? "" : ` traceId=${traceId}`;
}

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
