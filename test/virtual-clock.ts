import { systemClock } from "../src/process/system-clock.ts";
import type { Clock } from "../src/run/ports/index.ts";

const START = Date.parse("2026-01-01T00:00:00Z");

/** So many turns of the event loop without a request or an answer, and everybody waits for the time to pass. */
const QUIET_TURNS = 40;

/** A clock on which time passes only while everybody sleeps: whoever slept to the earliest instant wakes first. */
export interface VirtualClock extends Clock {
  /** Milliseconds since the start. */
  readonly passed: number;
}

/** A virtual clock at the beginning of 2026. Requests over loopback are waited for. */
export function virtualClock(): VirtualClock {
  let passed = 0;
  let isWatching = false;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const watch = async () => {
    isWatching = true;
    while (sleepers.length > 0) {
      await quiet();
      sleepers.sort((one, other) => one.at - other.at);
      const next = sleepers.shift();
      passed = Math.max(passed, next?.at ?? 0);
      next?.wake();
    }
    isWatching = false;
  };
  return {
    get passed() {
      return passed;
    },
    now: () => START + passed,
    monotonic: () => passed,
    turn: systemClock.turn,
    sleep(milliseconds, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: passed + milliseconds, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener("abort", () => {
          const at = sleepers.indexOf(sleeper);
          if (at >= 0) sleepers.splice(at, 1);
          reject(signal.reason);
        });
        if (!isWatching) void watch();
      });
    },
  };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
