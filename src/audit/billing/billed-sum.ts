import { sumsInWords } from "../../allowlist/index.ts";
import { addDecimal, addSums, compareSums, type DecimalSum, decimalText, ZERO } from "./decimal.ts";

/** What was paid in one currency; a decimal text. Amounts of different currencies are never added. */
export interface Amount {
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** What a plate was billed, on one account. */
export interface Billed {
  readonly records: number;
  /** First and last day of parking, YYYY-MM-DD in the file's time zone; empty where the server gave no date. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** By currency code. */
  readonly amounts: readonly Amount[];
}

/** What a sum needs to know of a record. */
export interface SummedRecord {
  /** Day of parking, YYYY-MM-DD in the file's time zone; empty when the server gave no date. */
  readonly day: string;
  readonly currencyCode: string;
  /** A decimal text. */
  readonly amountIncludingVat: string;
}

/** What is looked at of one billing record (interface 4.6). */
export interface TalliedRecord extends SummedRecord {
  /** `infoId/infoRecordId`. */
  readonly id: string;
  readonly licensePlate: string;
  /** Milliseconds since the epoch; NaN when the server gave none, or no time zone. */
  readonly start: number;
  readonly end: number;
  /** Whether it is for parking; else it is a fee. */
  readonly isParking: boolean;
  /** Where it was parked; empty when the server does not say. */
  readonly place: string;
  /** The id of the parking that it is for, which several records may have; empty where there is none. */
  readonly parkingId: string;
  /** Where that was, a code; empty where nobody says. */
  readonly country: string;
  /** Type and subtype. */
  readonly kind: string;
  readonly vat: string;
  readonly amountExcludingVat: string;
  /** Digits, empty when the record names no user. */
  readonly userId: string;
  readonly costCenter: string;
  /** A record with the same id came before. */
  readonly isRepeat: boolean;
  /** It is of a day before the range. */
  readonly isLate: boolean;
}

/** A running total of records. */
export interface BilledSum {
  records: number;
  firstDay: string;
  lastDay: string;
  readonly amounts: Map<string, DecimalSum>;
}

/** A total as a finding shows it. */
export function billedOf(sum: BilledSum): Billed {
  const { records, firstDay, lastDay, amounts } = sum;
  return { records, firstDay, lastDay, amounts: amountsOf(amounts) };
}

/** Sums by currency, in the order of their codes. */
export function amountsOf(sums: ReadonlyMap<string, DecimalSum>): readonly Amount[] {
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([currencyCode, sum]) => ({ currencyCode, amountIncludingVat: decimalText(sum) }));
}

/** Whether anything is left to pay in some currency, refunds taken off. */
export function isPositive({ amounts }: BilledSum): boolean {
  return [...amounts.values()].some((sum) => compareSums(sum, ZERO) > 0);
}

/** `3 records from 2026-10-01 to 2026-10-20, 45.00 DKK and 3.10 EUR`. */
export function billedInWords({ records, firstDay, lastDay, amounts }: Billed): string {
  const days = firstDay === "" ? "" : firstDay === lastDay ? ` of ${firstDay}` : ` from ${firstDay} to ${lastDay}`;
  return `${records} ${records === 1 ? "record" : "records"}${days}, ${sumsInWords(amounts)}`;
}

/** Adds amounts to sums by currency. */
export function addAmounts(sums: Map<string, DecimalSum>, amounts: Iterable<Amount>): void {
  for (const { currencyCode, amountIncludingVat } of amounts) {
    sums.set(currencyCode, addDecimal(sums.get(currencyCode) ?? ZERO, amountIncludingVat));
  }
}

/** The total with one record more; the given one is changed, if there is one. */
export function addRecord(
  known: BilledSum | undefined,
  { day, currencyCode, amountIncludingVat }: SummedRecord,
): BilledSum {
  const sum = known ?? { records: 0, firstDay: day, lastDay: day, amounts: new Map() };
  sum.records += 1;
  if (day !== "" && (sum.firstDay === "" || day < sum.firstDay)) sum.firstDay = day;
  if (day > sum.lastDay) sum.lastDay = day;
  sum.amounts.set(currencyCode, addDecimal(sum.amounts.get(currencyCode) ?? ZERO, amountIncludingVat));
  return sum;
}

/** Sums by currency for each day (YYYY-MM-DD; empty for records without a date). */
export type DayAmounts = Map<string, Map<string, DecimalSum>>;

/** Adds an amount to those of its day. */
export function addToDay(days: DayAmounts, record: Amount & { readonly day: string }): void {
  addAmounts(sumsOf(days, record.day), [record]);
}

/** Adds all of the other sums, day by day. */
export function addDays(days: DayAmounts, others: DayAmounts): void {
  for (const [day, amounts] of others) {
    const sums = sumsOf(days, day);
    for (const [currencyCode, sum] of amounts) sums.set(currencyCode, addSums(sums.get(currencyCode) ?? ZERO, sum));
  }
}

function sumsOf(days: DayAmounts, day: string): Map<string, DecimalSum> {
  const known = days.get(day);
  if (known) return known;
  const sums = new Map<string, DecimalSum>();
  days.set(day, sums);
  return sums;
}
