import { accountScope, type Scope } from "../../allowlist/index.ts";
import type { InvoiceCheck, SpendingTotal } from "../../documents/index.ts";
import {
  type Amount,
  compareSums,
  type DecimalSum,
  decimalText,
  subtract,
  sumOf,
  totalOf,
  ZERO,
} from "../audit/index.ts";
import type { DatedRecord } from "../audit/read/index.ts";
import { RecordSums } from "./record-sums.ts";

/** What an invoice says, VAT included; of one account, or of all that are added up. */
export interface Invoice extends Amount {
  /** Id of a billing account. */
  readonly account?: string;
}

/** Why an invoice may differ: records of other days; or it may be without VAT, before refunds, or without what names no plate. */
type Cause = InvoiceCheck["causes"][number];

const OUTSIDE_SUMS = ["day-before", "day-after", "earlier", "later"] as const;
const OTHER_DAYS = [...OUTSIDE_SUMS, "billed-late", "billed-ahead"] as const;

/** A record of a day outside the range. */
export interface OtherRecord extends Amount, DatedRecord {
  /** Right beside the range, or farther; and in the sums where no other report has it. */
  readonly when: (typeof OTHER_DAYS)[number];
}

/** Whether records are in the sums. */
export function isInSums(cause: Cause["cause"]): boolean {
  return !OUTSIDE_SUMS.some((one) => one === cause);
}

/** What one account was billed. */
export interface BilledAccount {
  readonly scope: Scope;
  readonly sums: RecordSums;
  readonly others: readonly OtherRecord[];
}

const MOST_EXAMPLES = 5;

/** Holds invoices against the records. Invoices of one account in one currency are added up. */
export function checkInvoices(
  invoices: readonly Invoice[],
  accounts: readonly BilledAccount[],
): readonly InvoiceCheck[] {
  const groups = new Map<string, Invoice>();
  for (const one of invoices) {
    const key = `${one.account ?? ""} ${one.currencyCode}`;
    const known = groups.get(key);
    groups.set(key, { ...one, amountIncludingVat: decimalText(sumOf(known ? [known, one] : [one])) });
  }
  return [...groups.values()].map((invoice) => check(invoice, accounts));
}

function check(invoice: Invoice, accounts: readonly BilledAccount[]): InvoiceCheck {
  const { account, currencyCode, amountIncludingVat: invoiced } = invoice;
  const own = accounts.filter(({ scope }) => account === undefined || scope === accountScope(account));
  const sums = new RecordSums();
  for (const one of own) sums.addAll(one.sums);
  const isOwn = (one: Amount) => one.currencyCode === currencyCode;
  const total = sums.totals().find(isOwn);
  const billed = sumOf(total ? [total] : []);
  const difference = subtract(sumOf([invoice]), billed);
  const agrees = compareSums(difference, ZERO) === 0;
  const others = own.flatMap((one) => one.others).filter(isOwn);
  return {
    ...(account !== undefined && { account }),
    currencyCode,
    invoiced,
    billed: decimalText(billed),
    difference: decimalText(difference),
    agrees,
    causes: agrees ? [] : causesOf(difference, others, total),
  };
}

function causesOf(
  difference: DecimalSum,
  others: readonly OtherRecord[],
  total: SpendingTotal | undefined,
): readonly Cause[] {
  const causeOf = (cause: Cause["cause"], records: number, sum: DecimalSum, examples: readonly string[] = []) => {
    // What is in the sums already makes the invoice smaller.
    const explains = compareSums(isInSums(cause) ? subtract(ZERO, sum) : sum, difference) === 0;
    return { cause, records, amountIncludingVat: decimalText(sum), explains, examples };
  };
  const otherDays = OTHER_DAYS.flatMap((when) => {
    const causeOfSome = (some: readonly OtherRecord[]) => {
      const examples = some.slice(0, MOST_EXAMPLES).map(({ id }) => id);
      return causeOf(when, some.length, sumOf(some), examples);
    };
    const own = others.filter((one) => one.when === when);
    if (own.length === 0) return [];
    const all = causeOfSome(own);
    // Where all of a kind are not the difference, one of them may be.
    const single = all.explains ? undefined : own.map((one) => causeOfSome([one])).find(({ explains }) => explains);
    return single ? [single, all] : [all];
  });
  if (!total) return otherDays;
  const { records, amountExcludingVat, refunded, withoutPlate } = total;
  const otherReadings = [
    causeOf("without-vat", records, subtract(sumOf([total]), totalOf([amountExcludingVat]))),
    causeOf("before-refunds", records, totalOf([refunded])),
    causeOf("without-plate", withoutPlate.records, sumOf([withoutPlate])),
  ];
  // Only where they are the difference: each of them would be true of most invoices.
  return [...otherDays, ...otherReadings.filter(({ explains }) => explains)];
}
