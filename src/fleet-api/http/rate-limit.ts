import type { Clock } from "../../ports/index.ts";
import type { Answer, Limiter } from "../../runtime/limiter.ts";
import { type Exchange, type HttpRequest, nameOf, stopped, type Transport } from "./exchange.ts";
import { retryAfterOf } from "./retry-after.ts";

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
