import { setImmediate } from "node:timers/promises";

/**
 * Lets in what waits between two long calculations: a signal to the process is seen there. Rejects with the signal's reason
 * when that is aborted.
 */
export async function takeTurn(signal?: AbortSignal): Promise<void> {
  // Signals are looked for between two of these.
  await setImmediate();
  await setImmediate();
  signal?.throwIfAborted();
}
