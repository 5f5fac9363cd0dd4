import { InterfaceError } from "../ports/index.ts";

/** The result, or the failed read as a value; whatever else goes wrong rejects, and so does an interrupt. */
export async function toResult<Result>(work: Promise<Result>): Promise<Result | InterfaceError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InterfaceError && error.failure.kind !== "aborted") return error;
    throw error;
  }
}
