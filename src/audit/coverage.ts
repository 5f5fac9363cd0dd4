import { addAmounts, amountsOf } from "./billed-sum.ts";
import type { DecimalSum } from "./decimal.ts";
import type { AuditFacts } from "./facts.ts";
import type { Amount } from "./finding.ts";

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
  /** The part that is in findings of errors and warnings, each record counted once. */
  readonly inFindings: readonly Amount[];
}

/** Counts what was looked at. */
export function coverageOf({ lists, accounts }: AuditFacts): Coverage {
  const billed = new Map<string, DecimalSum>();
  const inFindings = new Map<string, DecimalSum>();
  for (const account of accounts) {
    addAmounts(billed, amountsOf(account.billed?.covered.amounts ?? new Map()));
    addAmounts(inFindings, amountsOf(account.billed?.covered.inFindings ?? new Map()));
  }
  const count = (of: (account: AuditFacts["accounts"][number]) => number | undefined) =>
    accounts.reduce((sum, account) => sum + (of(account) ?? 0), 0);
  return {
    accounts: accounts.length,
    cars: lists.reduce((sum, { desired }) => sum + desired.entries.size, 0),
    users: count(({ users }) => users?.length),
    records: count((account) => account.billed?.covered.records),
    withoutPlate: count((account) => account.billed?.covered.withoutPlate),
    billed: amountsOf(billed),
    inFindings: amountsOf(inFindings),
  };
}
