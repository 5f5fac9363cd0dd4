import {
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredState,
  type InterfaceSettings,
  type Scope,
} from "../../src/allowlist/index.ts";
import type { SweepPorts } from "../../src/live/index.ts";
import { systemClock } from "../../src/process/system-clock.ts";
import {
  type CarRow,
  InterfaceError,
  type InterfaceFailure,
  type ListReader,
  type Page,
  type PageRequest,
} from "../../src/run/ports/index.ts";

export function carRow(licenseNumber: string): CarRow {
  return { licenseNumber, features: [], addedByCustomerCare: false };
}

/** That many plates, in order. */
export function plates(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `AB${1000 + at}`);
}

/** The page of a list as an honest server gives it. */
export function pageOf(list: readonly string[], { number, size }: PageRequest): Page<CarRow> {
  const items = list.slice(number * size, (number + 1) * size).map(carRow);
  return { items, number, size, totalElements: list.length, totalPages: Math.ceil(list.length / size) };
}

/** A fleet file that declares some lists, and no cars. */
export function desiredFor(scopes: readonly Scope[], settings: Partial<InterfaceSettings> = {}): DesiredState {
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  return {
    mode: scopes.includes("global") ? "global" : "billing-account",
    scopes: scopes.map((scope) => ({ scope, source, entries: new Map() })),
    policy: DEFAULT_POLICY,
    interface: { ...DEFAULT_INTERFACE, pageSize: 10, ...settings },
    timeZone: "UTC",
    files: [],
  };
}

export function failure(message: string, kind: InterfaceFailure): InterfaceError {
  return new InterfaceError(message, kind);
}

export const SERVER_DOWN = failure("the server is down", { kind: "transport" });

/** A reader of an empty, honest server; tests say what differs. */
export function readerWith(differing: Partial<ListReader>): ListReader {
  return {
    carPage: async (_, page) => pageOf([], page),
    accountExists: async () => true,
    fleetCars: async () => [],
    ...differing,
  };
}

/** Ports with a clock that does not wait, and counts what it was asked to. */
export function portsWith(differing: Partial<ListReader>, signal = new AbortController().signal) {
  const slept: number[] = [];
  const ports: SweepPorts = {
    reader: readerWith(differing),
    clock: {
      now: () => 0,
      monotonic: () => 0,
      async sleep(milliseconds, aborted) {
        aborted?.throwIfAborted();
        slept.push(milliseconds);
      },
      turn: systemClock.turn,
    },
    random: () => 0.5,
    signal,
  };
  return { ports, slept };
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<InterfaceError> {
  const outcome = await promise.then(
    () => new Error("it did not reject"),
    (error: unknown) => error,
  );
  if (outcome instanceof InterfaceError) return outcome;
  throw outcome;
}
