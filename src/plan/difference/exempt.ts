import type { LiveEntry, PlateKey, PlateRules, Policy, ScopeMemory } from "../../allowlist/index.ts";
import type { Exemption } from "../model/plan.ts";
import type { DepartureTest } from "./list-grace.ts";
import { protectingMask } from "./plate-mask.ts";

/** What decides whether a live car that is in no file may be deleted. */
export interface ExemptionRules {
  readonly policy: Policy;
  readonly plates: PlateRules;
  /** False when the interface takes no deletes for the scope (`interface.globalDelete: false`). */
  readonly deletesOffered: boolean;
  readonly memory: ScopeMemory | undefined;
  /** What follows for a car that left a list file. */
  readonly departure: DepartureTest;
  /** Why a car waits for another list to hold it first. */
  readonly waiting: (plateKey: PlateKey) => Exemption | undefined;
}

/** Says why a live car that is in no file stays, or gives undefined when it is to be deleted. */
export type ExemptionTest = (entry: LiveEntry, isAbsent: boolean) => Exemption | undefined;

/** The exemptions of one scope. A car that the file names as absent goes whatever `prune` says; protection wins over both. */
export function exemptionFrom(rules: ExemptionRules): ExemptionTest {
  const { policy, memory } = rules;
  const protectorOf = protectingMask(policy.protect.plates, rules.plates);
  const isOwned = (plateKey: PlateKey) => memory?.entries.has(plateKey) ?? false;
  return (entry, isAbsent) => {
    if (policy.protect.customerCare && entry.addedByCustomerCare)
      return { rule: "customer-care", reason: "added by customer care (policy.protect.customerCare)" };
    const protector = protectorOf(entry.plateKey);
    if (protector !== undefined) return { rule: "protected", reason: `matches ${protector} (policy.protect.plates)` };
    if (!isAbsent && policy.prune === "none")
      return { rule: "prune", reason: "not in the fleet file (policy.prune: none)" };
    if (!isAbsent && policy.prune === "owned" && !isOwned(entry.plateKey))
      return { rule: "prune", reason: "not added by platectl (policy.prune: owned)" };
    const departure = isAbsent ? undefined : rules.departure(entry.plateKey);
    if (departure?.kind === "kept") return departure.exemption;
    if (!rules.deletesOffered) return { rule: "no-deletes", reason: "deletes are off (interface.globalDelete: false)" };
    return rules.waiting(entry.plateKey);
  };
}
