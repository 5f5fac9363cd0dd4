import {
  accountIdOf,
  accountScope,
  compareScopes,
  plateKeyOf,
  type RowsSetAside,
  setAside,
} from "../../../allowlist/index.ts";
import { readUsersOneByOne, toResult } from "../../../live/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../../../run/collections.ts";
import { InterfaceError } from "../../../run/ports/index.ts";
import { type AuditedAccount, type AuditedUser, markRepeatedAcross } from "../index.ts";
import { type AuditReader, reportSetAside, tryRead } from "./audit-reader.ts";
import { readBilling } from "./read-billing.ts";

/** The answers that mean "there is no such list here". */
const NOT_OFFERED = [404, 405, 501];

/** Reads parking users and billing records, as far as rules need them, of the accounts that are looked at. */
export async function readAccounts(audit: AuditReader): Promise<AuditedAccount[]> {
  const { needs } = audit;
  if (!needs.has("users") && !needs.has("billing")) return [];
  const accounts = await accountsOf(audit);
  const read = await mapConcurrent(accounts, LARGEST_CONCURRENCY, async ({ baId, desired }) => {
    const scope = accountScope(baId);
    const users = needs.has("users") ? await tryRead(audit, scope, () => readUsers(audit, baId)) : undefined;
    const billing = needs.has("billing")
      ? await tryRead(audit, scope, () => readBilling(audit, baId, desired, users))
      : undefined;
    return { scope, desired, ...(users && { users }), ...billing };
  });
  markRepeatedAcross(read);
  return read;
}

/** The ids of the accounts that are looked at, each with the list that holds for it. */
async function accountsOf(audit: AuditReader) {
  const { desired, scopes } = audit;
  if (desired.mode === "billing-account")
    return scopes.map((one) => ({ baId: accountIdOf(one.scope) ?? "", desired: one }));
  const known = await readAccountIds(audit);
  return scopes.flatMap((global) => (known ?? []).map((baId) => ({ baId, desired: global })));
}

/** The ids of all billing accounts that the server names, in the order of scopes (interface 4.12); undefined where it does not, or they cannot be read. */
export async function readAccountIds(audit: AuditReader): Promise<readonly string[] | undefined> {
  const { desired, ports, failures, warnings } = audit;
  const accounts = await toResult(ports.reader.billingAccounts());
  if (!(accounts instanceof InterfaceError)) {
    const ids = new Set(accounts.map(({ baId }) => baId));
    return [...ids].sort((left, right) => compareScopes(accountScope(left), accountScope(right)));
  }
  const { failure } = accounts;
  const isOffered = failure.kind !== "status" || !NOT_OFFERED.includes(failure.status);
  if (isOffered) failures.push({ scope: "global", error: accounts });
  else if (desired.mode === "global") {
    const message =
      "the server does not list its billing accounts, so parking users and billing records are not looked at";
    warnings.push({ code: "accounts-not-offered", message });
  }
  return undefined;
}

async function readUsers(audit: AuditReader, baId: string): Promise<readonly AuditedUser[]> {
  const { users, setAside: odd } = await readUsersOneByOne(baId, audit.ports.reader);
  const rows: RowsSetAside = { count: 0, rows: [] };
  for (const row of odd) setAside(rows, row);
  reportSetAside(audit, accountScope(baId), "parking user", rows);
  return users.map(({ id, status, costCenter, ...user }) => {
    const cars = user.cars.map(({ licenseNumber }) => licenseNumber);
    const plateKeys = new Set(cars.flatMap((car) => plateKeyOf(car, audit.desired.interface) ?? []));
    return { id, status, costCenter, cars, plateKeys };
  });
}
