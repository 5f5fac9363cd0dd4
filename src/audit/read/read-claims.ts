import { accountIdOf, type Claim } from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { retryIfListChanged } from "../../live/index.ts";
import { InterfaceError } from "../../ports/index.ts";
import {
  type AuditedAccount,
  type BilledAccount,
  type BillingRules,
  type ClaimGrounds,
  claimJudge,
  claimsAfterwards,
  claimsDue,
  plateOf,
  type Refund,
} from "../index.ts";
import type { AuditClaims, AuditReader } from "./audit-reader.ts";
import type { RangeEdges } from "./record-range.ts";
import { isSameSweep, type Sweep, sweepRecords } from "./sweep-records.ts";
import { timeReader } from "./tallied-record.ts";

/**
 * Reads the records of an account once more, and notes those that are claimed: until all are read, nobody knows which they are,
 * and only they are kept.
 * @throws InterfaceError when they cannot be read, or have changed since they were judged.
 */
export async function readClaims(
  audit: AuditReader,
  all: AuditClaims,
  account: AuditedAccount & { readonly billed: BilledAccount },
  rules: BillingRules,
  { sweep: judged, edges }: { readonly sweep: Sweep; readonly edges: RangeEdges },
): Promise<void> {
  const { desired } = audit;
  const baId = accountIdOf(account.scope) ?? "";
  const before = all.before?.get(account.scope) ?? [];
  const known = new Set(before.map(({ id }) => id));
  const plates = new Set(before.map(({ licensePlate }) => plateOf(licensePlate, rules.plates)));
  const hasClaims = (licensePlate: string) => plates.size > 0 && plates.has(plateOf(licensePlate, rules.plates));
  const { judge, leftUnknown } = claimJudge(account, rules, desired.policy.audit, audit.day, hasClaims);
  const timeOf = timeReader(desired.timeZone);
  let found: Found = { claims: [], refunds: [], repeated: new Set() };
  const again = await retryIfListChanged(() => {
    found = { claims: [], refunds: [], repeated: new Set() };
    const { claims, refunds, repeated } = found;
    return sweepRecords(audit, baId, rules, edges, (record, tallied) => {
      if (known.has(tallied.id)) return void repeated.add(tallied.id);
      if (tallied.amountIncludingVat.startsWith("-") && hasClaims(tallied.licensePlate)) refunds.push(tallied);
      const grounds = judge(tallied);
      return grounds && void claims.push(claimOf(record, baId, grounds, timeOf));
    });
  });
  if (!isSameSweep(judged, again)) throw changed(account.scope);
  const afterwards = claimsAfterwards(before, found.refunds, rules.plates);
  const answers = new Set(afterwards.answered.flatMap(({ refunds }) => refunds));
  const fresh = found.claims.filter(({ infoId, infoRecordId }) => !answers.has(`${infoId}/${infoRecordId}`));
  const due = claimsDue(fresh, hasClaims);
  all.byAccount.set(
    account.scope,
    due.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1)),
  );
  if (all.before) all.afterwards.set(account.scope, afterwards);
  all.repeated += found.repeated.size;
  all.leftUnknown += leftUnknown.length;
}

/** What a reading for claims found. */
interface Found {
  readonly claims: Claim[];
  /** Of plates that were claimed before. */
  readonly refunds: Refund[];
  /** Ids of records that were claimed before. */
  readonly repeated: Set<string>;
}

function changed(scope: string): InterfaceError {
  const message = `${scope}: the billing records changed between two readings, so that none of them is claimed. Run again, with --to before today`;
  return new InterfaceError(message, { kind: "inconsistent" });
}

// The same order whatever order the records come in.
function sortKey({ startDate, infoId, infoRecordId }: Claim): string {
  return `${startDate} ${infoId.padStart(20, "0")} ${infoRecordId.padStart(20, "0")}`;
}

function claimOf(record: BillingRecord, baId: string, grounds: ClaimGrounds, timeOf: (text: string) => string): Claim {
  const { infoId, infoRecordId, startDate, endDate, costCenter, currency, parking, user } = record;
  const { amountExcludingVat, vat, amountIncludingVat } = record;
  return {
    ...grounds,
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
