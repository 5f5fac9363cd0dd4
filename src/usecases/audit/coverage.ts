import type { AuditDocument } from "../../documents/index.ts";
import { countUp, valueAt } from "../../run/collections.ts";
import type { AuditRuleId } from "../../schema/audit-rules/index.ts";
import type { BilledPlate } from "./billing/billing-tally.ts";
import { type Amount, CurrencySums, sumsAt } from "./billing/currency-sums.ts";
import type { TalliedRecord } from "./billing/record.ts";
import type { AuditFacts } from "./rules/facts.ts";
import type { Finding } from "./rules/finding.ts";

/** What an audit looked at, to be held against the invoice. */
export type Coverage = NonNullable<AuditDocument["coverage"]>;

/** Counts what was looked at. */
export function coverageOf({ lists, accounts }: AuditFacts, findings: readonly Finding[]): Coverage {
  const covered = accounts.flatMap(({ billed }) => billed?.covered ?? []);
  const sumOf = (part: "amounts" | "plateless") => new CurrencySums(covered.flatMap((own) => own[part].list())).list();
  const countOf = ({ currencyCode }: Amount) =>
    covered.reduce((sum, { counts }) => sum + (counts.get(currencyCode) ?? 0), 0);
  const fees = new Map<string, number>();
  for (const [kind, records] of covered.flatMap((own) => [...own.fees])) countUp(fees, kind, records);
  const feeTypes = [...fees]
    .map(([kind, records]) => ({ recordType: kind.trim().replace(" ", "/"), records }))
    .sort((left, right) => right.records - left.records || (left.recordType < right.recordType ? -1 : 1));
  const days = daysInFindings(accounts, findings);
  return {
    accounts: accounts.length,
    cars: lists.reduce((sum, { desired }) => sum + desired.entries.size, 0),
    users: accounts.reduce((sum, { users = [] }) => sum + users.length, 0),
    records: covered.reduce((sum, { records }) => sum + records, 0),
    withoutPlate: covered.reduce((sum, { withoutPlate }) => sum + withoutPlate, 0),
    ...(feeTypes.length > 0 && { feeTypes }),
    billed: sumOf("amounts").toSorted((left, right) => countOf(right) - countOf(left)),
    billedWithoutPlate: sumOf("plateless"),
    inFindings: new CurrencySums(days.flatMap(({ inFindings }) => inFindings)).list(),
    days,
  };
}

/** What turns out of cars that were not wanted: the tally has no more than that they were not. */
const UNDESIRED: readonly AuditRuleId[] = ["billed-look-alike", "billed-zero"];

// A record is counted where one of the rules that may object to it did, whatever the others say.
function daysInFindings(accounts: AuditFacts["accounts"], findings: readonly Finding[]) {
  const counting = findings.filter(({ severity, accepted }) => severity !== "info" && !accepted);
  const found = new Map<string, Set<AuditRuleId>>();
  for (const { rule, scope, licenseNumber = "" } of counting) {
    const rules = valueAt(found, `${scope} ${licenseNumber}`, () => new Set());
    rules.add(UNDESIRED.includes(rule) ? "billed-not-desired" : rule);
  }
  const days = new Map<string, CurrencySums>();
  for (const { scope, billed } of accounts) {
    const counted = new Map<BilledPlate, Set<TalliedRecord>>();
    for (const [rule, plates] of billed?.objections ?? [])
      for (const [plate, objections] of plates) {
        if (!found.get(`${scope} ${plate.licenseNumber}`)?.has(rule)) continue;
        const records = valueAt(counted, plate, () => new Set());
        for (const { record } of objections) records.add(record);
      }
    for (const records of counted.values()) for (const record of records) sumsAt(days, record.day).add(record);
  }
  const inOrder = [...days].sort(([left], [right]) => (left < right ? -1 : 1));
  return inOrder.map(([day, sums]) => ({ day, inFindings: sums.list() }));
}
