import type { AuditRuleRow } from "./error-rules.ts";

/** The rules that run when they are asked for, in their order in the table. */
export const INFO_RULES = {
  "added-by-customer-care": {
    severity: "info",
    title: "Added by customer care",
    needs: ["lists"],
    explanation: "A customer-care agent put the car on the list, and the fleet file does not want it.",
    fix: "Ask who wanted it. Add it to the fleet file, or have it removed.",
  },
  "expires-soon": {
    severity: "info",
    title: "Ends soon",
    needs: [],
    explanation: "The car's validUntil is near; the apply after that day takes it off the list.",
    fix: "Give it a later validUntil if it stays. policy.audit.expires-soon.days says how near is near.",
  },
  "never-in-fleet": {
    severity: "info",
    title: "Wanted, and no fleet car",
    needs: ["fleet"],
    explanation: "The fleet file wants the car, and it is not among the fleet cars: nobody has taken it into use.",
    fix: "Check that the car still exists and the plate is right; remove it from the fleet file if not.",
  },
  idle: {
    severity: "info",
    title: "Wanted, and not billed once",
    needs: ["billing"],
    needsAll: "billing",
    explanation:
      "The fleet file wanted the car throughout the days looked at, and no billing record of its account names it.",
    fix: "Check that the car is still in use; remove it from the fleet file if not.",
  },
  "unknown-plate-spelling": {
    severity: "info",
    title: "Billed under another spelling",
    needs: ["billing"],
    explanation: "A desired car was billed under a spelling that is neither the fleet file's nor the list's.",
    fix: "See that it is the same car, not one of another country; then spell the plate alike everywhere.",
  },
  "billed-not-known": {
    severity: "info",
    title: "Billed, and not wanted now",
    judges: "charges",
    needs: ["billing"],
    explanation: "The files do not want the plate now; of that day they are not known (a shallow clone, or no git).",
    fix: "Fetch the whole history (`fetch-depth: 0`, or git fetch --unshallow), and run audit again.",
  },
  "billed-kept": {
    severity: "info",
    title: "Billed, and the policy keeps it",
    judges: "records",
    needs: ["billing", "lists"],
    explanation: "A car that no file wants was billed, and customer care or policy.prune leaves it on the list.",
    fix: "Ask who wanted it. Add it to the fleet file, or have it removed.",
  },
  "billed-zero": {
    severity: "info",
    title: "Billed, not wanted, and nothing left to pay",
    needs: ["billing"],
    explanation: "A plate that was not wanted was billed, and the amounts are 0, or were refunded.",
    fix: "Nothing to claim. If the car is yours, add it to the fleet file.",
  },
  "ended-afterwards": {
    severity: "info",
    title: "Parked before its last day was written",
    judges: "records",
    needs: ["billing"],
    explanation: "A car parked after its last day in the fleet file, and that day was written after the parking.",
    fix: "Nothing to claim: the operator could not know. Write the last day of a car before it leaves.",
  },
  "user-without-cost-center": {
    severity: "info",
    title: "A user without a cost centre",
    needs: ["users"],
    explanation: "A parking user has no cost centre, and others of the account have one.",
    fix: "Have the cost centre set at the operator.",
  },
} as const satisfies Record<string, AuditRuleRow>;
