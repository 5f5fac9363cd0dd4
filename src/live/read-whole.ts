import { InterfaceError } from "../ports.ts";
import { MAX_ATTEMPTS } from "../retry-policy.ts";

/**
 * Reads a streamed list anew when it changed under the reader.
 * @throws InterfaceError when the list cannot be read, or will not hold still.
 */
export async function readWhole<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const moved = error instanceof InterfaceError && error.failure.kind === "inconsistent";
      if (!moved || attempt === MAX_ATTEMPTS.read) throw error;
    }
  }
}
