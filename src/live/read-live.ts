import {
  accountIdOf,
  type DesiredState,
  type Diagnostic,
  type LiveScope,
  type LiveState,
  type PlateKey,
  readPlate,
  type Scope,
} from "../allowlist/index.ts";
import { InterfaceError, type Memory } from "../ports.ts";
import { sideBySide } from "../side-by-side.ts";
import { liveScopeOf } from "./live-scope.ts";
import { type SweepPorts, sweepLive } from "./sweep.ts";

/** Accounts read at once. */
const SCOPES_AT_ONCE = 4;

/** What could be read, and all that stood in the way: one scope's failure does not hide another's. */
export type LiveReading =
  | {
      readonly kind: "live";
      readonly live: LiveState;
      readonly warnings: readonly Diagnostic[];
      /** Scopes whose list the server turned out not to offer just now, for the state to remember. */
      readonly listNotOffered: readonly Scope[];
    }
  | { readonly kind: "unreadable"; readonly failures: readonly InterfaceError[] };

type ScopeReading = LiveScope | InterfaceError;
type Fleet = ReadonlySet<PlateKey> | InterfaceError;

/** Reads the live cars of the given scopes, each from the best source there is, and the fleet cars. */
export async function readLive(
  desired: DesiredState,
  scopes: readonly Scope[],
  memory: Memory,
  ports: SweepPorts,
): Promise<LiveReading> {
  const fleet = await readFleet(desired, ports);
  if (fleet instanceof InterfaceError && fleet.failure.kind === "aborted")
    return { kind: "unreadable", failures: [fleet] };
  const listNotOffered: Scope[] = [];
  const readings = await sideBySide(scopes, SCOPES_AT_ONCE, async (scope): Promise<ScopeReading> => {
    try {
      if (isListed(desired, scope, memory)) {
        const listed = await readList(desired, scope, ports);
        if (listed) return listed;
        listNotOffered.push(scope);
      } else await checkLogin(scope, fleet, ports);
      return withoutList(desired, scope, memory, fleet);
    } catch (error) {
      if (error instanceof InterfaceError) return error;
      throw error;
    }
  });
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
    listNotOffered,
  };
}

// Whether there is a list to try: the global one always, an account's unless settings or an earlier run say otherwise.
function isListed({ interface: { accountList } }: DesiredState, scope: Scope, memory: Memory): boolean {
  if (accountIdOf(scope) === undefined || accountList === true) return true;
  return accountList === "auto" && !memory.get(scope)?.listNotOffered;
}

/**
 * One consistent sweep of a scope's list; undefined for an account whose cars the server does not list.
 * @throws InterfaceError when the list cannot be read, or there is no such account.
 */
export async function readList(desired: DesiredState, scope: Scope, ports: SweepPorts): Promise<LiveScope | undefined> {
  const live = await sweepLive(scope, desired.interface, ports);
  if (live !== "not-offered") return live;
  const baId = accountIdOf(scope);
  if (baId === undefined) {
    throw notThere(
      "GET /api/cars is not there: check the base address, or whether this integration is in billing-account mode",
    );
  }
  if (desired.interface.accountList === true) {
    throw notThere(`${scope}: the server does not list this account's cars, and interface.accountList is true`);
  }
  if (await ports.reader.accountExists(baId)) return undefined;
  throw notThere(
    `${scope}: the server knows no billing account ${baId}; check the id, and that the credentials belong to its owner`,
  );
}

function notThere(message: string): InterfaceError {
  return new InterfaceError(message, { kind: "status", status: 404 });
}

// Where no list is read, a refused login shows itself in the fleet cars only, and there it may as well be a missing
// permission. Any other call to the server tells the two apart: it rejects when the login is refused.
async function checkLogin(scope: Scope, fleet: Fleet, { reader }: SweepPorts): Promise<void> {
  const baId = accountIdOf(scope);
  if (baId === undefined || !(fleet instanceof InterfaceError) || fleet.failure.kind !== "auth") return;
  await reader.accountExists(baId);
}

function withoutList(desired: DesiredState, scope: Scope, memory: Memory, fleet: Fleet): LiveScope {
  const remembered = memory.get(scope);
  if (remembered?.touched) {
    return { scope, source: "state", entries: remembered.entries, unreadable: [] };
  }
  if (desired.scopes.length === 1 && !(fleet instanceof InterfaceError)) {
    const rows = [...fleet].map((licenseNumber) => ({ licenseNumber, features: [], addedByCustomerCare: false }));
    return liveScopeOf(scope, "fleet", rows, desired.interface);
  }
  return { scope, source: "none", entries: new Map(), unreadable: [] };
}

async function readFleet(desired: DesiredState, { reader }: SweepPorts): Promise<Fleet> {
  try {
    const cars = await reader.fleetCars();
    const readings = cars.map(({ licenseNumber }) => readPlate(licenseNumber, desired.interface));
    return new Set(readings.flatMap((reading) => (reading.kind === "plate" ? [reading.plateKey] : [])));
  } catch (error) {
    if (error instanceof InterfaceError) return error;
    throw error;
  }
}

function fleetWarning(error: InterfaceError): Diagnostic {
  return {
    severity: "warning",
    code: "fleet-unreadable",
    message: `the fleet cars could not be read, so the plan does not say which cars are in use: ${error.message}`,
  };
}
