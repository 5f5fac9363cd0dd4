import { type Answer, type Limiter, type RetryBudget, retryDelay } from "../../run/pace.ts";
import type { Clock, Random } from "../../run/ports/index.ts";
import { type Exchange, type HttpRequest, nameOf, type ReplyHeaders, stopped, type Transport } from "./exchange.ts";

/** Server errors that another try would only repeat. */
const LASTING_SERVER_ERRORS = new Set([501, 505]);

/** Refusals that pass: the request was late, came by the wrong connection, or too early (RFC 9110 15.5.9, 15.5.20; RFC 8470). */
export const PASSING_REFUSALS = new Set([408, 421, 425, 429]);

/** What repeating needs from the world. */
export interface RetryContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly budget: RetryBudget;
  readonly signal: AbortSignal | undefined;
}

/** The last exchange, and how many there were. */
export interface RetryResult {
  readonly exchange: Exchange;
  readonly attempts: number;
}

/**
 * Repeats a harmless exchange while it fails in a way that may pass: no answer, most 5xx, refusals that pass. Never for writes. A pause that
 * the server asks for costs neither an attempt nor the budget, while they come to no more than the longest pause.
 */
export async function retry(patience: RetryContext, most: number, once: () => Promise<Exchange>): Promise<RetryResult> {
  let attempts = 1;
  for (let asked = 0; ; ) {
    const exchange = await once();
    if (!mayPass(exchange)) {
      patience.budget.earn();
      return { exchange, attempts };
    }
    const pause = pauseOf(exchange, patience.clock);
    const delay = retryDelay(attempts + 1, patience.random, pause);
    if (isRateLimit(exchange) && pause > 0) {
      asked += delay;
      if (asked > LONGEST_SERVER_PAUSE_MS) return { exchange, attempts };
    } else {
      // A timeout has already cost the server and us a minute: it weighs double (reliability F15).
      const cost = exchange.kind === "failed" && exchange.cause === "deadline" ? 2 : 1;
      if (attempts >= most || pause > LONGEST_SERVER_PAUSE_MS || !patience.budget.spend(cost))
        return { exchange, attempts };
      attempts += 1;
    }
    if (!(await slept(patience, delay))) return { exchange: stopped("it was stopped"), attempts };
  }
}

function isRateLimit(exchange: Exchange): boolean {
  return exchange.kind === "reply" && exchange.reply.status === 429;
}

function mayPass(exchange: Exchange): boolean {
  if (exchange.kind === "failed") return exchange.cause !== "aborted" && !exchange.permanent;
  const { status } = exchange.reply;
  return PASSING_REFUSALS.has(status) || (status >= 500 && !LASTING_SERVER_ERRORS.has(status));
}

function pauseOf(exchange: Exchange, clock: Clock): number {
  return exchange.kind === "reply" ? (retryAfterOf(exchange.reply.headers, clock.now()) ?? 0) : 0;
}

async function slept(patience: RetryContext, delay: number): Promise<boolean> {
  try {
    await patience.clock.sleep(delay, patience.signal);
    return true;
  } catch {
    return false;
  }
}

/** A server that asks for a longer pause is told to people, not waited for. */
export const LONGEST_SERVER_PAUSE_MS = 300_000;

/** Answers that ask for fewer requests. */
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * Sends as many requests at once as the server answers quickly, at most as many as the limiter allows. A 429 or 503 halves that number, and a
 * 429 with `Retry-After` holds back all requests of a client until then.
 */
export function rateLimitedTransport(transport: Transport, clock: Clock, limiter: Limiter): Transport {
  return async (request) => {
    const turn = await limiter.begin(request);
    if (turn === undefined) return stopped("it was stopped before it was sent");
    let answer: Answer = { type: "none" };
    try {
      const exchange = await transport(request);
      answer = answerOf(exchange, request, clock);
      return exchange;
    } finally {
      limiter.end(turn, answer);
    }
  };
}

function answerOf(exchange: Exchange, request: HttpRequest, clock: Clock): Answer {
  if (exchange.kind !== "reply") return { type: "none" };
  const { status, headers } = exchange.reply;
  if (status === TOO_MANY_REQUESTS) {
    const pause = retryAfterOf(headers, clock.now()) ?? 0;
    return { type: "overloaded", pause: pause <= LONGEST_SERVER_PAUSE_MS ? pause : 0 };
  }
  if (status === UNAVAILABLE) return { type: "overloaded", pause: 0 };
  // Calls differ in their work, and accounts in their ids alone.
  return { type: "served", kind: nameOf(request).replace(/\d+/g, "*") };
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
