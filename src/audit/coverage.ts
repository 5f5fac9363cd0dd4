import { type Amount, addAmounts, addDays, amountsOf, type DayAmounts } from "./billing/billed-sum.ts";
import type { DecimalSum } from "./billing/decimal.ts";
import type { AuditFacts } from "./rules/facts.ts";
import type { Finding } from "./rules/finding.ts";

/** What an audit looked at, to be held against the invoice. */
export interface Coverage {
  readonly accounts: number;
  /** Desired cars of the lists that were looked at. */
  readonly cars: number;
  readonly users: number;
  /** Billing records that were judged, and how many of them name no plate. */
  readonly records: number;
  readonly withoutPlate: number;
  /** What all these records come to, by currency. */
  readonly billed: readonly Amount[];
  /** The part that names no plate: fees, subscriptions. */
  readonly billedWithoutPlate: readonly Amount[];
  /** The part that is in findings of errors and warnings, each record counted once. */
  readonly inFindings: readonly Amount[];
  /** The same day by day, in the order of days; the day is empty for records without a date. */
  readonly days: readonly { readonly day: string; readonly inFindings: readonly Amount[] }[];
}

/** Counts what was looked at. */
export function coverageOf({ lists, accounts }: AuditFacts, findings: readonly Finding[]): Coverage {
  const billed = new Map<string, DecimalSum>();
  const plateless = new Map<string, DecimalSum>();
  const byDay: DayAmounts = feesOfIdleCars(accounts, findings);
  for (const account of accounts) {
    addAmounts(billed, amountsOf(account.billed?.covered.amounts ?? new Map()));
    addAmounts(plateless, amountsOf(account.billed?.covered.plateless ?? new Map()));
    addDays(byDay, account.billed?.covered.inFindings ?? new Map());
  }
  const inFindings = new Map<string, DecimalSum>();
  const days = [...byDay]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([day, sums]) => ({ day, inFindings: amountsOf(sums) }));
  for (const one of days) addAmounts(inFindings, one.inFindings);
  const count = (of: (account: AuditFacts["accounts"][number]) => number | undefined) =>
    accounts.reduce((sum, account) => sum + (of(account) ?? 0), 0);
  return {
    accounts: accounts.length,
    cars: lists.reduce((sum, { desired }) => sum + desired.entries.size, 0),
    users: count(({ users }) => users?.length),
    records: count((account) => account.billed?.covered.records),
    withoutPlate: count((account) => account.billed?.covered.withoutPlate),
    billed: amountsOf(billed),
    billedWithoutPlate: amountsOf(plateless),
    inFindings: amountsOf(inFindings),
    days,
  };
}

// That a car did not park is known only when all records of all accounts were seen.
function feesOfIdleCars(accounts: AuditFacts["accounts"], findings: readonly Finding[]): DayAmounts {
  const byScope = new Map(accounts.map(({ scope, billed }) => [scope, billed?.plates]));
  const fees: DayAmounts = new Map();
  for (const { rule, severity, scope, licenseNumber = "" } of findings) {
    if (rule !== "fee-for-idle-car" || severity === "info") continue;
    addDays(fees, byScope.get(scope)?.get(licenseNumber)?.fees ?? new Map());
  }
  return fees;
}
