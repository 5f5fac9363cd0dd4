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
import { type SweepPorts, sweepCars } from "./sweep.ts";

/** Accounts read at once. */
const SCOPES_AT_ONCE = 4;

/** What could be read, and what stood in the way. Never throws: one scope's failure does not hide another's. */
export type LiveReading =
  | {
      readonly kind: "live";
      readonly live: LiveState;
      readonly warnings: readonly Diagnostic[];
      /** Scopes whose list the server turned out not to offer, for the state to remember. */
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
  const listNotOffered: Scope[] = [];
  const readings = await sideBySide(scopes, SCOPES_AT_ONCE, async (scope): Promise<ScopeReading> => {
    try {
      const listed = await readList(desired, scope, memory, ports);
      if (listed) return listed;
      if (desired.interface.accountList === "auto") listNotOffered.push(scope);
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

async function readList(
  desired: DesiredState,
  scope: Scope,
  memory: Memory,
  ports: SweepPorts,
): Promise<LiveScope | undefined> {
  const { accountList, pageSize, foldLookalikes } = desired.interface;
  const baId = accountIdOf(scope);
  if (baId !== undefined && (accountList === false || isKnownNotOffered(desired, scope, memory))) return undefined;
  const rows = await sweepCars(scope, pageSize, ports);
  if (rows !== "not-offered") return liveScopeOf(scope, "list", rows, { foldLookalikes });
  if (baId === undefined) {
    throw new InterfaceError(
      "GET /api/cars is not there: check the base address, or whether this integration is in billing-account mode",
      {
        kind: "status",
        status: 404,
      },
    );
  }
  if (accountList === true) {
    throw new InterfaceError(
      `${scope}: the server does not list this account's cars, and interface.accountList is true`,
      {
        kind: "status",
        status: 404,
      },
    );
  }
  if (await ports.reader.accountExists(baId)) return undefined;
  throw new InterfaceError(
    `${scope}: the server knows no billing account ${baId}; check the id, and that the credentials belong to its owner`,
    {
      kind: "status",
      status: 404,
    },
  );
}

function isKnownNotOffered(desired: DesiredState, scope: Scope, memory: Memory): boolean {
  return desired.interface.accountList === "auto" && (memory.get(scope)?.listNotOffered ?? false);
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
    if (error instanceof InterfaceError && error.failure.kind !== "aborted") return error;
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
