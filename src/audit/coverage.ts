import type { AuditRuleId, Scope } from "../allowlist/index.ts";
import { type Amount, CurrencySums, sumsAt } from "./billing/currency-sums.ts";
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
  /** The types that were taken for fees, the most frequent first; absent where there were none. */
  readonly feeTypes?: readonly { readonly recordType: string; readonly records: number }[];
  /** What all these records come to, by currency. */
  readonly billed: readonly Amount[];
  /** The part that names no plate: fees, subscriptions. */
  readonly billedWithoutPlate: readonly Amount[];
  /** The part that is in findings of errors and warnings that are not accepted, each record counted once. */
  readonly inFindings: readonly Amount[];
  /** The same day by day, in the order of days; the day is empty for records without a date. */
  readonly days: readonly { readonly day: string; readonly inFindings: readonly Amount[] }[];
}

/** Counts what was looked at. */
export function coverageOf({ lists, accounts }: AuditFacts, findings: readonly Finding[]): Coverage {
  const billed = new CurrencySums();
  const plateless = new CurrencySums();
  const fees = new Map<string, number>();
  const byDay = daysInFindings(accounts, findings);
  for (const { billed: own } of accounts) {
    if (!own) continue;
    billed.addAll(own.covered.amounts);
    plateless.addAll(own.covered.plateless);
    for (const [kind, records] of own.covered.fees) fees.set(kind, (fees.get(kind) ?? 0) + records);
  }
  const inFindings = new CurrencySums();
  const days = [...byDay]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([day, sums]) => ({ day, inFindings: sums.list() }));
  for (const sums of byDay.values()) inFindings.addAll(sums);
  const count = (of: (account: AuditFacts["accounts"][number]) => number | undefined) =>
    accounts.reduce((sum, account) => sum + (of(account) ?? 0), 0);
  return {
    accounts: accounts.length,
    cars: lists.reduce((sum, { desired }) => sum + desired.entries.size, 0),
    users: count(({ users }) => users?.length),
    records: count((account) => account.billed?.covered.records),
    withoutPlate: count((account) => account.billed?.covered.withoutPlate),
    ...(fees.size > 0 && { feeTypes: feeTypesOf(fees) }),
    billed: billed.list(),
    billedWithoutPlate: plateless.list(),
    inFindings: inFindings.list(),
    days,
  };
}

function feeTypesOf(fees: ReadonlyMap<string, number>): NonNullable<Coverage["feeTypes"]> {
  const types = [...fees].map(([kind, records]) => ({ recordType: kind.trim().replace(" ", "/"), records }));
  return types.sort((left, right) => right.records - left.records || (left.recordType < right.recordType ? -1 : 1));
}

/** What turns out of cars that were not wanted: the tally has no more than that they were not. */
const UNDESIRED: readonly AuditRuleId[] = ["billed-look-alike", "billed-zero"];

// A record is counted where one of the rules that may object to it did, whatever the others say.
function daysInFindings(
  accounts: AuditFacts["accounts"],
  findings: readonly Finding[],
): ReadonlyMap<string, CurrencySums> {
  const keyOf = (rule: AuditRuleId, scope: Scope, plate: string) => `${rule} ${scope} ${plate.trim() && plate}`;
  const found = new Set<string>();
  for (const { rule, scope, licenseNumber = "", severity, accepted } of findings) {
    if (severity === "info" || accepted) continue;
    found.add(keyOf(UNDESIRED.includes(rule) ? "billed-not-desired" : rule, scope, licenseNumber));
  }
  const days = new Map<string, CurrencySums>();
  for (const { scope, billed } of accounts) {
    const objections = billed?.objections ?? [];
    const hits = objections.filter(({ rule, record }) => found.has(keyOf(rule, scope, record.licensePlate)));
    for (const record of new Set(hits.map(({ record }) => record))) sumsAt(days, record.day).add(record);
  }
  return days;
}
