import {
  accountScope,
  type RowsSetAside,
  type Scope,
  setAside,
  unmanagedAccounts,
  withCommas,
} from "../../../allowlist/index.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import { ifAnswered } from "../../../live/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../../../run/collections.ts";
import { billedOf, type SummedRecord, type UnmanagedAccount } from "../index.ts";
import { type AuditReader, reportSetAside } from "./audit-reader.ts";
import { readAccountIds } from "./read-accounts.ts";
import { dayReader } from "./tallied-record.ts";

/** This many unmanaged accounts are looked into; the others are only named. */
const MOST_LOOKED_INTO = 1000;

/**
 * The accounts of the server that no fleet file declares or ignores, with what is on their lists and what they were billed.
 * Undefined when only some of the fleet file's accounts are looked at, or the server does not name its accounts.
 */
export async function readUnmanaged(audit: AuditReader): Promise<readonly UnmanagedAccount[] | undefined> {
  const { desired, scopes, needs, warnings } = audit;
  const isPartial = scopes.length < desired.scopes.length;
  if (desired.mode !== "billing-account" || isPartial || !needs.has("accounts")) return undefined;
  const known = await readAccountIds(audit);
  if (!known) return undefined;
  const unmanaged = unmanagedAccounts(desired, known);
  if (unmanaged.length > MOST_LOOKED_INTO) {
    const message = `of ${withCommas(unmanaged.length)} accounts that are in no fleet file, the first ${withCommas(MOST_LOOKED_INTO)} were looked into; the others may hold cars or be billed, too`;
    warnings.push({ code: "unmanaged-accounts-skipped", message });
  }
  const lookedInto = await mapConcurrent(unmanaged.slice(0, MOST_LOOKED_INTO), LARGEST_CONCURRENCY, async (baId) => {
    const scope = accountScope(baId);
    // Its name is a finding already: what cannot be read there makes no audit fail.
    const cars = await ifAnswered(() => countCars(audit, scope));
    const billed = await ifAnswered(() => sumRecords(audit, baId));
    return { scope, ...(cars !== undefined && { cars }), ...billed };
  });
  return [...lookedInto, ...unmanaged.slice(MOST_LOOKED_INTO).map((baId) => ({ scope: accountScope(baId) }))];
}

async function countCars({ ports: { reader } }: AuditReader, scope: Scope): Promise<number | undefined> {
  const page = await reader.carPage(scope, { number: 0, size: 1 });
  return page === "not-offered" ? undefined : page.totalElements;
}

async function sumRecords(audit: AuditReader, baId: string): Promise<Pick<UnmanagedAccount, "billed" | "setAside">> {
  const { ports, range, desired } = audit;
  const dayOf = dayReader(desired.timeZone);
  const odd: RowsSetAside = { count: 0, rows: [] };
  const records: SummedRecord[] = [];
  const summed = ({ startDate, amountIncludingVat, currency: { currencyCode } }: BillingRecord, id: string) => {
    return { id, day: dayOf(startDate), currencyCode, amountIncludingVat };
  };
  for await (const rows of ports.reader.pickedBillingPages(baId, range, summed))
    for (const row of rows) {
      if (row.kind === "odd") setAside(odd, row.row);
      else records.push(row.item);
    }
  reportSetAside(audit, accountScope(baId), "billing record", odd);
  return { ...(records.length > 0 && { billed: billedOf(records) }), ...(odd.count > 0 && { setAside: odd.count }) };
}
