import { setMaxListeners } from "node:events";
import { SETTLE_MS } from "../../apply/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { EXIT } from "../../run/exit-code.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { writeBeforeExit } from "./io.ts";

/** Milliseconds that a command which only reads may take unless `--deadline` says otherwise. */
export const READING_MS = 30 * 60_000;

/** How long a request in flight may continue after an interrupt before it is aborted, milliseconds. */
const GRACE_MS = 600;

const EXIT_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.terminated } as const;

/** What ends a run before its end: a signal, in two stages, and its deadline. */
export interface Limits {
  /** Aborted by a signal: send nothing more. */
  readonly stop: AbortSignal;
  /** Aborted a moment later, and with an `InterfaceError` when the time is over: what is in flight ends, too. */
  readonly cancel: AbortSignal;
  /** The deadline on the monotonic clock; infinite without one. */
  readonly at: number;
  /** Puts the deadline off by that many milliseconds after `at`: what was sent must be read back. */
  extend(milliseconds: number): void;
  exitCode(): number | undefined;
  release(): void;
}

let caught: number | undefined;
let listening = 0;

/** 130 or 143 once a signal was caught. */
export function caughtSignal(): number | undefined {
  return caught;
}

/**
 * The limits of work. The first signal stops in two stages, the second ends the process. Without `listens`, for
 * work that has nothing to record or release, the first one does.
 */
export function limitWork(milliseconds?: number, listens = true): Limits {
  const [stop, cancel] = [new AbortController(), new AbortController()];
  // Every request in flight listens; Node would take more than ten for a leak.
  setMaxListeners(0, stop.signal, cancel.signal);
  const at = systemClock.monotonic() + (milliseconds ?? Number.POSITIVE_INFINITY);
  let timer: NodeJS.Timeout | undefined;
  const abortAt = (instant: number): void => {
    clearTimeout(timer);
    if (milliseconds === undefined) return;
    const left = Math.max(0, instant - systemClock.monotonic());
    timer = setTimeout(() => cancel.abort(timeIsOver(milliseconds)), left).unref();
  };
  abortAt(at);
  const signals = listens ? listen(stop, cancel) : { exitCode: () => undefined, release: () => undefined };
  return {
    stop: stop.signal,
    cancel: cancel.signal,
    at,
    extend: (more) => abortAt(at + more),
    exitCode: signals.exitCode,
    release() {
      clearTimeout(timer);
      signals.release();
    },
  };
}

function listen(stop: AbortController, cancel: AbortController): Pick<Limits, "exitCode" | "release"> {
  listening += 1;
  let code: number | undefined;
  let grace: NodeJS.Timeout | undefined;
  const handlers = Object.entries(EXIT_CODES).map(([signal, exitCode]) => {
    const handler = (): void => {
      if (code !== undefined) {
        writeBeforeExit(
          "\nInterrupted again: ending now. Cars in flight are recorded as unknown; running again is safe.\n",
        );
        process.exit(code);
      }
      code = exitCode;
      caught = exitCode;
      writeBeforeExit("\nInterrupted: nothing more is sent. Interrupt again to end at once.\n");
      stop.abort(new Error("interrupted"));
      grace = setTimeout(() => cancel.abort(new Error("interrupted")), GRACE_MS);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  return {
    exitCode: () => code,
    release() {
      listening -= 1;
      clearTimeout(grace);
      for (const { signal, handler } of handlers) process.off(signal, handler);
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

/** Waits until a last text has been handed over; after a signal, not for ever. */
export async function handOver(writing: Promise<void>, { stop, exitCode }: Limits): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const limit = (): void => {
    patience = setTimeout(() => process.exit(exitCode()), GRACE_MS);
  };
  if (stop.aborted) limit();
  else stop.addEventListener("abort", limit, { once: true });
  await writing.finally(() => {
    clearTimeout(patience);
    stop.removeEventListener("abort", limit);
  });
}

/** Ends the process on a signal while no one else listens. For the first process of a container, which no other signal ends. */
export function endOnSignals(): void {
  for (const [signal, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => {
      if (listening === 0) process.exit(exitCode);
    });
  }
}

/** How long the server may take to show what it confirmed, milliseconds. */
export function settleMs({ settleTime }: { readonly settleTime?: number }): number {
  return settleTime === undefined ? SETTLE_MS : settleTime * 1000;
}
