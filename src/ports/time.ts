/** Time as the middle sees it. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Never runs backwards; milliseconds since an arbitrary start. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A number from 0 up to, not including, 1. */
export type Random = () => number;
