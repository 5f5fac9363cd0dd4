import { compareSums, type DecimalSum, decimalText, subtract, totalOf, ZERO } from "../audit/index.ts";
import type { SpendingTotal } from "./spending-tally.ts";

/** What an invoice says, VAT included; of one account, or of all that are added up. */
export interface Invoice {
  readonly amountIncludingVat: string;
  readonly currencyCode: string;
  /** Id of a billing account. */
  readonly account?: string;
}

const OTHER_DAYS = ["day-before", "day-after", "earlier", "later", "billed-late", "billed-ahead"] as const;

/** Where a record of another day stands: right beside the range, or farther; and in the sums where no other report has it. */
export type OtherDay = (typeof OTHER_DAYS)[number];

/** Whether such a record is in the sums. */
export function isInSums(when: OtherDay): boolean {
  return when === "billed-late" || when === "billed-ahead";
}

/** A record of a day outside the range. */
export interface OtherRecord {
  readonly when: OtherDay;
  /** `infoId/infoRecordId`. */
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** What one account was billed. */
export interface AccountTotals {
  readonly account: string;
  readonly totals: readonly SpendingTotal[];
  readonly others: readonly OtherRecord[];
}

/** Why an invoice may differ: records of other days; or it may be without VAT, before refunds, or without what names no plate. */
export interface InvoiceCause {
  readonly cause: OtherDay | "without-vat" | "before-refunds" | "without-plate";
  readonly records: number;
  readonly amountIncludingVat: string;
  /** Whether that is the difference. */
  readonly explains: boolean;
  /** Of records of other days, the first. */
  readonly examples: readonly string[];
}

/** An invoice beside the records. */
export interface InvoiceCheck {
  readonly account?: string;
  readonly currencyCode: string;
  readonly invoiced: string;
  readonly billed: string;
  /** What the invoice has more than the records; 0 where they agree. */
  readonly difference: string;
  readonly agrees: boolean;
  readonly causes: readonly InvoiceCause[];
}

const MOST_EXAMPLES = 5;

/** Holds invoices against the records. Invoices of one account in one currency are added up. */
export function checkInvoices(
  invoices: readonly Invoice[],
  accounts: readonly AccountTotals[],
): readonly InvoiceCheck[] {
  const groups = new Map<string, Invoice>();
  for (const one of invoices) {
    const key = `${one.account ?? ""} ${one.currencyCode}`;
    const sum = totalOf([groups.get(key)?.amountIncludingVat ?? "0", one.amountIncludingVat]);
    groups.set(key, { ...one, amountIncludingVat: decimalText(sum) });
  }
  return [...groups.values()].map((invoice) => {
    const own = accounts.filter(({ account }) => invoice.account === undefined || account === invoice.account);
    return check(invoice, own);
  });
}

function check(
  { account, currencyCode, amountIncludingVat }: Invoice,
  accounts: readonly AccountTotals[],
): InvoiceCheck {
  const isOwn = (one: { readonly currencyCode: string }) => one.currencyCode === currencyCode;
  const totals = accounts.flatMap((one) => one.totals).filter(isOwn);
  const billed = totalOf(totals.map((one) => one.amountIncludingVat));
  const difference = subtract(totalOf([amountIncludingVat]), billed);
  const agrees = compareSums(difference, ZERO) === 0;
  const others = accounts.flatMap((one) => one.others).filter(isOwn);
  return {
    ...(account !== undefined && { account }),
    currencyCode,
    invoiced: amountIncludingVat,
    billed: decimalText(billed),
    difference: decimalText(difference),
    agrees,
    causes: agrees ? [] : [...otherDays(others, difference), ...otherReadings(totals, difference)],
  };
}

// All records of a kind, and where those are not the difference, one that is.
function otherDays(others: readonly OtherRecord[], difference: DecimalSum): readonly InvoiceCause[] {
  return OTHER_DAYS.flatMap((cause): InvoiceCause[] => {
    const own = others.filter(({ when }) => when === cause);
    if (own.length === 0) return [];
    const causeOf = (records: readonly OtherRecord[]): InvoiceCause => {
      const sum = totalOf(records.map((one) => one.amountIncludingVat));
      // What is in the sums already makes the invoice smaller.
      const effect = isInSums(cause) ? subtract(ZERO, sum) : sum;
      return {
        cause,
        records: records.length,
        amountIncludingVat: decimalText(sum),
        explains: compareSums(effect, difference) === 0,
        examples: records.slice(0, MOST_EXAMPLES).map(({ id }) => id),
      };
    };
    const all = causeOf(own);
    const single = all.explains ? undefined : own.map((one) => causeOf([one])).find(({ explains }) => explains);
    return single && own.length > 1 ? [single, all] : [all];
  });
}

// Only where it is the difference exactly: each of them would be true of most invoices.
function otherReadings(totals: readonly SpendingTotal[], difference: DecimalSum): readonly InvoiceCause[] {
  const billed = totalOf(totals.map((one) => one.amountIncludingVat));
  const plateless = totals.map(({ withoutPlate }) => withoutPlate);
  const readings = [
    ["without-vat", subtract(billed, totalOf(totals.map((one) => one.amountExcludingVat)))],
    ["before-refunds", totalOf(totals.map((one) => one.refunded))],
    ["without-plate", totalOf(plateless.map((one) => one.amountIncludingVat))],
  ] as const;
  return readings.flatMap(([cause, sum]): InvoiceCause[] => {
    if (compareSums(subtract(ZERO, sum), difference) !== 0) return [];
    const records = (cause === "without-plate" ? plateless : totals).reduce((count, one) => count + one.records, 0);
    return [{ cause, records, amountIncludingVat: decimalText(sum), explains: true, examples: [] }];
  });
}
