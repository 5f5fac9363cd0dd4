import { setMaxListeners } from "node:events";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { Clock, Random } from "../run/ports/index.ts";

/** The real time, for whatever takes a `Clock`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    try {
      await wait(milliseconds, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
  async turn(signal) {
    // Signals are looked for between two of these.
    await setImmediate();
    await setImmediate();
    signal?.throwIfAborted();
  },
};

/** Does something at an interval in milliseconds, without keeping the process alive, until the function that it gives is called. */
export function systemEvery(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}

/** Real randomness, for whatever takes a `Random`: unpredictable, as the ids of locks must be. */
export const systemRandom: Random = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high + low / 2 ** 32) / 2 ** 32;
};

/** The same signal for as many requests at once as there are: Node would take more than ten listeners for a leak, and print so. */
export function forManyRequests(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

/** A signal that is never aborted, for whatever takes one. */
export const NEVER: AbortSignal = forManyRequests(new AbortController().signal);
