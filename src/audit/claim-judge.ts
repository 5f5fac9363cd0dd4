import {
  Acceptances,
  type AuditPolicy,
  type AuditRuleId,
  type Claim,
  type PlateRules,
  plateKeyOf,
} from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { claimRules } from "./audit.ts";
import { type BilledSum, isPositive } from "./billing/billed-sum.ts";
import type { BilledAccount } from "./billing/billing-tally.ts";
import type { Objection, TalliedRecord } from "./billing/record.ts";
import { suspectsOf } from "./billing/suspects.ts";
import type { AuditedAccount } from "./rules/facts.ts";
import { type UndesiredPlate, undesiredPlates } from "./rules/undesired.ts";

/** Why a record is claimed: the most severe rule, what is the matter in words, and what shows it. */
export type ClaimGrounds = Pick<Claim, "rule" | "reason" | "evidence">;

/** What of an account is claimed. */
interface AccountClaims {
  readonly claimed: ReadonlyMap<TalliedRecord, ClaimGrounds>;
  /** How many plates were billed and not desired, and are not claimed because nothing proves when they left. */
  readonly leftUnknown: number;
}

type JudgedAccount = AuditedAccount & { readonly billed: BilledAccount };

/**
 * The records of an account that are claimed. A car that was not wanted is claimed only where something proves since when, and
 * nothing is claimed that `policy.audit.accept` accepts on the day (YYYY-MM-DD). Where `hasClaims` says that something of a plate
 * was claimed before, whoever asks sees to it that something is left to pay.
 */
export function claimedRecords(
  account: JudgedAccount,
  policy: AuditPolicy,
  { plates, day }: { readonly plates: PlateRules; readonly day: string },
  hasClaims: (licensePlate: string) => boolean,
): AccountClaims {
  const rules = claimRules(policy);
  const acceptances = new Acceptances(policy.accept, plates, day);
  const { scope, desired, billed } = account;
  const isLeft = (sum: BilledSum, plate: string) => isPositive(sum) || hasClaims(plate);
  const undesired = [...undesiredPlates({ accounts: [account], policy })].filter(
    ({ twin, plate, sum }) => !twin && isLeft(sum, plate.licenseNumber),
  );
  const names = new Set(undesired.map(({ plate }) => plate.licenseNumber));
  const charged = new Map(CHARGED.map((rule) => [rule, suspectsOf(billed.objections, rule)]));
  const isDue = (rule: AuditRuleId, plate: string) => {
    const suspect = charged.get(rule)?.get(plate);
    return rule === "billed-not-desired" ? names.has(plate) : !suspect || isLeft(suspect.sum, plate);
  };
  const due = billed.objections.filter(({ rule, record: { licensePlate: licenseNumber } }) => {
    const isClaimed = rules.includes(rule) && isDue(rule, licenseNumber);
    return isClaimed && !acceptances.find({ code: rule, scope, licenseNumber });
  });
  const claimed = new Map<TalliedRecord, ClaimGrounds>();
  for (const [record, own] of groupBy(due, (one) => one.record)) {
    const plateKey = plateKeyOf(record.licensePlate, plates);
    const isListed = plateKey !== undefined && desired.entries.has(plateKey);
    const grounds = new Map(own.map((one) => [one.rule, groundsOf(one, isListed)]));
    const [rule, ...others] = rules.filter((one) => grounds.get(one));
    const first = rule && grounds.get(rule);
    const also = others.length > 0 ? `; also ${others.join(", ")}` : "";
    if (first) claimed.set(record, { rule, reason: `${first.reason}${also}`, evidence: first.evidence });
  }
  const isUnknown = ({ plate, sum }: UndesiredPlate) => isPositive(sum) && !plate.left?.isProven;
  const leftUnknown = rules.includes("billed-not-desired") ? undesired.filter(isUnknown).length : 0;
  return { claimed, leftUnknown };
}

/** Rules about days whose records are claimed where something is left to pay in all. */
const CHARGED: readonly AuditRuleId[] = ["billed-before-joining", "billed-between-stays"];

const REASONS: Partial<Record<AuditRuleId, string>> = {
  "billed-twice": "was billed twice",
  "billed-fee-twice": "was billed twice",
  "billed-sum-wrong": "the amount is not the amount without VAT and the VAT together",
};

// A day that was written after the parking proves nothing.
function groundsOf(
  { rule, example, standing }: Objection,
  isListed: boolean,
): Pick<Claim, "reason" | "evidence"> | undefined {
  switch (standing?.kind) {
    case "not-joined": {
      const { day, proof, isProven } = standing.joined;
      return isProven ? { reason: `was billed before the car joined on ${day}`, evidence: proof } : undefined;
    }
    case "between": {
      const { left, joined } = standing;
      const reason = `was billed after the car left on ${left.day}, and before it came back on ${joined.day}`;
      return left.isProven ? { reason, evidence: left.proof } : undefined;
    }
    case "gone": {
      const { left } = standing;
      const reason = isListed
        ? "was billed on a day on which the car was not to park at our cost"
        : `was billed after the car left on ${left?.day}`;
      return left?.isProven ? { reason, evidence: left.proof } : undefined;
    }
    default: {
      const reason = REASONS[rule];
      return reason === undefined ? undefined : { reason, evidence: example };
    }
  }
}
