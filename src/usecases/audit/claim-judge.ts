import { Acceptances, type AuditPolicy, dayAfter, type PlateRules } from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
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
 * the day (YYYY-MM-DD). Where `hasClaims` says that something of a plate was claimed before, whoever asks sees to it that something
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
  const isDue = (rule: AuditRuleId, plate: BilledPlate) => {
    const { licenseNumber, objections } = plate;
    const own = objections.flatMap((one) => (one.rule === rule ? one.record : []));
    const isLeft = !CHARGED.includes(rule) || isPositive(own) || hasClaims(licenseNumber);
    const isMeant = own.length > 0 && isLeft && (rule !== "billed-not-desired" || twinless.has(plate));
    return isMeant && !acceptances.find({ code: rule, scope, licenseNumber });
  };
  const records = new Map<TalliedRecord, Verdict>();
  for (const plate of billed?.plates.values() ?? []) {
    const due = plate.objections.length > 0 ? rules.filter((rule) => isDue(rule, plate)) : [];
    const { plateKey } = plate;
    const isListed = plateKey !== undefined && desired.entries.has(plateKey);
    const holders = users.filter(({ status, plateKeys }) => status === "ACTIVE" && plateKey && plateKeys.has(plateKey));
    const isOwn = ({ userId }: TalliedRecord) => holders.some(({ id }) => id === userId);
    for (const [record, own] of groupBy(due.length > 0 ? plate.objections : [], (one) => one.record)) {
      const latest = due.map((rule) => own.findLast((one) => one.rule === rule));
      const verdict = joinedVerdict(
        record,
        latest.flatMap((one) => (one && verdictOn(one, isListed, isOwn(record))) ?? []),
      );
      const isNothing = !/[1-9]/.test(record.amountIncludingVat);
      if (verdict && !isNothing) records.set(record, verdict);
    }
  }
  const isUnknown = ({ records: own, objections }: UndesiredPlate) =>
    isPositive(own) && !objections.some(({ record }) => records.has(record));
  const leftUnknown = rules.includes("billed-not-desired") ? undesired.filter(isUnknown).length : 0;
  return { records, leftUnknown };
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
  const reasons = new Set([first, ...others].map(({ reason }) => reason));
  const credit = amountIncludingVat.startsWith("-") ? "credit, taken off: " : "";
  const rules = [first.rule, ...others.map(({ rule }) => rule)];
  return { ...first, reason: `${credit}${[...reasons].join("; also ")}`, rules };
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
    // Of a car that left for good it is for the list to say, whoever has it still among his cars.
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
