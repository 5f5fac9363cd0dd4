import { accountIdOf, type PlateRules } from "../../../allowlist/index.ts";
import type { Claim } from "../../../documents/index.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import { retryIfListChanged } from "../../../live/index.ts";
import { InterfaceError } from "../../../run/ports/index.ts";
import {
  type AccountClaims,
  type AuditedAccount,
  type BillingRules,
  type ClaimedRecord,
  claimsAfterwards,
  claimsDue,
  plateOf,
  type Refund,
  type Verdict,
} from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import type { RangeEdges } from "./record-range.ts";
import { isSameSweep, type Sweep, sweepRecords } from "./sweep-records.ts";
import { timeReader } from "./tallied-record.ts";

/**
 * Reads the records of an account once more, for those that are claimed: until all are read, nobody knows which they are, and
 * only they are kept.
 * @throws InterfaceError when they cannot be read, or have changed since they were judged.
 */
export async function readClaims(
  audit: AuditReader,
  before: readonly ClaimedRecord[],
  account: AuditedAccount,
  rules: BillingRules,
  { sweep: judged, edges }: { readonly sweep: Sweep; readonly edges: RangeEdges },
): Promise<AccountClaims> {
  const { timeZone } = audit.desired;
  const known = new Set(before.map(({ id }) => id));
  const hasClaims = ofPlatesIn(before, rules.plates);
  const isClaimed = ({ kind, proof }: Verdict) => kind === "claim" || (audit.claimsFrom === "git" && proof !== "");
  const claimed = [...(account.verdicts?.records ?? [])].filter(([, verdict]) => isClaimed(verdict));
  const wanted = new Set(claimed.map(([{ id }]) => id));
  const baId = accountIdOf(account.scope) ?? "";
  const again = await retryIfListChanged(async () => {
    const items = new Map<string, BillingRecord>();
    const refunds: Refund[] = [];
    const repeated = new Set<string>();
    const sweep = await sweepRecords(audit, baId, rules, edges, (item, tallied) => {
      const { id, amountIncludingVat, licensePlate } = tallied;
      if (known.has(id)) repeated.add(id);
      else if (amountIncludingVat.startsWith("-") && hasClaims(licensePlate)) refunds.push(tallied);
      if (wanted.has(id)) items.set(id, item);
    });
    return { sweep, items, refunds, repeated: repeated.size };
  });
  if (!isSameSweep(judged, again.sweep)) {
    const message = `${account.scope}: the billing records changed between two readings, so that none of them is claimed. Run again, with --to before today`;
    throw new InterfaceError(message, { kind: "inconsistent" });
  }
  const afterwards = claimsAfterwards(before, again.refunds, rules.plates);
  const ended = new Set([...known, ...afterwards.answered.flatMap(({ refunds }) => refunds)]);
  const timeOf = timeReader(timeZone);
  const fresh = claimed.flatMap(([{ id }, verdict]) => {
    const item = ended.has(id) ? undefined : again.items.get(id);
    return item ? claimOf(item, baId, verdict, timeOf) : [];
  });
  const claims = claimsDue(fresh, hasClaims).toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return { claims, repeated: again.repeated, ...afterwards };
}

/** Says of plates, in any spelling, whether something of them was claimed before. */
export function ofPlatesIn(before: readonly ClaimedRecord[], rules: PlateRules): (licensePlate: string) => boolean {
  const plates = new Set(before.map(({ licensePlate }) => plateOf(licensePlate, rules)));
  return (licensePlate) => plates.size > 0 && plates.has(plateOf(licensePlate, rules));
}

// The same order whatever order the records come in.
function sortKey({ startDate, infoId, infoRecordId }: Claim): string {
  return `${startDate} ${infoId.padStart(20, "0")} ${infoRecordId.padStart(20, "0")}`;
}

function claimOf(
  record: BillingRecord,
  baId: string,
  { rule, reason, proof, evidence }: Verdict,
  timeOf: (text: string) => string,
): Claim {
  const { infoId, infoRecordId, startDate, endDate, costCenter, currency, parking, user } = record;
  const { amountExcludingVat, vat, amountIncludingVat } = record;
  return {
    ...{ rule, reason, proof, evidence },
    account: baId,
    infoId,
    infoRecordId,
    startDate: timeOf(startDate),
    endDate: timeOf(endDate),
    licensePlate: parking?.licensePlate ?? "",
    areaNumber: parking?.areaNumber ?? "",
    areaName: parking?.areaName ?? "",
    areaCity: parking?.areaCity ?? "",
    operatorName: parking?.operatorName ?? "",
    operatorVatNumber: parking?.operatorVatNumber ?? "",
    userId: user?.id ?? "",
    costCenter,
    amountExcludingVat,
    vat,
    amountIncludingVat,
    currencyCode: currency.currencyCode,
  };
}
