import { InterfaceError } from "../ports/index.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";

/** The result, or the failed read as a value; whatever else goes wrong rejects, and so does an interrupt. */
export async function toResult<Result>(work: Promise<Result>): Promise<Result | InterfaceError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InterfaceError && !error.endsRun) return error;
    throw error;
  }
}

/** The result, or undefined where the interface fails the reading, for what only adds to a result. An interrupt rejects. */
export async function ifAnswered<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  const result = await toResult(read());
  return result instanceof InterfaceError ? undefined : result;
}

/**
 * Reads a streamed list again when it changed while it was read.
 * @throws InterfaceError when the list cannot be read, or keeps changing.
 */
export async function retryIfListChanged<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const moved = error instanceof InterfaceError && error.failure.kind === "inconsistent";
      if (!moved || attempt === MAX_ATTEMPTS.read) throw error;
    }
  }
}
