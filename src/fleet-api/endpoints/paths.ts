import { accountIdOf, isAccountId, type Scope } from "../../allowlist/index.ts";

/** Where the calls of interface 4 live, below an address; ids are checked, so that a path has these segments and no others. */
export const paths = {
  login: "/auth/v1",
  globalCars: "/api/cars",
  fleetCars: "/fleets/default/cars",
  billingAccounts: "/api/billing-accounts",
  parkingUsers: (baId: string) => `${accountPath(baId)}/parking-users`,
  parkingUser: (baId: string, puId: string) => `${accountPath(baId)}/parking-users/${segment(puId)}`,
  parkingUserCars: (baId: string, puId: string) => `${accountPath(baId)}/parking-users/${segment(puId)}/cars`,
  billingRecords: (baId: string) => `${accountPath(baId)}/billing-info-records`,
  accountCars: (baId: string) => `${accountPath(baId)}/cars`,
} as const;

/** The list of a scope's cars. Throws a RangeError for an account id that is none. */
export function carsPath(scope: Scope): string {
  const baId = accountIdOf(scope);
  return baId === undefined ? paths.globalCars : paths.accountCars(baId);
}

/** A query as name and value pairs, in order; names may repeat. */
export type Query = readonly (readonly [name: string, value: string])[];

/** The address of a call: the server's base path is kept. */
export function endpoint(base: URL, path: string, query: Query = []): URL {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return new URL(`${base.href.replace(/\/$/, "")}${path}${pairs.length > 0 ? "?" : ""}${pairs.join("&")}`);
}

function accountPath(baId: string): string {
  return `${paths.billingAccounts}/${segment(baId)}`;
}

function segment(id: string): string {
  if (!isAccountId(id))
    throw new RangeError(`${JSON.stringify(id.slice(0, 40))} is no id: an int64 in plain digits is due.`);
  return encodeURIComponent(id);
}
