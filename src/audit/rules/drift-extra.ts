import { readPlate } from "../../allowlist/index.ts";
import { changesIn } from "../list-changes.ts";
import type { AuditRule } from "../rule.ts";

/** Cars on a list that apply would take off. */
export const driftExtra: AuditRule = {
  id: "drift-extra",
  explanation:
    "The list holds a car that the fleet file does not want, and that no policy keeps: it may park at your cost.",
  fix: "Run plan, then apply. If the car is yours, add it to the fleet file.",
  reads: ["lists"],
  *find({ lists, plates, day }) {
    for (const { scope, licenseNumber, list } of changesIn(lists, "delete")) {
      const reading = readPlate(licenseNumber, plates);
      if (reading.kind !== "plate") continue;
      const desired = list.desired.entries.get(reading.plateKey);
      const live = list.read?.live.entries.get(reading.plateKey);
      // Those have rules of their own.
      if (live?.addedByCustomerCare || (desired?.validUntil ?? day) < day) continue;
      const message = desired
        ? `is on the list, and desired from ${desired.validFrom} only`
        : "is on the list, and not in the fleet file";
      yield { scope, licenseNumber, message, evidence: {} };
    }
  },
};
