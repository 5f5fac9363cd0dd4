import type { Scope } from "../allowlist/index.ts";
import { Contradiction, type ListSize, readPages } from "../paging/index.ts";
import type { CarRow, ListReader, PageRequest } from "../ports/index.ts";
import { LARGEST_CONCURRENCY } from "../runtime/map-concurrent.ts";

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
