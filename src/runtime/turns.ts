import { setImmediate } from "node:timers/promises";
import type { Steps } from "./steps.ts";

/**
 * Takes the steps of a long calculation one by one, and between them lets in what waits: a signal to the process is seen
 * there alone. Rejects with the signal's reason when that is aborted.
 */
export async function takeTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
  }
}
