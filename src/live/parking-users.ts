import {
  accountIdOf,
  type InterfaceSettings,
  type LiveScope,
  type PlateRules,
  type RowSetAside,
  type Scope,
} from "../allowlist/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../run/collections.ts";
import { type CarTarget, InterfaceError, type UserReader } from "../run/ports/index.ts";
import { LiveCars } from "./live-cars.ts";
import { orFailure, retryIfListChanged, type SweepPorts, sweepScope } from "./sweep.ts";

/** A parking user of an account and the cars that they hold. */
export interface UserHolding extends Required<CarTarget> {
  readonly held: LiveScope;
}

/** Who holds cars in some accounts, or all that prevented finding out. */
export type HoldingReading =
  | { readonly kind: "holdings"; readonly holdings: readonly UserHolding[] }
  | { readonly kind: "unreadable"; readonly failures: readonly InterfaceError[] };

/** Reads who holds which cars in the given accounts (interface 4.4, 4.2). */
export async function readUserHoldings(
  scopes: readonly Scope[],
  rules: PlateRules,
  reader: UserReader,
): Promise<HoldingReading> {
  const readings = await mapConcurrent(scopes, LARGEST_CONCURRENCY, (scope) =>
    orFailure(holdingsIn(scope, rules, reader)),
  );
  const failures = readings.filter((reading) => reading instanceof InterfaceError);
  if (failures.length > 0) return { kind: "unreadable", failures };
  return { kind: "holdings", holdings: readings.flatMap((one) => (one instanceof InterfaceError ? [] : one)) };
}

async function holdingsIn(scope: Scope, rules: PlateRules, reader: UserReader): Promise<readonly UserHolding[]> {
  const baId = accountIdIn(scope);
  const users = await retryIfListChanged(() => all(reader.parkingUsers(baId)));
  const read = await mapConcurrent(users, LARGEST_CONCURRENCY, ({ id }) => unlessGone(reader.parkingUser(baId, id)));
  return read.flatMap((user) => (user ? [{ scope, parkingUser: user.id, held: heldBy(scope, user.cars, rules) }] : []));
}

/** Reads users one by one. */
interface UserRowReader<User> {
  parkingUserRows(
    baId: string,
  ): AsyncIterable<
    | { readonly kind: "row"; readonly item: { readonly id: string } }
    | { readonly kind: "odd"; readonly row: RowSetAside }
  >;
  parkingUser(baId: string, puId: string): Promise<User>;
}

/**
 * Every parking user of an account with their cars; who is not as documented is set aside, and hides no other. A list that
 * changes while it is read is read again.
 * @throws InterfaceError when the users cannot be read, or their list keeps changing.
 */
export async function readUsersOneByOne<User>(
  baId: string,
  reader: UserRowReader<User>,
): Promise<{ readonly users: readonly User[]; readonly setAside: readonly RowSetAside[] }> {
  const rows = await retryIfListChanged(() => all(reader.parkingUserRows(baId)));
  const ids = rows.flatMap((row) => (row.kind === "row" ? [row.item.id] : []));
  const listed = rows.flatMap((row) => (row.kind === "odd" ? [row.row] : []));
  const read = await mapConcurrent(ids, LARGEST_CONCURRENCY, async (id) =>
    unlessOdd(id, unlessGone(reader.parkingUser(baId, id))),
  );
  return {
    users: read.flatMap((one) => ("user" in one && one.user !== undefined ? [one.user] : [])),
    setAside: [...listed, ...read.flatMap((one) => ("odd" in one ? [one.odd] : []))],
  };
}

async function unlessOdd<User>(
  id: string,
  reading: Promise<User>,
): Promise<{ readonly user: User } | { readonly odd: RowSetAside }> {
  try {
    return { user: await reading };
  } catch (error) {
    if (!(error instanceof InterfaceError) || error.failure.kind !== "shape") throw error;
    return { odd: { id, licensePlate: "", reason: error.message } };
  }
}

/**
 * A fresh reading of a scope's list, or of the cars that a parking user holds: none when there is no such user any more.
 * @throws InterfaceError when it cannot be read.
 */
export async function readAgain(
  { scope, parkingUser }: CarTarget,
  settings: InterfaceSettings,
  ports: SweepPorts & { readonly reader: UserReader },
): Promise<LiveScope> {
  if (parkingUser === undefined) return sweepScope(scope, settings, ports);
  const user = await unlessGone(ports.reader.parkingUser(accountIdIn(scope), parkingUser));
  return heldBy(scope, user?.cars ?? [], settings);
}

function heldBy(scope: Scope, cars: readonly { readonly licenseNumber: string }[], rules: PlateRules): LiveScope {
  const live = new LiveCars(rules);
  for (const { licenseNumber } of cars) live.add({ licenseNumber, features: [], addedByCustomerCare: false });
  return live.toScope(scope);
}

function accountIdIn(scope: Scope): string {
  const baId = accountIdOf(scope);
  if (baId === undefined)
    throw new RangeError("parking users belong to billing accounts, and the global list has none");
  return baId;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

// A user who has gone since the list was read holds no car.
async function unlessGone<User>(reading: Promise<User>): Promise<User | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof InterfaceError && error.failure.kind === "status" && error.failure.status === 404)
      return undefined;
    throw error;
  }
}
