import type { LiveEntry, LiveSource, PlateKey, PlateRules, Policy, ScopeMemory } from "../allowlist/index.ts";
import { protectingMask } from "./plate-mask.ts";

/** What decides whether a live car that is in no file may be deleted. */
export interface ExemptionRules {
  readonly policy: Policy;
  readonly plates: PlateRules;
  /** False when the interface takes no deletes for the scope (`interface.globalDelete: false`). */
  readonly deletesOffered: boolean;
  readonly source: LiveSource;
  readonly memory: ScopeMemory | undefined;
}

/** Gives the reason why a live car is left alone although no file desires it, or undefined when it is to be deleted. */
export function exemptionFrom(rules: ExemptionRules): (entry: LiveEntry) => string | undefined {
  const { policy, memory } = rules;
  const protectorOf = protectingMask(policy.protect.plates, rules.plates);
  const isOwned = (plateKey: PlateKey) => memory?.entries.has(plateKey) ?? false;
  return (entry) => {
    if (policy.protect.customerCare && entry.addedByCustomerCare) return "addedByCustomerCare";
    const protector = protectorOf(entry.plateKey);
    if (protector !== undefined) return `policy.protect.plates ${protector}`;
    if (rules.source === "fleet") return "seen among the fleet cars only";
    if (policy.prune === "none") return "policy.prune: none";
    if (policy.prune === "owned" && !isOwned(entry.plateKey)) return "policy.prune: owned, and platectl did not add it";
    if (!rules.deletesOffered) return "blocked: interface.globalDelete is false";
    return undefined;
  };
}
