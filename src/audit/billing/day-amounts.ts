import type { Amount } from "../rules/finding.ts";
import { addAmounts } from "./billed-sum.ts";
import { addSums, type DecimalSum, ZERO } from "./decimal.ts";

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
