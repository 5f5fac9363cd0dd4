import {
  accountIdOf,
  accountScope,
  compareScopes,
  type DesiredScope,
  type RowsSetAside,
  setAside,
} from "../../allowlist/index.ts";
import { readUsersOneByOne } from "../../live/index.ts";
import { InterfaceError } from "../../ports/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../../runtime/map-concurrent.ts";
import { type AuditedAccount, type AuditedUser, noteRepeatedAcross } from "../index.ts";
import { type AuditReader, noteSetAside, tryRead } from "./audit-reader.ts";
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
    const billed = needs.has("billing")
      ? await tryRead(audit, scope, () => readBilling(audit, baId, desired, users))
      : undefined;
    return { scope, desired, ...(users && { users }), ...(billed && { billed }) };
  });
  noteRepeatedAcross(read);
  return read;
}

interface Account {
  readonly baId: string;
  /** The list that holds for it. */
  readonly desired: DesiredScope;
}

async function accountsOf(audit: AuditReader): Promise<readonly Account[]> {
  const { desired, scopes } = audit;
  if (desired.mode === "billing-account") {
    return scopes.flatMap((one) => {
      const baId = accountIdOf(one.scope);
      return baId === undefined ? [] : [{ baId, desired: one }];
    });
  }
  const [global] = scopes;
  const known = await tryRead(audit, "global", () => readAccountIds(audit));
  if (known === "not-offered") {
    const message =
      "the server does not list its billing accounts, so parking users and billing records are not looked at";
    audit.warnings.push({ code: "accounts-not-offered", message });
  }
  if (known === undefined || known === "not-offered") return [];
  return global ? known.map((baId) => ({ baId, desired: global })) : [];
}

/**
 * The ids of all billing accounts that the server names, in the order of scopes (interface 4.12).
 * @throws InterfaceError when they cannot be read.
 */
export async function readAccountIds({ ports }: AuditReader): Promise<readonly string[] | "not-offered"> {
  try {
    const ids = new Set((await ports.reader.billingAccounts()).map(({ baId }) => baId));
    return [...ids].sort((left, right) => compareScopes(accountScope(left), accountScope(right)));
  } catch (error) {
    if (!(error instanceof InterfaceError) || !isNotOffered(error)) throw error;
    return "not-offered";
  }
}

async function readUsers(audit: AuditReader, baId: string): Promise<readonly AuditedUser[]> {
  const { users, setAside: odd } = await readUsersOneByOne(baId, audit.ports.reader);
  const rows: RowsSetAside = { count: 0, rows: [] };
  for (const row of odd) setAside(rows, row);
  noteSetAside(audit, accountScope(baId), "parking user", rows);
  return users.map(({ id, status, costCenter, cars }) => ({
    id,
    status,
    costCenter,
    cars: cars.map(({ licenseNumber }) => licenseNumber),
  }));
}

function isNotOffered({ failure }: InterfaceError): boolean {
  return failure.kind === "status" && NOT_OFFERED.includes(failure.status);
}
