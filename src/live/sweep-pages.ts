import type { Scope } from "../allowlist/index.ts";
import { Contradiction, type ListSize, readPages } from "../paging/index.ts";
import { type CarRow, InterfaceError, type ListReader, type PageRequest } from "../ports/index.ts";
import { LARGEST_CONCURRENCY } from "../runtime/map-concurrent.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";

/** Takes the rows of one sweep in the list's order. */
export interface RowCollector {
  /** False when a row of this licenseNumber was there already. */
  readonly add: (row: CarRow) => boolean;
  /** Whether a row that was there already says the same of the car. */
  readonly isEqual: (row: CarRow) => boolean;
}

/** A sweep that came to its end: rows that came more than once, each time alike, and where the further ones stood. */
export interface SweptPages extends ListSize {
  readonly repeated: readonly { readonly at: number; readonly licenseNumber: string }[];
}

/**
 * Reads every page of a list and hands on its rows in the list's order.
 * @throws Contradiction when the pages cannot all be true, InterfaceError when one cannot be read.
 */
export async function sweepPages(
  scope: Scope,
  pageSize: number,
  reader: ListReader,
  { add, isEqual }: RowCollector,
): Promise<SweptPages | "not-offered"> {
  const page = (request: PageRequest) => reader.carPage(scope, request);
  const first = await page({ number: 0, size: pageSize });
  if (first === "not-offered") return "not-offered";
  const repeated: { at: number; licenseNumber: string }[] = [];
  const idOf = ({ licenseNumber }: CarRow) => licenseNumber;
  const source = { page, idOf, atOnce: LARGEST_CONCURRENCY };
  let at = 0;
  for await (const { items } of readPages(first, source)) {
    for (const row of items) {
      if (!add(row)) {
        if (!isEqual(row)) throw new Contradiction("the same car is on it twice");
        repeated.push({ at, licenseNumber: row.licenseNumber });
      }
      at += 1;
    }
  }
  return { size: first.size, totalElements: first.totalElements, repeated };
}

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
