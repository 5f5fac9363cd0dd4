import { changesIn } from "../list-changes.ts";
import type { AuditRule } from "../rule.ts";

/** Desired cars that are on no list. */
export const driftMissing: AuditRule = {
  id: "drift-missing",
  explanation: "The fleet file wants the car, and the list does not hold it: its driver is blocked or fined.",
  fix: "Run plan, then apply. If it was there before, find out who took it off.",
  reads: ["lists"],
  *find({ lists }) {
    for (const { scope, licenseNumber, source } of changesIn(lists, "add")) {
      yield {
        scope,
        licenseNumber,
        message: "is desired, and not on the list",
        evidence: { ...(source && { source }) },
      };
    }
  },
};
