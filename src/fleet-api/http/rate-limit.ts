import type { Limiter, LimiterAnswer } from "../../run/pace.ts";
import type { Clock } from "../../run/ports/index.ts";
import { type Exchange, type HttpRequest, type ReplyHeaders, stopped, type Transport } from "./exchange.ts";

/** A server that asks for a longer pause is told to people, not waited for. */
export const LONGEST_SERVER_PAUSE_MS = 300_000;

/** Answers that ask for fewer requests. */
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * Sends as many requests at once as the server answers quickly, at most as many as the limiter allows. A 429, a 503, or another
 * failure of the server with `Retry-After` halves that number, and `Retry-After` holds back all requests of a client until then.
 */
export function rateLimitedTransport(transport: Transport, clock: Clock, limiter: Limiter): Transport {
  return async (request) => {
    const turn = await limiter.begin(request);
    if (turn === undefined) return stopped("it was stopped before it was sent");
    let answer: LimiterAnswer = { type: "none" };
    try {
      const exchange = await transport(request);
      answer = answerOf(exchange, request, clock);
      return exchange;
    } finally {
      limiter.end(turn, answer);
    }
  };
}

function answerOf(exchange: Exchange, request: HttpRequest, clock: Clock): LimiterAnswer {
  if (exchange.kind !== "reply") return { type: "none" };
  const { status, headers } = exchange.reply;
  const asked = status === TOO_MANY_REQUESTS || status >= 500 ? retryAfterOf(headers, clock.now()) : undefined;
  if (asked !== undefined || status === TOO_MANY_REQUESTS || status === UNAVAILABLE)
    return { type: "overloaded", pause: asked !== undefined && asked <= LONGEST_SERVER_PAUSE_MS ? asked : 0 };
  // Calls differ in their work, and accounts in their ids alone.
  return { type: "served", kind: `${request.method} ${request.url.pathname.replace(/\d+/g, "*")}` };
}

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
