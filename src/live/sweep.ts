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

type Sweep =
  | { readonly kind: "rows"; readonly rows: readonly CarRow[] }
  | { readonly kind: "not-offered" }
  | { readonly kind: "inconsistent"; readonly why: string };

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
    if (attempt > 1) await ports.clock.sleep(retryDelay(attempt, ports.random), ports.signal);
    const sweep = await sweepOnce(scope, pageSize, ports);
    if (sweep.kind === "rows") return sweep.rows;
    if (sweep.kind === "not-offered") return "not-offered";
    why = sweep.why;
  }
  throw new InterfaceError(
    `${scope}: the live list could not be read whole: ${why}, ${MAX_ATTEMPTS.read} times in a row. Try again when nobody else changes the list`,
    { kind: "inconsistent" },
  );
}

/** One consistent sweep of a list that is known to be there, as a live scope. Throws an `InterfaceError` when it fails. */
export async function sweepScope(scope: Scope, settings: InterfaceSettings, ports: SweepPorts): Promise<LiveScope> {
  const rows = await sweepCars(scope, settings.pageSize, ports);
  if (rows !== "not-offered") return liveScopeOf(scope, "list", rows, settings);
  throw new InterfaceError(`${scope}: the server has stopped offering this list`, { kind: "status", status: 404 });
}

async function sweepOnce(scope: Scope, pageSize: number, { reader }: SweepPorts): Promise<Sweep> {
  const first = await reader.carPage(scope, { number: 0, size: pageSize });
  if (first === "not-offered") return { kind: "not-offered" };
  // A server may clamp the size without a word; its echo is what the page numbers count in.
  const size = first.size;
  const oddity = totalsOddity(first);
  if (oddity) return { kind: "inconsistent", why: oddity };

  const last = Math.ceil(first.totalElements / size);
  const numbers = Array.from({ length: Math.max(0, last - 1) }, (_, at) => at + 1);
  // A full last page may hide more rows than the totals own up to.
  if (first.totalElements > 0 && first.totalElements % size === 0) numbers.push(last);
  const rest = await sideBySide(numbers, PAGES_AT_ONCE, (number) => reader.carPage(scope, { number, size }));

  const pages = [first, ...rest.filter((page) => page !== "not-offered")];
  const why = rest.length !== pages.length - 1 ? "a page is missing" : contradiction(pages, first);
  if (why) return { kind: "inconsistent", why };
  return { kind: "rows", rows: pages.flatMap((page) => page.items) };
}

function totalsOddity({ size, totalElements, totalPages }: Page<CarRow>): string | undefined {
  if (size < 1 || totalElements > MOST_ROWS) return `its totals make no sense (${totalElements} cars, ${size} a page)`;
  const expected = Math.ceil(totalElements / size);
  if (totalPages !== expected && !(totalElements === 0 && totalPages === 1)) {
    return `it says ${totalPages} pages where ${totalElements} cars at ${size} a page make ${expected}`;
  }
  return undefined;
}

function contradiction(pages: readonly Page<CarRow>[], first: Page<CarRow>): string | undefined {
  const seen = new Set<string>();
  for (const { number, size, totalElements, items } of pages) {
    if (size !== first.size || totalElements !== first.totalElements) return "its totals changed between pages";
    const due = Math.max(0, Math.min(size, totalElements - number * size));
    if (items.length !== due) return `page ${number} holds ${items.length} cars instead of ${due}`;
    for (const { licenseNumber } of items) {
      if (seen.has(licenseNumber)) return "the same car is on it twice";
      seen.add(licenseNumber);
    }
  }
  return undefined;
}
