import type { InterfaceSettings } from "../../allowlist/index.ts";
import type { RetryBudget } from "../../run/pace.ts";
import type { Clock, Random } from "../../run/ports/index.ts";
import { type Exchange, type HttpRequest, nameOf, type Transport } from "../http/exchange.ts";
import { problemOf } from "../http/problem.ts";
import type { Redactor } from "../http/redactor.ts";
import type { Session } from "./session.ts";

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

/** A transport that reports each request in one line: no query values, for plates are there, and no headers. */
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
