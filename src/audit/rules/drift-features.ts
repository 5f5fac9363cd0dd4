import { changesIn } from "../list-changes.ts";
import type { AuditRule } from "../rule.ts";

/** Cars that are on the list with other features than desired. */
export const driftFeatures: AuditRule = {
  id: "drift-features",
  explanation: "The car is on the list with other features than the fleet file gives it.",
  fix: "Run plan, then apply; if the list is right, correct the fleet file.",
  reads: ["lists"],
  *find({ lists }) {
    for (const { scope, licenseNumber, features, source } of changesIn(lists, "update")) {
      if (!features) continue;
      const message = `has the features ${named(features.from)}, and should have ${named(features.to)}`;
      yield { scope, licenseNumber, message, evidence: { ...(source && { source }), features } };
    }
  },
};

function named(features: readonly string[]): string {
  return features.length === 0 ? "(none)" : features.join(", ");
}
