import type { AuditDocument } from "../../../documents/index.ts";
import { sumsInWords } from "../../../documents/index.ts";
import { type Amount, CurrencySums } from "./currency-sums.ts";

/** What a plate was billed on one account, as a finding shows it. */
export type Billed = NonNullable<AuditDocument["findings"][number]["evidence"]["billed"]>;

/** What a sum needs to know of a record. */
export interface SummedRecord extends Amount {
  /** `infoId/infoRecordId`. */
  readonly id: string;
  /** Day of parking, YYYY-MM-DD in the file's time zone; empty when the server gave no date. */
  readonly day: string;
}

/** What records come to, as a finding shows it. */
export function billedOf(records: readonly SummedRecord[]): Billed {
  let [firstDay, lastDay] = ["", ""];
  for (const { day } of records) {
    if (day !== "" && (firstDay === "" || day < firstDay)) firstDay = day;
    if (day > lastDay) lastDay = day;
  }
  return {
    records: records.length,
    firstDay,
    lastDay,
    amounts: new CurrencySums(records).list(),
    ids: records.map(({ id }) => id).sort(),
  };
}

/** Whether anything is left to pay in some currency, refunds taken off. */
export function isPositive(records: Iterable<Amount>): boolean {
  return new CurrencySums(records).positive().length > 0;
}

/** `3 records from 2026-10-01 to 2026-10-20, 45.00 DKK and 3.10 EUR`. */
export function billedInWords({ records, firstDay, lastDay, amounts }: Billed): string {
  const days = firstDay === "" ? "" : firstDay === lastDay ? ` of ${firstDay}` : ` from ${firstDay} to ${lastDay}`;
  return `${records} ${records === 1 ? "record" : "records"}${days}, ${sumsInWords(amounts)}`;
}
