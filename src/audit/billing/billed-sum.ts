import { sumsInWords } from "../../allowlist/index.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { type Amount, CurrencySums } from "./currency-sums.ts";

/** What a plate was billed, on one account. */
export type Billed = NonNullable<AuditDocument["findings"][number]["evidence"]["billed"]>;

/** What a sum needs to know of a record. */
export interface SummedRecord extends Amount {
  /** `infoId/infoRecordId`. */
  readonly id: string;
  /** Day of parking, YYYY-MM-DD in the file's time zone; empty when the server gave no date. */
  readonly day: string;
}

/** A running total of records. */
export interface BilledSum {
  readonly ids: string[];
  firstDay: string;
  lastDay: string;
  readonly amounts: CurrencySums;
}

/** A total as a finding shows it. */
export function billedOf(sum: BilledSum): Billed {
  const { ids, firstDay, lastDay, amounts } = sum;
  return { records: ids.length, firstDay, lastDay, amounts: amounts.list(), ids: ids.toSorted() };
}

/** Whether anything is left to pay in some currency, refunds taken off. */
export function isPositive({ amounts }: BilledSum): boolean {
  return amounts.positive().length > 0;
}

/** `3 records from 2026-10-01 to 2026-10-20, 45.00 DKK and 3.10 EUR`. */
export function billedInWords({ records, firstDay, lastDay, amounts }: Billed): string {
  const days = firstDay === "" ? "" : firstDay === lastDay ? ` of ${firstDay}` : ` from ${firstDay} to ${lastDay}`;
  return `${records} ${records === 1 ? "record" : "records"}${days}, ${sumsInWords(amounts)}`;
}

/** The total with one record more; the given one is changed, if there is one. */
export function addRecord(known: BilledSum | undefined, record: SummedRecord): BilledSum {
  const { id, day } = record;
  const sum = known ?? { ids: [], firstDay: day, lastDay: day, amounts: new CurrencySums() };
  sum.ids.push(id);
  if (day !== "" && (sum.firstDay === "" || day < sum.firstDay)) sum.firstDay = day;
  if (day > sum.lastDay) sum.lastDay = day;
  sum.amounts.add(record);
  return sum;
}
