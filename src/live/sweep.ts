import type { InterfaceSettings, LiveScope, Scope } from "../allowlist/index.ts";
import { type CarRow, type Clock, InterfaceError, type ListReader, type Page, type Random } from "../ports.ts";
import { MAX_ATTEMPTS, retryDelay } from "../retry-policy.ts";
import { sideBySide } from "../side-by-side.ts";
import { liveScopeFrom } from "./live-scope.ts";
import { LiveTable } from "./live-table.ts";

/** Pages of one list in flight at once. */
const PAGES_AT_ONCE = 4;

/** The most rows a list may claim to hold: beyond, the server's totals are taken for nonsense. */
const MOST_ROWS = 20_000_000;

/** A million cars in pages of ten: a server whose pages are smaller would keep a run busy for hours. */
const MOST_PAGES = 100_000;

/** What a sweep needs from the world. */
export interface SweepPorts {
  readonly reader: ListReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Two pages of one sweep that cannot both be true of one list. */
class Contradiction extends Error {}

/**
 * One consistent sweep of a scope's list, or `not-offered`: its rows in the list's order. A sweep whose pages contradict
 * each other is repeated.
 * @throws InterfaceError when the list cannot be read, or will not hold still.
 */
export async function sweepCars(
  scope: Scope,
  pageSize: number,
  ports: SweepPorts,
): Promise<readonly CarRow[] | "not-offered"> {
  return await sweep(scope, pageSize, ports, () => {
    const rows: CarRow[] = [];
    const seen = new Set<string>();
    const add = (row: CarRow) => rows.push(row) === seen.add(row.licenseNumber).size;
    return { add, result: () => rows };
  });
}

/** The same sweep as a live scope, without keeping the rows. */
export async function sweepLive(
  scope: Scope,
  settings: InterfaceSettings,
  ports: SweepPorts,
): Promise<LiveScope | "not-offered"> {
  return await sweep(scope, settings.pageSize, ports, () => {
    const table = new LiveTable(settings);
    return {
      expect: (rows) => table.expect(rows),
      foresee: (rows) => table.foresee(rows),
      add: (row) => table.add(row),
      result: () => liveScopeFrom(scope, "list", table),
    };
  });
}

/** One consistent sweep of a list that is known to be there, as a live scope. Throws an `InterfaceError` when it fails. */
export async function sweepScope(scope: Scope, settings: InterfaceSettings, ports: SweepPorts): Promise<LiveScope> {
  const live = await sweepLive(scope, settings, ports);
  if (live !== "not-offered") return live;
  throw new InterfaceError(`${scope}: the server has stopped offering this list`, { kind: "status", status: 404 });
}

/** Takes the rows of one sweep in the list's order. */
interface Gathering<Result> {
  /** Hears how many rows the server says there are. */
  readonly expect?: (rows: number) => void;
  /** Hears which rows come next. */
  readonly foresee?: (rows: readonly CarRow[]) => void;
  /** False when the row was there already. */
  readonly add: (row: CarRow) => boolean;
  readonly result: () => Result;
}

async function sweep<Result>(
  scope: Scope,
  pageSize: number,
  ports: SweepPorts,
  begin: () => Gathering<Result>,
): Promise<Result | "not-offered"> {
  let why = "";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS.read; attempt += 1) {
    if (attempt > 1) await pause(scope, retryDelay(attempt, ports.random), ports);
    try {
      const gathering = begin();
      return (await sweepOnce(scope, pageSize, ports.reader, gathering)) ?? gathering.result();
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      why = error.message;
    }
  }
  throw new InterfaceError(
    `${scope}: the live list could not be read whole in ${MAX_ATTEMPTS.read} attempts: ${why}. Try again when nobody else changes the list`,
    { kind: "inconsistent" },
  );
}

async function pause(scope: Scope, milliseconds: number, { clock, signal }: SweepPorts): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new InterfaceError(`${scope}: reading the live list was interrupted`, { kind: "aborted" });
  }
}

/** Reads every page and hands on its rows, page by page in the list's order. */
async function sweepOnce(
  scope: Scope,
  pageSize: number,
  reader: ListReader,
  { add, expect, foresee }: Omit<Gathering<unknown>, "result">,
): Promise<"not-offered" | undefined> {
  const first = await reader.carPage(scope, { number: 0, size: pageSize });
  if (first === "not-offered") return "not-offered";
  refute(totalsFlaw(first) ?? pageFlaw(first, 0, first));
  // A server may clamp the size without a word; its echo is what the page numbers count in.
  const { size } = first;
  const inOrder = ordered((rows) => {
    foresee?.(rows);
    for (const row of rows) refute(add(row) ? undefined : "the same car is on it twice");
  });
  expect?.(first.totalElements);
  inOrder(0, first.items);
  await sideBySide(pagesAfter(first), PAGES_AT_ONCE, async (number) => {
    const page = await reader.carPage(scope, { number, size });
    refute(pageFlaw(page, number, first));
    inOrder(number, page === "not-offered" ? [] : page.items);
  });
  return undefined;
}

/** Hands pages on in their order; one that comes before its turn waits. */
function ordered(handOn: (rows: readonly CarRow[]) => void): (number: number, rows: readonly CarRow[]) => void {
  const waiting = new Map<number, readonly CarRow[]>();
  let next = 0;
  return (number, rows) => {
    waiting.set(number, rows);
    for (let due = waiting.get(next); due; due = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      handOn(due);
    }
  };
}

function refute(flaw: string | undefined): void {
  if (flaw !== undefined) throw new Contradiction(flaw);
}

// A full last page may hide more rows than the totals own up to, so one page past it is read, too (reliability D4).
function* pagesAfter({ totalElements, size }: Page<CarRow>): Generator<number> {
  for (let number = 1; totalElements > 0 && number * size <= totalElements; number += 1) yield number;
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
