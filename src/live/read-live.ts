import {
  accountIdOf,
  type DesiredState,
  type Diagnostic,
  type LiveScope,
  type LiveState,
  type PlateKey,
  plateKeyOf,
  type Scope,
} from "../allowlist/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../run/collections.ts";
import { InterfaceError, type Memory } from "../run/ports/index.ts";
import { orFailure, type SweepPorts, sweepLive } from "./sweep.ts";

/** What could be read, and all that failed: one scope's failure does not hide another's. */
export type LiveReading =
  | {
      readonly kind: "live";
      readonly live: LiveState;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly kind: "unreadable"; readonly failures: readonly InterfaceError[] };

const FORBIDDEN =
  "the server does not list this account's cars, and answered 403 to the question whether there is this account: check its id, and what the " +
  "credentials may read; where the account is there and its cars are not listed, write interface.accountList: false";

type Fleet = ReadonlySet<PlateKey> | InterfaceError;

/** Reads the live cars of the given scopes, each from the best source there is, and the fleet cars. */
export async function readLive(
  desired: DesiredState,
  scopes: readonly Scope[],
  memory: Memory,
  ports: SweepPorts,
): Promise<LiveReading> {
  const fleetReading = orFailure(readFleet(desired, ports));
  // It is awaited later, perhaps after a list has failed.
  fleetReading.catch(() => undefined);
  const readScope = async (scope: Scope): Promise<LiveScope> => {
    const listed = await readLiveList(desired, scope, ports, memory.get(scope)?.wasRead);
    if (listed) return listed;
    await requireServer(scope, await fleetReading, ports);
    return withoutList(scope, memory);
  };
  const readings = await mapConcurrent(scopes, LARGEST_CONCURRENCY, (scope) => orFailure(readScope(scope)));
  const fleet = await fleetReading;
  if (fleet instanceof InterfaceError && fleet.endsRun) return { kind: "unreadable", failures: [fleet] };
  const failures = readings.filter((reading) => reading instanceof InterfaceError);
  if (failures.length > 0) return { kind: "unreadable", failures };
  const scopesRead = readings.flatMap((reading) => (reading instanceof InterfaceError ? [] : [reading]));
  return {
    kind: "live",
    live: {
      scopes: new Map(scopesRead.map((scope) => [scope.scope, scope])),
      fleet: fleet instanceof InterfaceError ? undefined : fleet,
      memory,
    },
    warnings: fleet instanceof InterfaceError ? [fleetWarning(fleet)] : [],
  };
}

/**
 * One consistent sweep of a scope's list; undefined for an account whose cars the server does not list. A list that was
 * read before (`wasRead`) is there: no answer makes it one that is not offered.
 * @throws InterfaceError when the list cannot be read, or there is no such account.
 */
export async function readLiveList(
  { interface: settings }: Pick<DesiredState, "interface">,
  scope: Scope,
  ports: SweepPorts,
  wasRead = false,
): Promise<LiveScope | undefined> {
  const baId = accountIdOf(scope);
  if (baId !== undefined && settings.accountList === false) return undefined;
  const live = await sweepLive(scope, settings, ports);
  if (live !== "not-offered") return live;
  if (baId === undefined) {
    throw notThere(
      "GET /api/cars is not there: check the base address, whether this integration is in billing-account mode, and whether pages are counted from 1 (interface.firstPage)",
    );
  }
  if (settings.accountList === true) {
    throw notThere(`${scope}: the server does not list this account's cars, and interface.accountList is true`);
  }
  const exists = await ports.reader.accountExists(baId);
  if (exists === "forbidden") throw new InterfaceError(`${scope}: ${FORBIDDEN}`, { kind: "auth", status: 403 });
  if (!exists) {
    throw notThere(
      `${scope}: the server knows no billing account ${baId}; check the id, and that the credentials belong to its owner`,
    );
  }
  if (!wasRead) return undefined;
  throw listWithdrawn(scope);
}

/** A list that was read before and that the server denies now: no answer makes it one that is not offered. */
export function listWithdrawn(scope: Scope): InterfaceError {
  return notThere(
    `${scope}: this list was read before, and now the server says that there is none. Try again later; ` +
      "if the server has given up listing cars for good, write interface.accountList: false",
  );
}

function notThere(message: string): InterfaceError {
  return new InterfaceError(message, { kind: "status", status: 404 });
}

// Where no list is read, a server that is down or refuses the login shows itself in the fleet cars only, and there it may as
// well be a missing permission. Any other call to the server shows it: it rejects when nothing can be had.
async function requireServer(scope: Scope, fleet: Fleet, { reader }: SweepPorts): Promise<void> {
  const baId = accountIdOf(scope);
  if (baId !== undefined && fleet instanceof InterfaceError) await reader.accountExists(baId);
}

function withoutList(scope: Scope, memory: Memory): LiveScope {
  const remembered = memory.get(scope);
  const known = remembered?.touched ? remembered : undefined;
  return {
    scope,
    source: known ? "state" : "none",
    entries: known?.entries ?? new Map(),
    unreadable: [],
    baseline: known?.baseline ? "known" : "unknown",
  };
}

async function readFleet(desired: DesiredState, { reader }: SweepPorts): Promise<ReadonlySet<PlateKey>> {
  const cars = await reader.fleetCars();
  return new Set(cars.flatMap(({ licenseNumber }) => plateKeyOf(licenseNumber, desired.interface) ?? []));
}

function fleetWarning(error: InterfaceError): Diagnostic {
  return {
    severity: "warning",
    code: "fleet-unreadable",
    message: `the fleet cars could not be read, so it is not known which cars are in use: ${error.message}`,
  };
}
