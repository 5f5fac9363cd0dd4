import type { ApplyRun } from "./apply-run.ts";

const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 8_000;

/** Milliseconds until the next look at a list that may lag behind; undefined when the settle time is used up. */
export function verifyDelay(
  look: number,
  started: number,
  { ports, options, interrupted }: ApplyRun,
): number | undefined {
  const left = options.settleMs - (ports.clock.monotonic() - started);
  if (interrupted || left <= 0) return undefined;
  return Math.min(left, LONGEST_LOOK_MS, FIRST_LOOK_MS * 2 ** (look - 1));
}
