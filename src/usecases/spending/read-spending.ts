import { accountScope, dayAfter, type PlateRules, plateKeyOf, type Scope, withCommas } from "../../allowlist/index.ts";
import type { SpendingDocument } from "../../documents/index.ts";
import { type SpendingBy, sumsInWords } from "../../documents/index.ts";
import type { BillingRecord, FleetReader } from "../../fleet-api/index.ts";
import { retryIfListChanged, toResult } from "../../live/index.ts";
import { groupBy, LARGEST_CONCURRENCY, mapConcurrent } from "../../run/collections.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { type Amount, CurrencySums, type DaysOfLeaving, type DepartedRecord, savedBy } from "../audit/index.ts";
import {
  type AuditRange,
  type DatedRecord,
  dayReader,
  idOf,
  placeOf,
  rangeEdges,
  widened,
} from "../audit/read/index.ts";
import { recordPagesIn, type UnusualRecords, unusualRecordsInWords } from "../history/index.ts";
import { checkInvoices, type Invoice, isInSums, type OtherRecord } from "./invoices.ts";
import { labelOf, RecordSums } from "./record-sums.ts";

/** Which records are added up, and by what. */
export interface SpendingWish {
  readonly by: SpendingBy;
  /** Ids of billing accounts. */
  readonly accounts: readonly string[];
  readonly range: AuditRange;
  /** YYYY-MM-DD, in the time zone. */
  readonly today: string;
  readonly timeZone: string;
  /** How plates are compared. */
  readonly rules: PlateRules;
  /** To be held against the records. */
  readonly invoices?: readonly Invoice[];
  /** The cars that were taken off during the range, to say what that spared. */
  readonly departures: DaysOfLeaving;
  /** Whether records of other days that no report beside this one sees, as they were billed late, are left out, too. */
  readonly isOfDaysAlone?: boolean;
}

/** What was spent, and what stood in the way of knowing all of it. */
export interface Spending
  extends Pick<SpendingDocument, "totals" | "groups" | "invoices" | "saved" | "notes" | "setAside"> {
  /** Accounts that could not be read: nothing of them is in the sums. */
  readonly failures: readonly { readonly scope: Scope; readonly error: InterfaceError }[];
}

/** Adds up the billing records of some accounts, each in one range, as audits count it. Rejects only when interrupted. */
export async function readSpending(wish: SpendingWish, reader: FleetReader): Promise<Spending> {
  const { range, today, invoices = [] } = wish;
  const accounts = await mapConcurrent(wish.accounts, LARGEST_CONCURRENCY, async (baId) => {
    const result = await toResult(retryIfListChanged(() => readAccount(wish, baId, reader)));
    return result instanceof InterfaceError ? { scope: accountScope(baId), error: result } : result;
  });
  const read = accounts.flatMap((one) => ("error" in one ? [] : [one]));
  const sums = new RecordSums();
  for (const account of read) sums.addAll(account.sums);
  const saved = savedBy(
    wish.departures,
    read.flatMap(({ departed }) => departed),
    { from: range.from, to: today < range.to ? today : range.to },
  );
  return {
    totals: sums.totals(),
    groups: sums.groups(wish.by),
    ...(invoices.length > 0 && { invoices: checkInvoices(invoices, read) }),
    ...(saved && { saved }),
    notes: [
      ...read.flatMap(({ scope, notes }) => notes.map((note) => `${scope}: ${note}`)),
      ...leftOut(read.flatMap(({ others }) => others)),
    ],
    failures: accounts.filter((one) => "error" in one),
    setAside: read.flatMap(({ scope, setAside }) => (setAside.count > 0 ? [{ scope, ...setAside }] : [])),
  };
}

async function readAccount(wish: SpendingWish, baId: string, reader: FleetReader) {
  const { by, range, today, timeZone, rules } = wish;
  const sums = new RecordSums();
  const unusual: UnusualRecords = { setAside: { count: 0, rows: [] }, repeats: [], outside: 0 };
  const dayOf = dayReader(timeZone);
  const outside: (DatedRecord & { readonly item: BillingRecord })[] = [];
  let within = 0;
  const departed: DepartedRecord[] = [];
  const take = (item: BillingRecord, day: string) => {
    sums.take(item, labelOf(by, baId, item, day, rules));
    const plateKey = wish.departures.size > 0 && plateKeyOf(item.parking?.licensePlate ?? "", rules);
    if (plateKey && wish.departures.has(plateKey)) departed.push({ plateKey, day, ...amountOf(item) });
  };
  for await (const records of recordPagesIn(reader, baId, widened(range, today), unusual)) {
    for (const item of records) {
      const day = dayOf(item.startDate);
      if (placeOf(day, range) === "within") {
        within += 1;
        take(item, day);
      } else outside.push({ item, id: idOf(item), day });
    }
  }
  const divide = rangeEdges(reader, baId, range, today);
  const { own } = await divide(wish.isOfDaysAlone ? [] : outside, within, dayAfter(today, 1));
  for (const { item, day } of own) take(item, day);
  const counted = new Set(own.map(({ id }) => id));
  return {
    scope: accountScope(baId),
    sums,
    others: outside.map(({ item, ...one }) => ({
      ...one,
      ...amountOf(item),
      when: whenOf(one.day, range, counted.has(one.id)),
    })),
    setAside: unusual.setAside,
    departed,
    notes: unusualRecordsInWords({ ...unusual, outside: own.length }),
  };
}

function amountOf({ currency: { currencyCode }, amountIncludingVat }: BillingRecord): Amount {
  return { currencyCode, amountIncludingVat };
}

function whenOf(day: string, range: AuditRange, isCounted: boolean): OtherRecord["when"] {
  const isBefore = day < range.from;
  if (isCounted) return isBefore ? "billed-late" : "billed-ahead";
  if (placeOf(day, range) === "edge") return isBefore ? "day-before" : "day-after";
  return isBefore ? "earlier" : "later";
}

// Nothing is left out in silence.
function leftOut(others: readonly OtherRecord[]): readonly string[] {
  const beside = others.filter(({ when }) => !isInSums(when));
  const groups = groupBy(beside, ({ when, day }) => (when === "earlier" || when === "later" ? `${when} days` : day));
  const parts = [...groups]
    .sort()
    .map(([day, some]) => `${withCommas(some.length)} of ${day} (${sumsInWords(new CurrencySums(some).list())})`);
  return parts.length === 0
    ? []
    : [`records of other days are in no sum here, but in those of the days beside: ${parts.join(", ")}`];
}
