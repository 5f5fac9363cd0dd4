import { groupDigits } from "../../allowlist/index.ts";
import type { InvoiceCheck, SpendingDocument, SpendingGroup, SpendingTotal } from "../../documents/index.ts";
import { type SpendingBy, sumsInWords } from "../../documents/index.ts";
import { counted } from "../text/phrases.ts";

/** What records are added up by, in words: the heading of their names, and what is called what names nothing. */
export const BY_WORDS: Record<SpendingBy, { readonly heading: string; readonly none: string }> = {
  month: { heading: "Month", none: "without a day" },
  account: { heading: "Account", none: "without an account" },
  costCenter: { heading: "Cost centre", none: "without a cost centre" },
  user: { heading: "Parking user", none: "without a parking user" },
  car: { heading: "Car", none: "without a plate" },
  area: { heading: "Place", none: "without a place" },
};

/** What a group is called: `AB12345`, `501 Anna Jensen`, `without a plate`. */
export function nameOf(by: SpendingBy, { key, licenseNumber, name }: SpendingGroup): string {
  const own = licenseNumber ?? key;
  if (own === undefined) return BY_WORDS[by].none;
  return name === undefined ? own : `${own} ${name}`;
}

/** `12 cars`. */
export function groupsInWords(by: SpendingBy, count: number): string {
  return counted(count, BY_WORDS[by].heading.toLowerCase());
}

/** `Spent: 4,250.00 DKK and 3.10 EUR.`, or that the sums are incomplete. */
export function spendingSummary({ totals, complete }: SpendingDocument): string {
  const sums = sumsInWords(totals);
  if (!complete)
    return `Spent, incomplete: ${sums === "" ? "nothing that could be read" : `at least these records: ${sums}`}.`;
  return sums === "" ? "No billing records." : `Spent: ${sums}.`;
}

/** What a total is made of: `100 records; charged 4,300.00, refunded -50.00; without a plate: 3 records, 29.00`. */
export function totalInWords({ records, charged, refunded, withoutPlate }: SpendingTotal): string {
  const parts = [counted(records, "record")];
  if (/[1-9]/.test(refunded)) parts.push(`charged ${groupDigits(charged)}, refunded ${groupDigits(refunded)}`);
  const fees = `${counted(withoutPlate.records, "record")}, ${groupDigits(withoutPlate.amountIncludingVat)}`;
  return [...parts, ...(withoutPlate.records > 0 ? [`without a plate: ${fees}`] : [])].join("; ");
}

const CAUSES: Record<InvoiceCheck["causes"][number]["cause"], string> = {
  "day-before": "of the day before these days, in no sum here",
  "day-after": "of the day after these days, in no sum here",
  earlier: "of earlier days, in no sum here",
  later: "of later days, in no sum here",
  "billed-late": "of earlier days that were billed late, in the sums here",
  "billed-ahead": "of later days that were billed ahead, in the sums here",
  "without-vat": "of these days: it may be without VAT",
  "before-refunds": "of these days: it may be without the refunds",
  "without-plate": "of these days without a plate: they may be on another invoice",
};

/** Each invoice with what it says beside the records, and what may be the cause of a difference; foreign text. */
export function invoiceLines({
  invoices = [],
}: SpendingDocument): readonly { agrees: boolean; lines: readonly string[] }[] {
  return invoices.map(({ account, currencyCode, invoiced, billed, difference, agrees, causes }) => {
    const whose = account === undefined ? "Invoice" : `Invoice of account ${account}`;
    const money = (amount: string) => `${groupDigits(amount)} ${currencyCode}`;
    if (agrees) return { agrees, lines: [`${whose}: ${money(invoiced)}, as the records say`] };
    const isLess = difference.startsWith("-");
    const more = `the invoice is ${money(difference.replace("-", ""))} ${isLess ? "lower" : "higher"}`;
    return {
      agrees,
      lines: [
        `${whose}: ${money(invoiced)}, and the records come to ${money(billed)}: ${more}`,
        ...causes.map(({ cause, records, amountIncludingVat, explains, examples }) => {
          const ids = examples.length === 0 ? "" : ` (${examples.join(", ")}${records > examples.length ? ", …" : ""})`;
          const is = explains ? "that is the difference: " : "";
          return `${is}${counted(records, "record")} ${CAUSES[cause]}, ${money(amountIncludingVat)}${ids}`;
        }),
      ],
    };
  });
}

/** What deletes have spared: in all, by month, and how that is estimated; foreign text. */
export function savedLines({ saved }: SpendingDocument): readonly string[] {
  if (!saved) return [];
  return [
    `Spared by deletes, estimated: ${sumsInWords(saved.amounts)} of ${counted(saved.cars, "car")}`,
    ...saved.months.map((one) => `${one.month}  ${sumsInWords([one])}`),
    saved.rule,
  ];
}

/** `2026-10-01 to 2026-10-31, UTC`. */
export function daysInWords({ range: { from, to, timeZone } }: SpendingDocument): string {
  return `${from} to ${to}, ${timeZone}`;
}

/** What is missing in the sums, a sentence each. */
export function missingInWords({ failures, setAside }: SpendingDocument): readonly string[] {
  return [
    ...failures.map(({ scope, message }) => `${scopeWords(scope)} is in no sum: ${message}`),
    ...setAside.map(({ scope, count, rows }) => {
      const [first] = rows;
      const example = first ? ` (the first: record ${first.id || "without an id"}, ${first.reason})` : "";
      return `${scopeWords(scope)}: ${counted(count, "record")} set aside, in no sum${example}`;
    }),
  ];
}

function scopeWords(scope: string): string {
  return scope.replace(/^account:/, "account ");
}

/** The share of each row in the largest, 0 to 1; 0 for what is not above zero. Only for drawing. */
export function sharesOf(rows: readonly SpendingGroup[]): readonly number[] {
  const amounts = rows.map(({ amountIncludingVat }) => Math.max(0, Number(amountIncludingVat)));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => (largest > 0 ? amount / largest : 0));
}
