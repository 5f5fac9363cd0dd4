import { setMaxListeners } from "node:events";
import { InterfaceError } from "../../ports/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";

/** Milliseconds that a command which only reads may take unless `--deadline` says otherwise. */
export const READING_MS = 30 * 60_000;

/** The limit of a whole run. */
export interface Deadline {
  /** Aborted with an `InterfaceError` when the time is over, and with its reason when the signal that it follows is. */
  readonly signal: AbortSignal;
  /** On the monotonic clock; infinite without a limit. */
  readonly at: number;
  /** Aborts the signal so many milliseconds later than `at`: what was sent must be read back. */
  extend(milliseconds: number): void;
  /** To be called at the end of the run. */
  release(): void;
}

/** Starts a limit of so many milliseconds, or none; its signal follows another one besides. */
export function startDeadline(milliseconds: number | undefined, follows: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  // Every request in flight listens; Node would take more than ten for a leak.
  setMaxListeners(0, signal);
  const follow = (): void => controller.abort(follows.reason);
  follows.addEventListener("abort", follow, { once: true });
  const at = systemClock.monotonic() + (milliseconds ?? Number.POSITIVE_INFINITY);
  let timer: NodeJS.Timeout | undefined;
  const abortAt = (instant: number): void => {
    clearTimeout(timer);
    if (milliseconds === undefined) return;
    const left = Math.max(0, instant - systemClock.monotonic());
    timer = setTimeout(() => controller.abort(timeIsOver(milliseconds)), left).unref();
  };
  abortAt(at);
  return {
    signal,
    at,
    extend: (more) => abortAt(at + more),
    release() {
      clearTimeout(timer);
      follows.removeEventListener("abort", follow);
    },
  };
}

function timeIsOver(milliseconds: number): InterfaceError {
  const message = `The server took too long: the time given by --deadline (${inWords(milliseconds / 1000)}) is over. Try again later, or give the run more time.`;
  return new InterfaceError(message, { kind: "deadline" });
}

function inWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
