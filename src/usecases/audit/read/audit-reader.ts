import type { DesiredScope, DesiredState, PlateKey, RowsSetAside, Scope } from "../../../allowlist/index.ts";
import type { AuditDocument, ClaimsFrom } from "../../../documents/index.ts";
import type { FleetReader } from "../../../fleet-api/index.ts";
import { type SweepPorts, toResult } from "../../../live/index.ts";
import type { PlanWarning } from "../../../plan/index.ts";
import { InterfaceError, type Memory } from "../../../run/ports/index.ts";
import type { AuditSource } from "../../../schema/audit-rules/index.ts";
import type { Timeline } from "../../history/index.ts";
import type { ClaimedRecord, DaysOfLeaving, DepartedRecord } from "../index.ts";
import type { ListedCars } from "./listed-cars.ts";
import type { AuditRange } from "./record-range.ts";

/** What could not be read, and of which list or account; fleet cars belong to none and are `global`. */
export interface ReadFailure {
  readonly scope: Scope;
  readonly error: InterfaceError;
}

/** Rows of an account that could not be judged; the first of them by name. */
export type ScopeSetAside = NonNullable<AuditDocument["setAside"]>[number];

/** All that reading for an audit needs, and where it collects what prevented it. */
export interface AuditReader {
  readonly desired: DesiredState;
  /** The scopes that are looked at. */
  readonly scopes: readonly DesiredScope[];
  readonly needs: ReadonlySet<AuditSource>;
  readonly range: AuditRange;
  /** Today, YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  readonly ports: SweepPorts & { readonly reader: FleetReader };
  readonly memory: Memory;
  /** The cars that were taken off during the range, and their records. */
  readonly departures: DaysOfLeaving;
  readonly departed: DepartedRecord[];
  /** The cars that lists have now, once they are read. */
  readonly listed: ListedCars;
  /** When cars were on the lists. */
  readonly timeline: Timeline;
  readonly isProtected: (plateKey: PlateKey) => boolean;
  /** Why the policy leaves a car on a list that holds it now and that no file wants there. */
  readonly keptOn: (scope: Scope, plateKey: PlateKey) => string | undefined;
  readonly failures: ReadFailure[];
  readonly warnings: PlanWarning[];
  readonly setAside: ScopeSetAside[];
  /** What claims may rest on. */
  readonly claimsFrom: ClaimsFrom;
  /** What was claimed before, by account, when claims are asked for. */
  readonly claimed?: ReadonlyMap<Scope, readonly ClaimedRecord[]>;
}

/** Reports rows that could not be judged, if there are any. */
export function reportSetAside(
  { setAside }: AuditReader,
  scope: Scope,
  what: ScopeSetAside["what"],
  { count, rows }: RowsSetAside,
): void {
  if (count > 0) setAside.push({ scope, what, count, rows });
}

/** Most readings of one thing that is to be the same twice in a row. */
const MOST_READINGS = 4;

/** Runs one reading. When the interface fails it, reports the failure and resolves to undefined; an interrupt or the end of the run's time ends all. */
export async function tryRead<Result>(
  { failures }: AuditReader,
  scope: Scope,
  reading: () => Promise<Result>,
): Promise<Result | undefined> {
  const result = await toResult(reading());
  if (!(result instanceof InterfaceError)) return result;
  failures.push({ scope, error: result });
  return undefined;
}

/**
 * Reads until two readings in a row are the same: only then does the absence of a row mean anything.
 * `isEnough` says that the first reading claims no absence.
 * @throws InterfaceError when they still differ after four.
 */
export async function readUntilSame<Result>(
  what: string,
  read: () => Promise<Result>,
  isSame: (left: Result, right: Result) => boolean,
  isEnough: (first: Result) => boolean = () => false,
): Promise<Result> {
  let last = await read();
  if (isEnough(last)) return last;
  for (let readings = 2; readings <= MOST_READINGS; readings += 1) {
    const next = await read();
    if (isSame(last, next)) return next;
    last = next;
  }
  throw new InterfaceError(
    `${what} changed between any two of ${MOST_READINGS} readings, so nothing can be said to be missing. Try again when nobody else changes it`,
    { kind: "inconsistent" },
  );
}
