import { formatSource, type PlateKey, type Scope } from "../../allowlist/index.ts";
import { billedInWords, billedOf } from "../billing.ts";
import type { AuditFacts } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Records that write a desired plate otherwise than the fleet file and the list do. */
export const unknownPlateSpelling: AuditRule = {
  id: "unknown-plate-spelling",
  explanation: "A desired car was billed under a spelling that is neither the fleet file's nor the list's.",
  fix: "See that it is the same car, not one of another country; then spell the plate alike everywhere.",
  reads: ["billing"],
  *find(facts) {
    const listed = listedSpellings(facts);
    for (const { scope, desired, billed: plates } of facts.accounts) {
      for (const { licenseNumber, plateKey, sums } of plates?.values() ?? []) {
        const entry = plateKey && desired.entries.get(plateKey);
        if (!entry || !sums.here || licenseNumber === entry.licenseNumber) continue;
        if (listed.get(desired.scope)?.get(entry.plateKey)?.includes(licenseNumber)) continue;
        const billed = billedOf(sums.here);
        const source = formatSource(entry.source);
        const message = `is spelt ${entry.licenseNumber} at ${source}, and was billed so: ${billedInWords(billed)}`;
        const other = { licenseNumber: entry.licenseNumber, source };
        yield { scope, licenseNumber, message, evidence: { other, billed } };
      }
    }
  },
};

type Spellings = ReadonlyMap<PlateKey, readonly string[]>;

function listedSpellings({ lists }: AuditFacts): ReadonlyMap<Scope, Spellings> {
  return new Map(
    lists.map(({ desired, read }) => {
      const rows = [...(read?.live.entries.values() ?? [])];
      const spellings = rows.map(
        ({ plateKey, licenseNumber, otherSpellings = [] }) => [plateKey, [licenseNumber, ...otherSpellings]] as const,
      );
      return [desired.scope, new Map(spellings)];
    }),
  );
}
