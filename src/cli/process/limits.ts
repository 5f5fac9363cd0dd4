import { setMaxListeners } from "node:events";
import { EXIT } from "../../exit-code.ts";
import { NEVER } from "../../runtime/signals.ts";
import { writeBeforeExit } from "./io.ts";

/** How long a request in flight may continue after an interrupt before it is aborted, milliseconds. */
const GRACE_MS = 600;

/** The two stages of an interrupt: send nothing more, then abort what is in flight. */
export interface Interrupts {
  readonly stop: AbortSignal;
  readonly cancel: AbortSignal;
  /** 130 or 143 once a signal came. */
  readonly exitCode: () => number | undefined;
  readonly release: () => void;
}

const EXIT_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.terminated } as const;

let caught: number | undefined;
let listening = 0;

/** 130 or 143 once a signal was caught. */
export function caughtSignal(): number | undefined {
  return caught;
}

/**
 * Listens for signals. The first one stops in two stages, the second one ends the process at once. Only for work that has
 * something to record or a lock to release: while nobody listens a signal ends the process whatever it is doing, and
 * listeners are called only between two calculations.
 */
export function listenForInterrupts(): Interrupts {
  listening += 1;
  const stop = new AbortController();
  const cancel = new AbortController();
  // Every request in flight listens; Node would take more than ten for a leak.
  setMaxListeners(0, stop.signal, cancel.signal);
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
    stop: stop.signal,
    cancel: cancel.signal,
    exitCode: () => code,
    release() {
      listening -= 1;
      clearTimeout(grace);
      for (const { signal, handler } of handlers) process.off(signal, handler);
    },
  };
}

/** Listens to nothing: a signal ends the process. */
export const NOT_LISTENING: Interrupts = {
  stop: NEVER,
  cancel: NEVER,
  exitCode: () => undefined,
  release: () => undefined,
};

/**
 * Waits until a last text has been handed over. A signal does not cut it off, but ends the process when its reader takes
 * nothing for a while.
 */
export async function handOver(writing: Promise<void>, { stop, exitCode }: Interrupts): Promise<void> {
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

/** Ends the process on a signal while nobody else listens. For the first process of a container, which no other signal ends. */
export function endOnSignals(): void {
  for (const [signal, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => {
      if (listening === 0) process.exit(exitCode);
    });
  }
}
