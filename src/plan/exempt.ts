import type { LiveEntry, PlateKey, PlateRules, Policy, ScopeMemory } from "../allowlist/index.ts";
import { protectingMask } from "./plate-mask.ts";

/** What decides whether a live car that is in no file may be deleted. */
export interface ExemptionRules {
  readonly policy: Policy;
  readonly plates: PlateRules;
  /** False when the interface takes no deletes for the scope (`interface.globalDelete: false`). */
  readonly deletesOffered: boolean;
  readonly memory: ScopeMemory | undefined;
  /** Why a car waits for another list to hold it first. */
  readonly waiting: (plateKey: PlateKey) => string | undefined;
}

/** Why a live car that is in no file stays, or undefined when it is to be deleted. */
export type Exemption = (entry: LiveEntry, isAbsent: boolean) => string | undefined;

/** The exemptions of one scope. A car that the file names as absent goes whatever `prune` says; protection wins over both. */
export function exemptionFrom(rules: ExemptionRules): Exemption {
  const { policy, memory } = rules;
  const protectorOf = protectingMask(policy.protect.plates, rules.plates);
  const isOwned = (plateKey: PlateKey) => memory?.entries.has(plateKey) ?? false;
  return (entry, isAbsent) => {
    if (policy.protect.customerCare && entry.addedByCustomerCare) return "addedByCustomerCare";
    const protector = protectorOf(entry.plateKey);
    if (protector !== undefined) return `policy.protect.plates ${protector}`;
    if (!isAbsent && policy.prune === "none") return "policy.prune: none";
    if (!isAbsent && policy.prune === "owned" && !isOwned(entry.plateKey))
      return "policy.prune: owned, and platectl did not add it";
    if (!rules.deletesOffered) return "blocked: interface.globalDelete is false";
    return rules.waiting(entry.plateKey);
  };
}
