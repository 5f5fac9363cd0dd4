import { formatSource, isValidOn } from "../../allowlist/index.ts";
import { ownersByPlate } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Cars that the fleet file wants on the lists of several accounts. */
export const duplicateAcrossAccounts: AuditRule = {
  id: "duplicate-across-accounts",
  explanation:
    "The fleet file wants the plate on the lists of several accounts: which of them pays depends on the driver.",
  fix: "Leave it on one account only, unless it is shared on purpose.",
  reads: [],
  *find({ desired, lists, day }) {
    const lookedAt = new Set(lists.map((list) => list.desired.scope));
    for (const all of ownersByPlate(desired).values()) {
      const owners = all.filter(({ entry }) => isValidOn(entry, day));
      const first = owners.find(({ scope }) => lookedAt.has(scope));
      if (!first || owners.length < 2) continue;
      const desiredIn = owners.map(({ scope }) => scope);
      const { licenseNumber, source } = first.entry;
      const message = `is desired on ${desiredIn.length} lists: ${desiredIn.join(", ")}`;
      yield { scope: first.scope, licenseNumber, message, evidence: { source: formatSource(source), desiredIn } };
    }
  },
};
