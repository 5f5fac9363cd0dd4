import type { InterfaceSettings, LiveScope, Scope } from "../allowlist/index.ts";
import { type CarRow, type Clock, InterfaceError, type ListReader, type Page, type Random } from "../ports.ts";
import { MAX_ATTEMPTS, retryDelay } from "../retry-policy.ts";
import { sideBySide } from "../side-by-side.ts";
import { liveScopeOf } from "./live-scope.ts";

/** Pages of one list in flight at once. */
const PAGES_AT_ONCE = 4;

/** The most rows a list may claim to hold: beyond, the server's totals are taken for nonsense. */
const MOST_ROWS = 20_000_000;

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
 * One consistent sweep of a scope's list, or `not-offered`. A sweep whose pages contradict each other is repeated.
 * @throws InterfaceError when the list cannot be read, or will not hold still.
 */
export async function sweepCars(
  scope: Scope,
  pageSize: number,
  ports: SweepPorts,
): Promise<readonly CarRow[] | "not-offered"> {
  let why = "";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS.read; attempt += 1) {
    if (attempt > 1) await pause(scope, retryDelay(attempt, ports.random), ports);
    try {
      return await sweepOnce(scope, pageSize, ports.reader);
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

/** One consistent sweep of a list that is known to be there, as a live scope. Throws an `InterfaceError` when it fails. */
export async function sweepScope(scope: Scope, settings: InterfaceSettings, ports: SweepPorts): Promise<LiveScope> {
  const rows = await sweepCars(scope, settings.pageSize, ports);
  if (rows !== "not-offered") return liveScopeOf(scope, "list", rows, settings);
  throw new InterfaceError(`${scope}: the server has stopped offering this list`, { kind: "status", status: 404 });
}

async function pause(scope: Scope, milliseconds: number, { clock, signal }: SweepPorts): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new InterfaceError(`${scope}: reading the live list was interrupted`, { kind: "aborted" });
  }
}

async function sweepOnce(
  scope: Scope,
  pageSize: number,
  reader: ListReader,
): Promise<readonly CarRow[] | "not-offered"> {
  const first = await reader.carPage(scope, { number: 0, size: pageSize });
  if (first === "not-offered") return "not-offered";
  refute(totalsFlaw(first) ?? pageFlaw(first, 0, first));
  // A server may clamp the size without a word; its echo is what the page numbers count in.
  const { size } = first;
  const rest = await sideBySide(pagesAfter(first), PAGES_AT_ONCE, async (number) => {
    const page = await reader.carPage(scope, { number, size });
    refute(pageFlaw(page, number, first));
    return page === "not-offered" ? [] : page.items;
  });
  const rows = [first.items, ...rest].flat();
  const isUnique = new Set(rows.map(({ licenseNumber }) => licenseNumber)).size === rows.length;
  refute(isUnique ? undefined : "the same car is on it twice");
  return rows;
}

function refute(flaw: string | undefined): void {
  if (flaw !== undefined) throw new Contradiction(flaw);
}

// A full last page may hide more rows than the totals own up to, so one page past it is read, too (reliability D4).
function* pagesAfter({ totalElements, size }: Page<CarRow>): Generator<number> {
  for (let number = 1; totalElements > 0 && number * size <= totalElements; number += 1) yield number;
}

function totalsFlaw({ size, totalElements, totalPages }: Page<CarRow>): string | undefined {
  const isCount = Number.isSafeInteger(totalElements) && totalElements >= 0 && totalElements <= MOST_ROWS;
  const isSize = Number.isSafeInteger(size) && size >= (totalElements === 0 ? 0 : 1);
  if (!isCount || !isSize) return `its totals make no sense (${totalElements} cars, ${size} a page)`;
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
