import { InterfaceError } from "../ports/index.ts";

/** What only adds to a result makes nothing fail: undefined where the interface fails the reading. An interrupt ends all. */
export async function ifAnswered<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InterfaceError && error.failure.kind !== "aborted") return undefined;
    throw error;
  }
}
