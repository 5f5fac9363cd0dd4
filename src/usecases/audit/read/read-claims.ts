import { accountIdOf, accountScope, byCodeUnit, compareIds, type PlateRules } from "../../../allowlist/index.ts";
import type { Claim } from "../../../documents/index.ts";
import {
  type AccountClaims,
  type AuditedAccount,
  type ClaimedRecord,
  claimsAfterwards,
  claimsDue,
  plateOf,
  type TalliedRecord,
  type Verdict,
} from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import { timeReader } from "./tallied-record.ts";

/** What was claimed of an account before, and what of it the records show as they pass. */
export interface ClaimedBefore {
  readonly claimed: readonly ClaimedRecord[];
  /** Ids of records that came again. */
  readonly repeated: ReadonlySet<string>;
  /** Those of plates of which something was claimed. */
  readonly refunds: readonly TalliedRecord[];
  /** Says of plates, in any spelling, whether something of them was claimed. */
  readonly hasClaims: (licensePlate: string) => boolean;
  readonly take: (record: TalliedRecord) => void;
}

/** Begins to look for what became of earlier claims; undefined where claims are not asked for. */
export function claimedBefore({ claimed: all, desired }: AuditReader, baId: string): ClaimedBefore | undefined {
  if (!all) return undefined;
  const claimed = all.get(accountScope(baId)) ?? [];
  const known = new Set(claimed.map(({ id }) => id));
  const rules: PlateRules = desired.interface;
  const plates = new Set(claimed.map(({ licensePlate }) => plateOf(licensePlate, rules)));
  const hasClaims = (licensePlate: string) => plates.size > 0 && plates.has(plateOf(licensePlate, rules));
  const repeated = new Set<string>();
  const refunds: TalliedRecord[] = [];
  const take = (record: TalliedRecord) => {
    const { id, amountIncludingVat, licensePlate } = record;
    if (known.has(id)) repeated.add(id);
    else if (amountIncludingVat.startsWith("-") && hasClaims(licensePlate)) refunds.push(record);
  };
  return { claimed, repeated, refunds, hasClaims, take };
}

/** The records of an account that are to be claimed, but for those that were, and those that a refund answers. */
export function claimsOf(
  { desired, claimsFrom }: AuditReader,
  { scope, verdicts }: AuditedAccount,
  { claimed, repeated, refunds, hasClaims }: ClaimedBefore,
): AccountClaims {
  const afterwards = claimsAfterwards(claimed, refunds, desired.interface);
  const ended = new Set([...claimed.map(({ id }) => id), ...afterwards.answered.flatMap((one) => one.refunds)]);
  const isClaimed = ({ kind, proof }: Verdict) => kind === "claim" || (claimsFrom === "git" && proof !== "");
  const timeOf = timeReader(desired.timeZone);
  const due = [...(verdicts?.records ?? [])].filter(([{ id }, verdict]) => isClaimed(verdict) && !ended.has(id));
  const fresh = due.map(([record, verdict]) => claimOf(record, accountIdOf(scope) ?? "", verdict, timeOf));
  return { claims: claimsDue(fresh.sort(inOrder), hasClaims), repeated: repeated.size, ...afterwards };
}

// The same order whatever order the records come in.
function inOrder(left: Claim, right: Claim): number {
  return (
    byCodeUnit(left.startDate, right.startDate) ||
    compareIds(left.infoId, right.infoId) ||
    compareIds(left.infoRecordId, right.infoRecordId)
  );
}

function claimOf(
  record: TalliedRecord,
  account: string,
  { rule, reason, proof, evidence }: Verdict,
  timeOf: (text: string) => string,
): Claim {
  const { area } = record;
  const [infoId = "", infoRecordId = ""] = record.id.split("/");
  return {
    // Not spread: that takes V8 many times as long.
    rule,
    account,
    infoId,
    infoRecordId,
    startDate: timeOf(record.startDate),
    endDate: timeOf(record.endDate),
    licensePlate: record.licensePlate,
    areaNumber: area.areaNumber,
    areaName: area.areaName,
    areaCity: area.areaCity,
    operatorName: area.operatorName,
    operatorVatNumber: area.operatorVatNumber,
    userId: record.userId,
    costCenter: record.costCenter,
    amountExcludingVat: record.amountExcludingVat,
    vat: record.vat,
    amountIncludingVat: record.amountIncludingVat,
    currencyCode: record.currencyCode,
    reason,
    proof,
    evidence,
  };
}
