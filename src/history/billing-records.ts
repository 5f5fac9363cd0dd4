import { addDecimal, type DecimalSum, decimalText, ZERO } from "../audit/index.ts";
import type { BillingRecord, DayRange, FleetReader } from "../fleet-api/index.ts";
import { InterfaceError } from "../ports/index.ts";

const DAY_MS = 86_400_000;

/**
 * All billing records of a range, streamed (interface 4.6). Which parameters hold the dates is not documented, so a
 * record from outside the range is taken for proof that the server never saw them: an `InterfaceError`.
 */
export async function* recordsIn(reader: FleetReader, baId: string, range: DayRange): AsyncGenerator<BillingRecord> {
  for await (const record of reader.billingRecords(baId, range)) {
    if (isOutside(record, range)) throw ignoredDates(baId, record, range);
    yield record;
  }
}

// A day of grace, for the server may count days in a time zone of its own. A long parking may begin before and end after.
function isOutside({ startDate, endDate }: BillingRecord, { from, to }: DayRange): boolean {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return (
    (from !== undefined && Math.max(start, end) < Date.parse(from) - DAY_MS) ||
    (to !== undefined && Math.min(start, end) >= Date.parse(to) + 2 * DAY_MS)
  );
}

function ignoredDates(baId: string, { infoId, startDate }: BillingRecord, { from, to }: DayRange): InterfaceError {
  const asked = `${from ?? "the start"} to ${to ?? "today"}`;
  return new InterfaceError(
    `account ${baId}: asked for billing records from ${asked}, the server gave record ${infoId} of ${startDate}. ` +
      "interface.fromDateParam or toDateParam may be wrong; `platectl doctor` finds out.",
    { kind: "shape" },
  );
}

/** What records come to in one currency. Currencies are never added up. */
export interface CurrencyTotal {
  readonly currencyCode: string;
  readonly records: number;
  readonly amountExcludingVat: string;
  readonly amountIncludingVat: string;
}

interface RunningTotal {
  readonly records: number;
  readonly excluding: DecimalSum;
  readonly including: DecimalSum;
}

/** Adds records up by currency as they pass. */
export class CurrencyTotals {
  readonly #totals = new Map<string, RunningTotal>();

  add({ currency: { currencyCode }, amountExcludingVat, amountIncludingVat }: BillingRecord): void {
    const before = this.#totals.get(currencyCode) ?? { records: 0, excluding: ZERO, including: ZERO };
    this.#totals.set(currencyCode, {
      records: before.records + 1,
      excluding: addDecimal(before.excluding, amountExcludingVat),
      including: addDecimal(before.including, amountIncludingVat),
    });
  }

  /** By currency code. */
  list(): readonly CurrencyTotal[] {
    return [...this.#totals]
      .map(([currencyCode, { records, excluding, including }]) => ({
        currencyCode,
        records,
        amountExcludingVat: decimalText(excluding),
        amountIncludingVat: decimalText(including),
      }))
      .sort((left, right) => (left.currencyCode < right.currencyCode ? -1 : 1));
  }
}
