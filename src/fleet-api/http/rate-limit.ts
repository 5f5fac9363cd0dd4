import type { Clock } from "../../ports/index.ts";
import type { HttpFailure, Transport } from "./exchange.ts";
import { retryAfterOf } from "./retry-after.ts";

/** A server that asks for a longer pause is told to people, not waited for. */
export const LONGEST_SERVER_PAUSE_MS = 300_000;

/** So many answers in a row without a 429, and one more request may be in flight. */
const ANSWERS_TO_RECOVER = 16;

/**
 * Sends requests at the pace that the server asks for. A 429 with `Retry-After` holds back all requests of a client until
 * then; every 429 halves how many may be in flight, and answers without one let them grow again.
 */
export function rateLimitedTransport(transport: Transport, clock: Clock): Transport {
  const pace = new Pace(clock);
  return async (request) => {
    const slowdowns = await pace.enter(request.signal);
    if (slowdowns === undefined) return STOPPED;
    try {
      const exchange = await transport(request);
      if (exchange.kind === "reply") {
        const { status, headers } = exchange.reply;
        if (status === 429) pace.slowDown(slowdowns, retryAfterOf(headers, clock.now()) ?? 0);
        else pace.recover();
      }
      return exchange;
    } finally {
      pace.leave();
    }
  };
}

/** The result of a request that was stopped while it waited for its turn. */
const STOPPED: HttpFailure = {
  kind: "failed",
  cause: "aborted",
  mayHaveLeft: false,
  permanent: true,
  reason: "it was stopped before it was sent",
};

class Pace {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #most = Number.POSITIVE_INFINITY;
  #answers = 0;
  /** On the monotonic clock; nothing is sent before. */
  #notBefore = 0;
  #slowdowns = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when a request may be sent, with how often the pace was slowed down by then; undefined when it was stopped. */
  async enter(signal: AbortSignal | undefined): Promise<number | undefined> {
    for (let waitedFor = 0; ; ) {
      if (signal?.aborted) return undefined;
      const notBefore = this.#notBefore;
      const left = notBefore - this.#clock.monotonic();
      if (left > 0 && notBefore > waitedFor) {
        waitedFor = notBefore;
        await this.#clock.sleep(left, signal).catch(() => undefined);
      } else if (this.#inFlight >= this.#most) await this.#turn(signal);
      else {
        this.#inFlight += 1;
        return this.#slowdowns;
      }
    }
  }

  leave(): void {
    this.#inFlight -= 1;
    this.#waiting.shift()?.();
  }

  /** Requests that were in flight together slow the pace down once. */
  slowDown(slowdowns: number, pause: number): void {
    this.#answers = 0;
    if (pause <= LONGEST_SERVER_PAUSE_MS) this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + pause);
    if (slowdowns !== this.#slowdowns) return;
    this.#slowdowns += 1;
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#inFlight) / 2));
  }

  recover(): void {
    this.#answers += 1;
    if (this.#answers < ANSWERS_TO_RECOVER) return;
    this.#answers = 0;
    this.#most += 1;
    this.#waiting.shift()?.();
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        signal?.removeEventListener("abort", end);
        resolve();
      };
      signal?.addEventListener("abort", end, { once: true });
      this.#waiting.push(end);
    });
  }
}
