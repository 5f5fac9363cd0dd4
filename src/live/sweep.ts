import { isDeepStrictEqual } from "node:util";
import type { InterfaceSettings, LiveScope, Scope } from "../allowlist/index.ts";
import { LARGEST_CONCURRENCY } from "../run/collections.ts";
import { MAX_ATTEMPTS, retryDelay } from "../run/pace.ts";
import {
  type CarRow,
  type Clock,
  InterfaceError,
  type ListReader,
  type PageRequest,
  type Random,
} from "../run/ports/index.ts";
import { LiveCars } from "./live-cars.ts";
import { Contradiction, type ListSize, readPages, ShortFirstPage, UnclearEnd } from "./paging.ts";

/** Equal sweeps in a row that prove that rows are on a list twice. */
const SWEEPS_OF_PROOF = 2;

/** In a list this short, an order that changes from page to page may repeat itself by chance: every attempt must be equal. */
const SHORT_LIST = 20;

/** What a sweep needs from the world. */
export interface SweepPorts {
  readonly reader: ListReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/**
 * One consistent sweep of a scope's list, or `not-offered`: its cars in the list's order, each once. A sweep whose pages
 * contradict each other is repeated.
 * @throws InterfaceError when the list cannot be read, or keeps changing.
 */
export async function sweepCars(
  scope: Scope,
  pageSize: number,
  ports: SweepPorts,
): Promise<readonly CarRow[] | "not-offered"> {
  return await sweep(scope, pageSize, ports, () => {
    const rows = new Map<string, CarRow>();
    return {
      add(row) {
        const isNew = !rows.has(row.licenseNumber);
        if (isNew) rows.set(row.licenseNumber, row);
        return isNew;
      },
      isEqual: (row) => isDeepStrictEqual(row, rows.get(row.licenseNumber)),
      plates: () => rows.keys(),
      result: () => [...rows.values()],
    };
  });
}

/** The same sweep as a live scope, without keeping the rows. */
export async function sweepLive(
  scope: Scope,
  settings: InterfaceSettings,
  ports: SweepPorts,
): Promise<LiveScope | "not-offered"> {
  return await sweep(scope, settings.pageSize, ports, () => {
    const cars = new LiveCars(settings);
    return {
      add: (row) => cars.add(row),
      isEqual: (row) => cars.holds(row),
      plates: () => cars.plates(),
      result: (repeated) => cars.toScope(scope, repeated),
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
  /** False when a row of this licenseNumber was there already. */
  readonly add: (row: CarRow) => boolean;
  /** Whether a row that was there already says the same of the car. */
  readonly isEqual: (row: CarRow) => boolean;
  /** What came, in its order. */
  readonly plates: () => Iterable<string>;
  /** Hears which plates came in several equal rows. */
  readonly result: (repeated: readonly string[]) => Result;
}

async function sweep<Result>(
  scope: Scope,
  pageSize: number,
  ports: SweepPorts,
  begin: () => Gathering<Result>,
): Promise<Result | "not-offered"> {
  const proof = new RepetitionProof();
  let size = pageSize;
  let failed: Contradiction | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS.read; attempt += 1) {
    if (attempt > 1) await pause(scope, retryDelay(attempt, ports.random), ports);
    try {
      const gathering = begin();
      const swept = await sweepPages(scope, size, ports.reader, gathering);
      if (swept === "not-offered") return swept;
      if (proof.isReal(swept, gathering))
        return gathering.result(swept.repeated.map(({ licenseNumber }) => licenseNumber));
      failed = new Contradiction("the same car is on it twice");
      size = swept.totalElements > swept.size ? otherSize(swept) : size;
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      proof.forget();
      failed = error;
      size = sizeAfter(error, pageSize);
    }
  }
  if (failed instanceof UnclearEnd && failed.cause) throw failed.cause;
  throw new InterfaceError(
    `${scope}: the live list could not be read whole in ${MAX_ATTEMPTS.read} attempts: ${failed?.message}. Try again when nobody else changes the list`,
    { kind: "inconsistent" },
  );
}

/**
 * Rows that come twice may be a list without a unique key, or pages that overlap. Only the list gives the same rows in the
 * same order again, in pages of another size, too.
 */
class RepetitionProof {
  #last: string | undefined;
  #equal = 0;

  isReal({ repeated, size, totalElements }: SweptPages, { plates }: Gathering<unknown>): boolean {
    if (repeated.length === 0) return true;
    const places = repeated.map(({ at, licenseNumber }) => `${at} ${licenseNumber}`);
    const seen = [totalElements, ...places, "", ...plates()].join("\n");
    this.#equal = seen === this.#last ? this.#equal + 1 : 1;
    this.#last = seen;
    const isShort = totalElements > size && totalElements < SHORT_LIST;
    return this.#equal >= (isShort ? MAX_ATTEMPTS.read : SWEEPS_OF_PROOF);
  }

  forget(): void {
    this.#last = undefined;
  }
}

function sizeAfter(error: Contradiction, pageSize: number): number {
  if (error instanceof UnclearEnd) return otherSize(error.first);
  return error instanceof ShortFirstPage ? error.size : pageSize;
}

// A size that leaves the last page short where there is one, so that no page past it must be read.
function otherSize({ size, totalElements }: ListSize): number {
  for (let smaller = size - 1; smaller > 1; smaller -= 1) if (totalElements % smaller !== 0) return smaller;
  return totalElements % (size + 1) === 0 ? size : size + 1;
}

async function pause(scope: Scope, milliseconds: number, { clock, signal }: SweepPorts): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new InterfaceError(`${scope}: reading the live list was interrupted`, { kind: "aborted" });
  }
}

/** A sweep that came to its end: rows that came more than once, each time alike, and where the further ones were. */
interface SweptPages extends ListSize {
  readonly repeated: readonly { readonly at: number; readonly licenseNumber: string }[];
}

/**
 * Reads every page of a list and hands on its rows in the list's order.
 * @throws Contradiction when the pages cannot all be true, InterfaceError when one cannot be read.
 */
async function sweepPages(
  scope: Scope,
  pageSize: number,
  reader: ListReader,
  { add, isEqual }: Gathering<unknown>,
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

/** The result, or the failed read as a value; whatever else goes wrong rejects. */
export async function orFailure<Result>(work: Promise<Result>): Promise<Result | InterfaceError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InterfaceError) return error;
    throw error;
  }
}

/** The same, but an interrupt rejects, too. */
export async function toResult<Result>(work: Promise<Result>): Promise<Result | InterfaceError> {
  const result = await orFailure(work);
  if (result instanceof InterfaceError && result.endsRun) throw result;
  return result;
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
      const hasChanged = error instanceof InterfaceError && error.failure.kind === "inconsistent";
      if (!hasChanged || attempt === MAX_ATTEMPTS.read) throw error;
    }
  }
}
