import { setMaxListeners } from "node:events";
import { lastWords } from "./io.ts";

/** How long a request in flight may go on after an interrupt before it is given up, milliseconds. */
const GRACE_MS = 1_500;

/** The two stages of an interrupt: send nothing more, then give up what is in flight. */
export interface Interrupts {
  readonly stop: AbortSignal;
  readonly cancel: AbortSignal;
  /** 130 or 143 once a signal came. */
  readonly exitCode: () => number | undefined;
  readonly release: () => void;
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const;

/** Listens for signals. The first one stops in two stages, the second one ends the process at once. */
export function listenForInterrupts(): Interrupts {
  const stop = new AbortController();
  const cancel = new AbortController();
  // Every request in flight listens; Node would take more than ten for a leak.
  setMaxListeners(0, stop.signal, cancel.signal);
  let code: number | undefined;
  let grace: NodeJS.Timeout | undefined;
  const handlers = Object.entries(EXIT_CODES).map(([signal, exitCode]) => {
    const handler = (): void => {
      if (code !== undefined) {
        lastWords("\nInterrupted again: ending now. Cars in flight are recorded as unknown; running again is safe.\n");
        process.exit(code);
      }
      code = exitCode;
      lastWords("\nInterrupted: nothing more is sent. Interrupt again to end at once.\n");
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
      clearTimeout(grace);
      for (const { signal, handler } of handlers) process.off(signal, handler);
    },
  };
}
