import { formatSource } from "../../allowlist/index.ts";
import type { AuditRule } from "../rule.ts";

/** Cars whose last day has passed and that are on the list still. */
export const expiredOnList: AuditRule = {
  id: "expired-on-list",
  explanation: "The car's validUntil has passed, and the list holds it still: it may park at your cost.",
  fix: "Run apply (a scheduled apply does it by itself), or give the car a later day.",
  reads: ["lists"],
  *find({ lists, day }) {
    for (const { desired, read } of lists) {
      for (const { plateKey, licenseNumber } of read?.live.entries.values() ?? []) {
        const entry = desired.entries.get(plateKey);
        const { validUntil } = entry ?? {};
        if (!entry || validUntil === undefined || validUntil >= day) continue;
        const evidence = { source: formatSource(entry.source), validUntil };
        yield {
          scope: desired.scope,
          licenseNumber,
          message: `is on the list, and was valid until ${validUntil}`,
          evidence,
        };
      }
    }
  },
};
