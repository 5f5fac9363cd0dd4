import type { AuditRule } from "../rule.ts";

/** Cars that parking users hold who no longer park. */
export const inactiveUserHoldsCar: AuditRule = {
  id: "inactive-user-holds-car",
  explanation: "A parking user who is INACTIVE or CLOSED still holds a car.",
  fix: "Remove the car from the user (users remove-car), so that its next driver can take it over.",
  reads: ["users"],
  *find({ accounts }) {
    for (const { scope, users } of accounts) {
      for (const { id, status, cars } of users ?? []) {
        if (status === "ACTIVE") continue;
        for (const licenseNumber of cars) {
          const message = `is linked to parking user ${id}, who is ${status}`;
          yield { scope, licenseNumber, message, evidence: { user: { id, status } } };
        }
      }
    }
  },
};
