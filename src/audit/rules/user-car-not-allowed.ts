import { isValidOn, readPlate } from "../../allowlist/index.ts";
import type { AuditRule } from "../rule.ts";

/** Cars that parking users hold and that the fleet file does not want. */
export const userCarNotAllowed: AuditRule = {
  id: "user-car-not-allowed",
  explanation:
    "A parking user of the account holds a car that the fleet file neither wants on the account's list nor protects.",
  fix: "Remove the car from the user (users remove-car), or add it to the fleet file.",
  reads: ["users"],
  *find({ accounts, plates, isProtected, day }) {
    for (const { scope, desired, users } of accounts) {
      for (const { id, status, cars } of users ?? []) {
        for (const licenseNumber of cars) {
          const reading = readPlate(licenseNumber, plates);
          if (reading.kind === "plate") {
            const entry = desired.entries.get(reading.plateKey);
            if ((entry && isValidOn(entry, day)) || isProtected(reading.plateKey)) continue;
          }
          const message = `is linked to parking user ${id}, and not desired`;
          yield { scope, licenseNumber, message, evidence: { user: { id, status } } };
        }
      }
    }
  },
};
