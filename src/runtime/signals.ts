import { setMaxListeners } from "node:events";

/** The same signal for as many requests at once as there are: Node would take more than ten listeners for a leak, and print so. */
export function forManyRequests(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

/** A signal that is never aborted, for whatever takes one. */
export const NEVER: AbortSignal = forManyRequests(new AbortController().signal);
