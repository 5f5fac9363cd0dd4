import { daysBetween } from "../../allowlist/index.ts";
import { type BilledPlate, billedInWords, billedOf } from "../billing.ts";
import type { FoundCar } from "../finding.ts";
import type { AuditRule } from "../rule.ts";

/** Records of cars that nobody wants on any list. */
export const billedNotDesired: AuditRule = {
  id: "billed-not-desired",
  explanation:
    "A billing record names a plate that the fleet file neither wanted on any list on that day nor protects.",
  fix: "Claim the amount back if the car was gone; if the car is yours, add it to the fleet file. If it is on the list still, run apply.",
  reads: ["billing"],
  *find({ accounts, day }) {
    for (const { scope, billed } of accounts) {
      for (const plate of billed?.values() ?? []) {
        const found = findingOf(plate, day);
        if (found) yield { scope, licenseNumber: plate.licenseNumber, ...found };
      }
    }
  },
};

function findingOf({ sums, removedOn }: BilledPlate, day: string): Pick<FoundCar, "message" | "evidence"> | undefined {
  if (!sums.nowhere) return undefined;
  const billed = billedOf(sums.nowhere);
  const message = `is not desired, and was billed: ${billedInWords(billed)}`;
  if (removedOn === undefined) return { message, evidence: { billed } };
  const daysSinceRemoval = daysBetween(removedOn, day);
  const after = sums.afterRemoval && billedOf(sums.afterRemoval);
  const since = after ? `; since then ${billedInWords(after)}` : "; nothing since then";
  return {
    message: `${message}; taken off the list on ${removedOn}, ${daysInWords(daysSinceRemoval)}${since}`,
    evidence: { billed, removedOn, daysSinceRemoval, ...(after && { billedAfterRemoval: after }) },
  };
}

function daysInWords(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
