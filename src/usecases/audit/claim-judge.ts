import { Acceptances, type AuditPolicy, dayAfter, type PlateKey, type PlateRules } from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import type { AuditRuleId } from "../../schema/audit-rules/index.ts";
import { claimRules } from "./audit.ts";
import { isPositive } from "./billing/billed-sum.ts";
import type { Joined, ProofGrade } from "./billing/billing-rules.ts";
import type { BilledPlate } from "./billing/billing-tally.ts";
import type { Objection, TalliedRecord } from "./billing/record.ts";
import type { AccountVerdicts, Verdict } from "./billing/verdict.ts";
import type { AuditedAccount } from "./rules/facts.ts";
import { type UndesiredPlate, undesiredPlates } from "./rules/undesired.ts";

/**
 * Which records of an account are claimed, and which are asked about. Nothing is done about what `policy.audit.accept` accepts on
 * the day (YYYY-MM-DD). Where `hasClaims` says that something of a plate was claimed before, the caller sees to it that something
 * is left to pay.
 */
export function verdictsOf(
  account: AuditedAccount,
  policy: AuditPolicy,
  { plates, day }: { readonly plates: PlateRules; readonly day: string },
  hasClaims: (licensePlate: string) => boolean,
): AccountVerdicts {
  const rules = claimRules(policy);
  const acceptances = new Acceptances(policy.accept, plates, day);
  const { scope, desired, billed, users = [] } = account;
  const undesired = undesiredPlates(account, policy).filter(({ twin }) => !twin);
  const twinless = new Set(undesired.map(({ plate }) => plate));
  const isDue = (rule: AuditRuleId, plate: BilledPlate, own: readonly Objection[]) => {
    const { licenseNumber } = plate;
    const isLeft = !CHARGED.includes(rule) || isPositive(own.map(({ record }) => record)) || hasClaims(licenseNumber);
    const isMeant = isLeft && (rule !== "billed-not-desired" || twinless.has(plate));
    return isMeant && !acceptances.find({ code: rule, scope, licenseNumber });
  };
  const usersById = new Map(users.map((user) => [user.id, user]));
  const records = new Map<TalliedRecord, Verdict>();
  for (const [record, { plateKey, objections }] of dueObjections(billed, rules, isDue)) {
    const isListed = plateKey !== undefined && desired.entries.has(plateKey);
    const user = usersById.get(record.userId);
    const isOwn = user?.status === "ACTIVE" && plateKey !== undefined && user.plateKeys.has(plateKey);
    const verdict = joinedVerdict(
      record,
      objections.flatMap((one) => verdictOn(one, isListed, isOwn) ?? []),
    );
    const isNothing = !/[1-9]/.test(record.amountIncludingVat);
    if (verdict && !isNothing) records.set(record, verdict);
  }
  const isUnknown = ({ records: own, objections }: UndesiredPlate) =>
    isPositive(own) && !objections.some(({ record }) => records.has(record));
  const leftUnknown = rules.includes("billed-not-desired") ? undesired.filter(isUnknown).length : 0;
  return { records, leftUnknown };
}

/** By record, the latest objection of each rule that has one to claim, the most severe first. */
function dueObjections(
  billed: AuditedAccount["billed"],
  rules: readonly AuditRuleId[],
  isDue: (rule: AuditRuleId, plate: BilledPlate, own: readonly Objection[]) => boolean,
) {
  const due = new Map<TalliedRecord, { readonly plateKey: PlateKey | undefined; readonly objections: Objection[] }>();
  for (const rule of rules)
    for (const [plate, own] of billed?.objections.get(rule) ?? [])
      for (const one of isDue(rule, plate, own) ? own : []) {
        const { objections } = valueAt(due, one.record, () => ({ plateKey: plate.plateKey, objections: [] }));
        if (objections.at(-1)?.rule === rule) objections.pop();
        objections.push(one);
      }
  return due;
}

/** Rules about days whose records are claimed where something is left to pay in all. */
const CHARGED: readonly AuditRuleId[] = ["billed-not-desired", "billed-before-joining", "billed-between-stays"];

const REASONS: Partial<Record<AuditRuleId, string>> = {
  "billed-twice": "was billed twice",
  "billed-fee-twice": "was billed twice",
  "billed-sum-wrong": "the amount is not the amount without VAT and the VAT together",
};

type OneVerdict = Omit<Verdict, "rules">;

// A claim is made whatever else might be asked.
function joinedVerdict({ amountIncludingVat }: TalliedRecord, all: readonly OneVerdict[]): Verdict | undefined {
  const first = all.find(({ kind }) => kind === "claim") ?? all[0];
  if (!first) return undefined;
  const others = all.filter((one) => one !== first);
  const credit = amountIncludingVat.startsWith("-") ? "credit, taken off: " : "";
  return {
    kind: first.kind,
    rule: first.rule,
    reason: credit + joined(first.reason, others, ({ reason }) => reason),
    proof: first.proof,
    evidence: joined(first.evidence, others, ({ evidence }) => evidence),
    rules: [first.rule, ...others.map(({ rule }) => rule)],
  };
}

function joined(first: string, others: readonly OneVerdict[], textOf: (one: OneVerdict) => string): string {
  return others.length === 0 ? first : [...new Set([first, ...others.map(textOf)])].join("; also ");
}

/** What follows from a proof that a car was not on the list on a day, and what it leaves open. */
const BY_PROOF: Record<ProofGrade, (Pick<Verdict, "kind" | "proof"> & { readonly open: string }) | undefined> = {
  reading: { kind: "claim", proof: "journal", open: "" },
  sent: { kind: "question", proof: "journal", open: "; no reading shows the list of that day" },
  committed: {
    kind: "question",
    proof: "commit",
    open: "; so the files said, and no reading shows the list of that day",
  },
  assumed: undefined,
};

// A day that was written after the parking proves nothing.
function verdictOn({ rule, record, example, standing }: Objection, isListed: boolean, isOwn: boolean) {
  const by = (reason: string, { proof, grade }: Joined, stay?: Joined): OneVerdict | undefined => {
    const found = BY_PROOF[grade];
    if (!found) return undefined;
    // Of a car that left for good it is for the list to say, even if somebody still has it among his cars.
    const open =
      isOwn && (stay || grade !== "reading")
        ? "it names an active user who holds the car"
        : stay && reaches(record, stay) && "it runs into the stay";
    const evidence = `${proof}${found.open}${open ? `; ${open}` : ""}`;
    return {
      rule,
      reason,
      evidence,
      ...(open ? { kind: "question", proof: "" } : { kind: found.kind, proof: found.proof }),
    };
  };
  switch (standing?.kind) {
    case "not-joined":
      return by(`was billed before the car joined on ${standing.joined.day}`, standing.joined, standing.joined);
    case "between": {
      const { left, joined } = standing;
      const reason = `was billed after the car left on ${left.day}, and before it came back on ${joined.day}`;
      return by(reason, left, joined);
    }
    case "gone": {
      const { left } = standing;
      const reason = isListed
        ? "was billed on a day on which the car was not to park at our cost"
        : `was billed after the car left on ${left?.day}`;
      return left && by(reason, left);
    }
    default: {
      const reason = REASONS[rule];
      return reason === undefined
        ? undefined
        : ({ kind: "claim", rule, reason, proof: "", evidence: example } as const);
    }
  }
}

const DAY_MS = 86_400_000;

// A fee is for a time; without an end, for a month.
function reaches({ day, start, end, isParking }: TalliedRecord, stay: Joined): boolean {
  const days = (end - start) / DAY_MS;
  if (!(days > 0)) return !isParking && day.slice(0, 7) === stay.day.slice(0, 7);
  return dayAfter(day, isParking ? Math.floor(days) : Math.ceil(days)) >= stay.day;
}
