import { isValidOn } from "../../allowlist/index.ts";
import type { AuditRule } from "../rule.ts";

/** Cars that customer care put on the list and that the fleet file does not know. */
export const addedByCustomerCare: AuditRule = {
  id: "added-by-customer-care",
  explanation: "A customer-care agent put the car on the list, and the fleet file does not want it.",
  fix: "Ask who wanted it. Add it to the fleet file, or have it removed.",
  reads: ["lists"],
  *find({ lists, day }) {
    for (const { desired, read } of lists) {
      for (const live of read?.live.entries.values() ?? []) {
        const entry = desired.entries.get(live.plateKey);
        if (!live.addedByCustomerCare || (entry && isValidOn(entry, day))) continue;
        const message = "was added by customer care, and is not desired";
        yield { scope: desired.scope, licenseNumber: live.licenseNumber, message, evidence: {} };
      }
    }
  },
};
