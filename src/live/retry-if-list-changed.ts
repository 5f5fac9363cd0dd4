import { InterfaceError } from "../ports/index.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";

/**
 * Reads a streamed list anew when it changed under the reader.
 * @throws InterfaceError when the list cannot be read, or will not hold still.
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
