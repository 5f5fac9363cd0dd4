import { formatSource, type PlateKey } from "../../allowlist/index.ts";
import { type AuditedAccount, type AuditFacts, desiredToday } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Desired cars that never parked. */
export const idle: AuditRule = {
  id: "idle",
  explanation: "The fleet file wanted the car throughout the days looked at, and no billing record names it.",
  fix: "Check that the car is still in use; remove it from the fleet file if not.",
  reads: ["billing"],
  // One list holds for all accounts: a car is idle only where none of them was billed for it.
  lacks: ({ mode, accounts }) =>
    mode === "global" && accounts.some(({ billed }) => !billed)
      ? "the billing records of some accounts were not read"
      : undefined,
  *find(facts) {
    const { lists, day, from, mode } = facts;
    const byScope = new Map(facts.accounts.map((account) => [account.scope, [account]]));
    for (const list of lists) {
      const accounts = mode === "global" ? facts.accounts : (byScope.get(list.desired.scope) ?? []);
      if (accounts.length === 0 || accounts.some(({ billed }) => !billed)) continue;
      const parked = parkedPlates(accounts);
      for (const { scope, entry } of desiredToday([list], day)) {
        if (parked.has(entry.plateKey) || (entry.validFrom ?? from) > from) continue;
        const evidence = { source: formatSource(entry.source) };
        yield { scope, licenseNumber: entry.licenseNumber, message: "is desired, and was not billed once", evidence };
      }
    }
  },
};

function parkedPlates(accounts: AuditFacts["accounts"]): ReadonlySet<PlateKey> {
  const keysOf = ({ billed }: AuditedAccount) =>
    [...(billed?.values() ?? [])].flatMap(({ plateKey }) => (plateKey === undefined ? [] : [plateKey]));
  return new Set(accounts.flatMap(keysOf));
}
