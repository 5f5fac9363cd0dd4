import { formatSource } from "../../allowlist/index.ts";
import { desiredToday } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Desired cars that nobody uses. */
export const neverInFleet: AuditRule = {
  id: "never-in-fleet",
  explanation: "The fleet file wants the car, and it is not among the fleet cars: nobody has taken it into use.",
  fix: "Check that the car still exists and the plate is right; remove it from the fleet file if not.",
  reads: ["fleet"],
  *find({ lists, fleet, day }) {
    for (const { scope, entry } of desiredToday(lists, day)) {
      if (!fleet || fleet.has(entry.plateKey)) continue;
      const evidence = { source: formatSource(entry.source) };
      yield { scope, licenseNumber: entry.licenseNumber, message: "is desired, and no fleet car", evidence };
    }
  },
};
