import type { Scope } from "../allowlist/index.ts";
import { type CarRow, InterfaceError, type ListReader, type Page } from "../ports/index.ts";
import { mapConcurrent } from "../runtime/map-concurrent.ts";

/** Pages of one list in flight at once. */
const PAGES_AT_ONCE = 4;

/** The most rows a list may claim to hold: beyond, the server's totals are taken for nonsense. */
const MOST_ROWS = 20_000_000;

/** A million cars in pages of ten: a server whose pages are smaller would keep a run busy for hours. */
const MOST_PAGES = 100_000;

/** Two pages of one sweep that cannot both be true of one list. */
export class Contradiction extends Error {}

/**
 * The page past a full last one did not tell whether the list ends there. Pages of another size, whose last one is short,
 * need no such page. `cause` is the failure, if it was one.
 */
export class UnclearEnd extends Contradiction {
  override readonly cause: InterfaceError | undefined;
  readonly first: ListSize;

  constructor(message: string, first: ListSize, cause?: InterfaceError) {
    super(message);
    this.first = first;
    this.cause = cause;
  }
}

/** The first page holds fewer rows than it says: a server that clamps the size and does not say so. Pages of that size may be read. */
export class ShortFirstPage extends Contradiction {
  readonly size: number;

  constructor(message: string, size: number) {
    super(message);
    this.size = size;
  }
}

/** How many rows a list has, and how many come on a page. */
export type ListSize = Pick<Page<unknown>, "size" | "totalElements">;

/** Takes the rows of one sweep in the list's order. */
export interface RowCollector {
  /** Hears how many rows the server says there are. */
  readonly reserve?: (rows: number) => void;
  /** Hears which rows come next. */
  readonly prefetch?: (rows: readonly CarRow[]) => void;
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
  collector: RowCollector,
): Promise<SweptPages | "not-offered"> {
  const first = await reader.carPage(scope, { number: 0, size: pageSize });
  if (first === "not-offered") return "not-offered";
  const flaw = totalsFlaw(first) ?? pageFlaw(first, 0, first);
  const { length } = first.items;
  if (flaw !== undefined && length > 0 && length < Math.min(first.size, first.totalElements))
    throw new ShortFirstPage(flaw, length);
  refute(flaw);
  // A server may clamp the size silently; its echo is what the page numbers count in.
  const { size, totalElements } = first;
  const { take, repeated } = orderedRows(collector);
  let last = first;
  let hint = "";
  collector.reserve?.(totalElements);
  take(0, first.items);
  await mapConcurrent(pagesAfter(first), PAGES_AT_ONCE, async (number) => {
    const page = await reader.carPage(scope, { number, size });
    if (number === 1 && page !== "not-offered" && haveSameRows(page, first))
      hint = "; page 1 repeats page 0, so the setting interface.firstPage may be wrong";
    const flaw = pageFlaw(page, number, first);
    refute(flaw && flaw + hint);
    if (page === "not-offered") return;
    if (number > last.number) last = page;
    take(number, page.items);
  });
  if (totalElements > 0 && totalElements % size === 0) await requireEnd(scope, reader, first, last, hint);
  return { size, totalElements, repeated };
}

// A full last page may hide more rows than the totals own up to, so one page past it is read, too (reliability D4).
async function requireEnd(
  scope: Scope,
  reader: ListReader,
  first: Page<CarRow>,
  last: Page<CarRow>,
  hint: string,
): Promise<void> {
  const number = first.totalElements / first.size;
  let page: Page<CarRow> | "not-offered";
  try {
    page = await reader.carPage(scope, { number, size: first.size });
  } catch (error) {
    if (!(error instanceof InterfaceError) || isAboutMore(error)) throw error;
    if (error.isNoSuchPage) return;
    throw new UnclearEnd(`the page past its end failed: ${error.message}`, first, error);
  }
  if (page !== "not-offered" && haveSameRows(page, last)) throw new UnclearEnd("its last page comes again", first);
  const flaw = pageFlaw(page, number, first);
  refute(flaw && flaw + hint);
}

// A failure that the page cannot be blamed for: no answer at all, a login, a permission, an interrupt, a rate limit.
function isAboutMore({ failure }: InterfaceError): boolean {
  return failure.kind === "status" ? failure.status === 429 : failure.kind !== "shape";
}

function haveSameRows(one: Page<CarRow>, other: Page<CarRow>): boolean {
  if (one.items.length === 0 || one.items.length !== other.items.length) return false;
  return one.items.every(({ licenseNumber }, at) => licenseNumber === other.items[at]?.licenseNumber);
}

/** Hands pages on in their order; one that comes before its turn waits. */
function orderedRows({ add, isEqual, prefetch }: RowCollector) {
  const waiting = new Map<number, readonly CarRow[]>();
  const repeated: { at: number; licenseNumber: string }[] = [];
  let next = 0;
  let at = 0;
  const handOn = (rows: readonly CarRow[]) => {
    prefetch?.(rows);
    for (const row of rows) {
      if (!add(row)) {
        refute(isEqual(row) ? undefined : "the same car is on it twice");
        repeated.push({ at, licenseNumber: row.licenseNumber });
      }
      at += 1;
    }
  };
  const take = (number: number, rows: readonly CarRow[]) => {
    waiting.set(number, rows);
    for (let due = waiting.get(next); due; due = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      handOn(due);
    }
  };
  return { take, repeated };
}

function refute(flaw: string | undefined): void {
  if (flaw !== undefined) throw new Contradiction(flaw);
}

function* pagesAfter({ totalElements, size }: ListSize): Generator<number> {
  for (let number = 1; number * size < totalElements; number += 1) yield number;
}

function totalsFlaw({ size, totalElements, totalPages }: Page<CarRow>): string | undefined {
  const isCount = Number.isSafeInteger(totalElements) && totalElements >= 0;
  const isSize = Number.isSafeInteger(size) && size >= (totalElements === 0 ? 0 : 1);
  if (!isCount || !isSize) return `its totals make no sense (${totalElements} cars, ${size} a page)`;
  if (totalElements > MOST_ROWS) return `it is said to hold ${totalElements} cars, and at most ${MOST_ROWS} are read`;
  if (totalElements > size * MOST_PAGES)
    return `it comes in pages of ${size} cars, and at most ${MOST_PAGES} pages of a list are read`;
  const due = totalElements === 0 ? 0 : Math.ceil(totalElements / size);
  if (totalPages === due || (totalElements === 0 && totalPages === 1)) return undefined;
  return `it says ${totalPages} pages where ${totalElements} cars at ${size} a page make ${due}`;
}

function pageFlaw(page: Page<CarRow> | "not-offered", number: number, first: Page<CarRow>): string | undefined {
  const { size, totalElements, totalPages } = first;
  const due = Math.max(0, Math.min(size, totalElements - number * size));
  // Past the end, "no such page" is an answer.
  if (page === "not-offered") return due === 0 ? undefined : `page ${number} is missing`;
  if (page.number !== number) return `page ${page.number} came instead of page ${number}`;
  if (page.size !== size || page.totalElements !== totalElements || page.totalPages !== totalPages)
    return "its totals changed between pages";
  return page.items.length === due ? undefined : `page ${number} holds ${page.items.length} cars instead of ${due}`;
}
