import { type RetryBudget, retryDelay } from "../../run/pace.ts";
import type { Clock, Random } from "../../run/ports/index.ts";
import { type Exchange, stopped } from "./exchange.ts";
import { LONGEST_SERVER_PAUSE_MS, retryAfterOf } from "./rate-limit.ts";

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
