import { Acceptances, type AuditPolicy, type AuditRuleId, type PlateKey, plateKeyOf } from "../allowlist/index.ts";
import { claimRules } from "./audit.ts";
import { isPositive } from "./billing/billed-sum.ts";
import type { BillingRules } from "./billing/billing-rules.ts";
import type { BilledAccount } from "./billing/billing-tally.ts";
import { judgeRecord } from "./billing/judge-record.ts";
import type { TalliedRecord } from "./billing/record.ts";
import type { AuditedAccount } from "./rules/facts.ts";
import { undesiredPlates } from "./rules/undesired.ts";

/** Why a record is claimed: the most severe rule, what is the matter in words, and what shows it. */
export interface ClaimGrounds {
  readonly rule: AuditRuleId;
  readonly reason: string;
  readonly evidence: string;
}

/** Says of each record why it is claimed; undefined when it is not. */
type ClaimJudge = (record: TalliedRecord) => ClaimGrounds | undefined;

/** A judge with what it cannot judge. */
interface ClaimJudgement {
  readonly judge: ClaimJudge;
  /** Plates that were billed and not desired, and are not claimed because nothing proves when they left. */
  readonly leftUnknown: readonly string[];
}

interface Objection {
  readonly reason: string;
  readonly evidence: string;
}

/**
 * Judges the records of an account whose reading is done, when they are read once more. A car that was not wanted is claimed
 * only where something says since when, and nothing is claimed that `policy.audit.accept` accepts on the day (YYYY-MM-DD).
 * Where `hasClaims` says that something of a plate was claimed before, whoever asks sees to it that something is left to pay.
 */
export function claimJudge(
  account: AuditedAccount & { readonly billed: BilledAccount },
  rules: BillingRules,
  policy: AuditPolicy,
  day: string,
  hasClaims: (licensePlate: string) => boolean,
): ClaimJudgement {
  const active = claimRules(policy);
  const acceptances = new Acceptances(policy.accept, rules.plates, day);
  const { scope } = account;
  const { billed, leftUnknown } = undesiredNames(account, policy, hasClaims);
  const isToPay = (rule: AuditRuleId, plate: string): boolean => {
    if (rule === "billed-not-desired") return billed.has(plate);
    const suspect = account.billed.suspects.of(rule).get(plate);
    return suspect !== undefined && (isPositive(suspect.sum) || hasClaims(plate));
  };
  const judge: ClaimJudge = (record) => {
    const objections = objectionsTo(record, account, rules, isToPay);
    const [rule, ...others] = active.filter(
      (one) => objections.has(one) && !acceptances.find({ code: one, scope, licenseNumber: record.licensePlate }),
    );
    const objection = rule && objections.get(rule);
    if (!objection) return undefined;
    const also = others.length > 0 ? `; also ${others.join(", ")}` : "";
    return { rule, reason: `${objection.reason}${also}`, evidence: objection.evidence };
  };
  return { judge, leftUnknown };
}

/** What the rules object to in a record; `isToPay`: whether a rule about days finds something of a plate. */
function objectionsTo(
  record: TalliedRecord,
  account: AuditedAccount & { readonly billed: BilledAccount },
  rules: BillingRules,
  isToPay: (rule: AuditRuleId, plate: string) => boolean,
): ReadonlyMap<AuditRuleId, Objection> {
  const plateKey = plateKeyOf(record.licensePlate, rules.plates);
  const found = new Map<AuditRuleId, Objection>();
  for (const [rule, evidence] of judgeRecord(record, plateKey, rules)) {
    if (!found.has(rule)) found.set(rule, { reason: REASONS[rule] ?? "", evidence });
  }
  const double = record.isRepeat ? undefined : account.billed.doubles.get(record.id);
  if (double) found.set(double.rule, { reason: "was billed twice", evidence: double.example });
  const [away, objection] = (plateKey && awayObjection(plateKey, record.day, account, rules)) ?? [];
  if (away && objection && isToPay(away, record.licensePlate)) found.set(away, objection);
  return found;
}

const REASONS: Partial<Record<AuditRuleId, string>> = {
  "billed-sum-wrong": "the amount is not the amount without VAT and the VAT together",
};

/** The plates that were billed and not desired, and those of them of which nothing proves when they left. */
function undesiredNames(account: AuditedAccount, policy: AuditPolicy, hasClaims: (licensePlate: string) => boolean) {
  const billed = new Set<string>();
  const leftUnknown: string[] = [];
  if (!claimRules(policy).includes("billed-not-desired")) return { billed, leftUnknown };
  for (const { plate, sum, twin } of undesiredPlates({ accounts: [account], policy })) {
    if (twin || !(isPositive(sum) || hasClaims(plate.licenseNumber))) continue;
    billed.add(plate.licenseNumber);
    if (isPositive(sum) && !plate.left?.isProven) leftUnknown.push(plate.licenseNumber);
  }
  return { billed, leftUnknown };
}

// A day that was written after the parking proves nothing.
function awayObjection(
  plateKey: PlateKey,
  day: string,
  { desired }: AuditedAccount,
  { standingOf, isWanted }: BillingRules,
): readonly [AuditRuleId, Objection] | undefined {
  const standing = isWanted(plateKey, day) ? undefined : standingOf(plateKey, day);
  if (standing?.kind === "not-joined" && standing.joined.isProven) {
    const reason = `was billed before the car joined on ${standing.joined.day}`;
    return ["billed-before-joining", { reason, evidence: standing.joined.proof }];
  }
  if (standing?.kind === "between" && standing.left.isProven) {
    const reason = `was billed after the car left on ${standing.left.day}, and before it came back on ${standing.joined.day}`;
    return ["billed-between-stays", { reason, evidence: standing.left.proof }];
  }
  if (standing?.kind !== "gone" || !standing.left?.isProven) return undefined;
  const reason = desired.entries.has(plateKey)
    ? "was billed on a day on which the car was not to park at our cost"
    : `was billed after the car left on ${standing.left.day}`;
  return ["billed-not-desired", { reason, evidence: standing.left.proof }];
}
