import type { Random } from "../ports/index.ts";

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
