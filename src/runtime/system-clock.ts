import { setTimeout as wait } from "node:timers/promises";
import type { Clock, Random } from "../ports/index.ts";

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
};

/** Does something every so many milliseconds, without keeping the process alive, until the function that it gives is called. */
export function systemEvery(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}

/** Real randomness, for whatever takes a `Random`: unpredictable, as the ids of locks must be. */
export const systemRandom: Random = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high + low / 2 ** 32) / 2 ** 32;
};
