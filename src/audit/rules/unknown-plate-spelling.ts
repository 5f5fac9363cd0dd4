import { formatSource, isSpelledAs } from "../../allowlist/index.ts";
import { billedInWords, billedOf } from "../billing.ts";
import type { AuditRule } from "../rule.ts";

/** Records that write a desired plate otherwise than the fleet file and the list do. */
export const unknownPlateSpelling: AuditRule = {
  id: "unknown-plate-spelling",
  explanation: "A desired car was billed under a spelling that is neither the fleet file's nor the list's.",
  fix: "See that it is the same car, not one of another country; then spell the plate alike everywhere.",
  reads: ["billing"],
  *find(facts) {
    const listed = new Map(facts.lists.map(({ desired, read }) => [desired.scope, read?.live.entries]));
    for (const { scope, desired, billed: plates } of facts.accounts) {
      for (const { licenseNumber, plateKey, sums } of plates?.values() ?? []) {
        const entry = plateKey && desired.entries.get(plateKey);
        if (!entry || !sums.here || licenseNumber === entry.licenseNumber) continue;
        const row = listed.get(desired.scope)?.get(entry.plateKey);
        if (row && isSpelledAs(row, licenseNumber)) continue;
        const billed = billedOf(sums.here);
        const source = formatSource(entry.source);
        const message = `is spelt ${entry.licenseNumber} at ${source}, and was billed so: ${billedInWords(billed)}`;
        const other = { licenseNumber: entry.licenseNumber, source };
        yield { scope, licenseNumber, message, evidence: { other, billed } };
      }
    }
  },
};
