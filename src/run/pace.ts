import { MOST_AT_ONCE } from "./collections.ts";
import type { Clock, Random } from "./ports/index.ts";

const FIRST_AT_ONCE = 4;

/** Once it was slowed down, the limiter grows by one after this many answers, and no longer doubles. */
const ANSWERS_TO_RECOVER = 16;

/** Answers are as quick as before while the median is within this factor of the best one, and a few milliseconds more. */
const AS_QUICK = 1.5;
const SLACK_MS = 5;

const SHRINK = 0.75;

/** What became of a request, as far as the limiter is concerned. */
export type LimiterAnswer =
  /** It was served; only durations of the same `kind` are compared. */
  | { readonly type: "served"; readonly kind: string }
  /** The server asks for less; `pause`: nothing is sent for this many milliseconds. */
  | { readonly type: "overloaded"; readonly pause: number }
  | { readonly type: "none" };

/** What holds for a request that waits for its turn. */
export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asked when its turn has come; false lets it go unsent. */
  readonly mayLeave?: (() => boolean | Promise<boolean>) | undefined;
}

/** The turn of one request. */
export interface RequestTurn {
  readonly startedAt: number;
  readonly slowdowns: number;
}

interface Durations {
  recent: number[];
  /** The least median so far. */
  best: number;
}

/**
 * How many requests may be in flight, as the server bears it: four at first, twice as many after each round of answers as
 * quick as the best, up to a limit. Where answers take longer with more of them it takes a step back, and it halves when the
 * server asks for less; from then on it grows one by one.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #onSlowDown: (pause: number, half: number) => void;
  #limit: number;
  readonly #waiting: ((hasTurn: boolean) => void)[] = [];
  readonly #durations = new Map<string, Durations>();
  #inFlight = 0;
  #most: number;
  #isCareful = false;
  #slowdowns = 0;
  /** On the monotonic clock; nothing is sent before. */
  #notBefore = 0;

  /** `onSlowDown` hears of it when the server asks for less: a pause in milliseconds, and half of the number in flight. */
  constructor(
    clock: Clock,
    limit: number = MOST_AT_ONCE,
    onSlowDown: (pause: number, half: number) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#onSlowDown = onSlowDown;
    this.#limit = limit;
    this.#most = Math.min(FIRST_AT_ONCE, limit);
  }

  /** Resolves when a request may be sent; undefined when it is not to be sent any more. Every turn must be ended. */
  async begin({ signal, mayLeave }: TurnOptions): Promise<RequestTurn | undefined> {
    for (let waitedFor = 0; ; ) {
      const notBefore = this.#notBefore;
      const left = notBefore - this.#clock.monotonic();
      if (left > 0 && notBefore > waitedFor && !signal?.aborted) {
        waitedFor = notBefore;
        await this.#clock.sleep(left, signal).catch(() => undefined);
        continue;
      }
      if (signal?.aborted || !(await this.#turn(signal))) return undefined;
      // The server may have told another request to wait meanwhile, before it is asked and while it is.
      const isDropped = this.#notBefore === notBefore && (await mayLeave?.()) === false;
      if (!isDropped && this.#notBefore === notBefore)
        return { startedAt: this.#clock.monotonic(), slowdowns: this.#slowdowns };
      this.#free();
      if (isDropped) return undefined;
    }
  }

  /** What clients that share a server have learnt: nothing is sent for `pause` milliseconds, and `atOnce` at most are in flight. */
  share(pause: number, atOnce: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + pause);
    this.#limit = atOnce;
    this.#most = Math.min(this.#most, atOnce);
  }

  /** Ends a turn, and learns from what became of it. */
  end(turn: RequestTurn, answer: LimiterAnswer): void {
    if (answer.type === "overloaded") this.#slowDown(turn, answer.pause);
    if (answer.type === "served") this.#observe(answer.kind, this.#clock.monotonic() - turn.startedAt);
    this.#free();
  }

  // Requests that were in flight together slow it down once.
  #slowDown({ slowdowns }: RequestTurn, pause: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + pause);
    if (slowdowns !== this.#slowdowns) return;
    this.#slowdowns += 1;
    this.#isCareful = true;
    const half = Math.min(this.#most, this.#inFlight) / 2;
    this.#most = Math.max(1, Math.floor(half));
    for (const durations of this.#durations.values()) durations.recent = [];
    this.#onSlowDown(pause, half);
  }

  #observe(kind: string, duration: number): void {
    const known = this.#durations.get(kind) ?? { recent: [], best: Number.POSITIVE_INFINITY };
    this.#durations.set(kind, known);
    known.recent.push(duration);
    if (known.recent.length < (this.#isCareful ? Math.max(ANSWERS_TO_RECOVER, this.#most) : this.#most)) return;
    const typical = median(known.recent);
    known.recent = [];
    known.best = Math.min(known.best, typical);
    if (typical > known.best * AS_QUICK + SLACK_MS) this.#stepBack();
    // Of a limit that is not used up, it is not known whether more would be served as quickly.
    else if (this.#inFlight >= this.#most)
      this.#most = Math.min(this.#limit, this.#isCareful ? this.#most + 1 : this.#most * 2);
  }

  #stepBack(): void {
    this.#isCareful = true;
    const fewest = Math.min(this.#most, FIRST_AT_ONCE);
    this.#most = Math.max(fewest, Math.floor(this.#most * SHRINK));
  }

  #free(): void {
    this.#inFlight -= 1;
    while (this.#inFlight < this.#most) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#inFlight += 1;
      next(true);
    }
  }

  // First come, first served: who waits is handed the turn of somebody who ends theirs.
  #turn(signal: AbortSignal | undefined): boolean | Promise<boolean> {
    if (this.#inFlight < this.#most) {
      this.#inFlight += 1;
      return true;
    }
    return new Promise((resolve) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        resolve(false);
      };
      const take = (hasTurn: boolean) => {
        signal?.removeEventListener("abort", stop);
        resolve(hasTurn);
      };
      signal?.addEventListener("abort", stop);
      this.#waiting.push(take);
    });
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}

/** Most attempts of one thing, first included: reads, logins, writes. */
export const MAX_ATTEMPTS = { read: 4, login: 3, write: 3 } as const;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;
const BUDGET_TOKENS = 20;
const SUCCESS_REFUND = 0.1;

/** Milliseconds to wait before attempt number `attempt` (the second is 2): full jitter, and never less than the server asked. */
export function retryDelay(attempt: number, random: Random, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 2));
  return Math.max(random() * ceiling, retryAfter);
}

/** A token bucket over a whole run, so that an outage is not answered with a storm of retries. */
export interface RetryBudget {
  /** Takes the cost of one retry; false when the bucket has run dry. */
  spend(cost: number): boolean;
  /** A success earns a little back. */
  earn(): void;
}

/** A fresh, full bucket. */
export function createRetryBudget(): RetryBudget {
  let tokens = BUDGET_TOKENS;
  return {
    spend(cost) {
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
    earn() {
      tokens = Math.min(BUDGET_TOKENS, tokens + SUCCESS_REFUND);
    },
  };
}
