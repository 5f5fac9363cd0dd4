import { Acceptances, type AuditPolicy, type AuditRuleId, type Claim, type PlateRules } from "../../allowlist/index.ts";
import { groupBy } from "../../run/group-by.ts";
import { claimRules } from "./audit.ts";
import { isPositive } from "./billing/billed-sum.ts";
import type { BilledPlate } from "./billing/billing-tally.ts";
import type { Objection, TalliedRecord } from "./billing/record.ts";
import type { AuditedAccount } from "./rules/facts.ts";
import { type UndesiredPlate, undesiredPlates } from "./rules/undesired.ts";

/** Why a record is claimed: the most severe rule, what is the matter in words, and what shows it. */
export type ClaimGrounds = Pick<Claim, "rule" | "reason" | "evidence">;

/**
 * The records of an account that are claimed. A car that was not wanted is claimed only where something proves since when, and
 * nothing is claimed that `policy.audit.accept` accepts on the day (YYYY-MM-DD). Where `hasClaims` says that something of a plate
 * was claimed before, whoever asks sees to it that something is left to pay. `leftUnknown`: how many plates were billed and not
 * desired, and are not claimed because nothing proves when they left.
 */
export function claimedRecords(
  account: AuditedAccount,
  policy: AuditPolicy,
  { plates, day }: { readonly plates: PlateRules; readonly day: string },
  hasClaims: (licensePlate: string) => boolean,
): { readonly claimed: ReadonlyMap<TalliedRecord, ClaimGrounds>; readonly leftUnknown: number } {
  const rules = claimRules(policy);
  const acceptances = new Acceptances(policy.accept, plates, day);
  const { scope, desired, billed } = account;
  const undesired = undesiredPlates(account, policy).filter(({ twin }) => !twin);
  const twinless = new Set(undesired.map(({ plate }) => plate));
  const isDue = (rule: AuditRuleId, plate: BilledPlate) => {
    const { licenseNumber, objections } = plate;
    const own = objections.flatMap((one) => (one.rule === rule ? one.record : []));
    const isLeft = !CHARGED.includes(rule) || isPositive(own) || hasClaims(licenseNumber);
    const isMeant = own.length > 0 && isLeft && (rule !== "billed-not-desired" || twinless.has(plate));
    return isMeant && !acceptances.find({ code: rule, scope, licenseNumber });
  };
  const claimed = new Map<TalliedRecord, ClaimGrounds>();
  for (const plate of billed?.plates.values() ?? []) {
    const due = plate.objections.length > 0 ? rules.filter((rule) => isDue(rule, plate)) : [];
    const isListed = plate.plateKey !== undefined && desired.entries.has(plate.plateKey);
    for (const [record, own] of groupBy(due.length > 0 ? plate.objections : [], (one) => one.record)) {
      const latest = due.map((rule) => own.findLast((one) => one.rule === rule));
      const grounds = latest.flatMap((one) => (one && groundsOf(one, isListed)) ?? []);
      const [first, ...others] = grounds;
      const also = others.length > 0 ? `; also ${others.map(({ rule }) => rule).join(", ")}` : "";
      const isNothing = !/[1-9]/.test(record.amountIncludingVat);
      if (first && !isNothing) claimed.set(record, { ...first, reason: `${first.reason}${also}` });
    }
  }
  const isUnknown = ({ records, left }: UndesiredPlate) => isPositive(records) && !left?.isProven;
  const leftUnknown = rules.includes("billed-not-desired") ? undesired.filter(isUnknown).length : 0;
  return { claimed, leftUnknown };
}

/** Rules about days whose records are claimed where something is left to pay in all. */
const CHARGED: readonly AuditRuleId[] = ["billed-not-desired", "billed-before-joining", "billed-between-stays"];

const REASONS: Partial<Record<AuditRuleId, string>> = {
  "billed-twice": "was billed twice",
  "billed-fee-twice": "was billed twice",
  "billed-sum-wrong": "the amount is not the amount without VAT and the VAT together",
};

// A day that was written after the parking proves nothing.
function groundsOf({ rule, example, standing }: Objection, isListed: boolean): ClaimGrounds | undefined {
  switch (standing?.kind) {
    case "not-joined": {
      const { day, proof, isProven } = standing.joined;
      return isProven ? { rule, reason: `was billed before the car joined on ${day}`, evidence: proof } : undefined;
    }
    case "between": {
      const { left, joined } = standing;
      const reason = `was billed after the car left on ${left.day}, and before it came back on ${joined.day}`;
      return left.isProven ? { rule, reason, evidence: left.proof } : undefined;
    }
    case "gone": {
      const { left } = standing;
      const reason = isListed
        ? "was billed on a day on which the car was not to park at our cost"
        : `was billed after the car left on ${left?.day}`;
      return left?.isProven ? { rule, reason, evidence: left.proof } : undefined;
    }
    default: {
      const reason = REASONS[rule];
      return reason === undefined ? undefined : { rule, reason, evidence: example };
    }
  }
}
