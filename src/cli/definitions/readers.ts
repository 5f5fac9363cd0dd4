import { dayAfter, isAccountId } from "../../allowlist/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { CAR_FIELDS, type CarField, DAY, HEADER } from "../../schema/values/index.ts";
import { isAmount } from "../../usecases/audit/index.ts";
import type { AuditRange } from "../../usecases/audit/read/index.ts";
import type { Invoice } from "../../usecases/spending/index.ts";
import { wrongInput } from "../process/failure.ts";
import type { Reader } from "./spec.ts";

/** What reads a value, or says what is expected in its place; the reader throws a `CommandFailure` (3). */
function reader<Value>(expectation: string, read: (text: string) => Value | undefined): Reader<Value> {
  return (text, name) => {
    const value = read(text);
    if (value !== undefined) return value;
    const given = text.length > LONGEST_SHOWN ? `${text.length} characters` : JSON.stringify(text);
    throw wrongInput(`${name} takes ${expectation}, not ${given}`);
  };
}

const LONGEST_SHOWN = 80;

/** Reads a count such as that of `--allow-deletes`. */
export const readCount = reader("a whole number", (text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : undefined));

/** Reads a whole number between two, both included. */
export function numberFrom(least: number, most: number): Reader<number> {
  return reader(`a whole number from ${least} to ${most}`, (text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return least <= number && number <= most ? number : undefined;
  });
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_DURATION_MS = 7 * 86_400_000;

/** Reads a duration, in milliseconds. */
export const readDuration = reader("a duration from 1s to 7d, such as 90s, 30m or 2h", (text) => {
  const [, number = "", unit = ""] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNIT_MS[unit] ?? 0);
  return milliseconds > 0 && milliseconds <= LONGEST_DURATION_MS ? milliseconds : undefined;
});

/** Reads a SHA-256. */
export const readHash = reader("a SHA-256 of 64 hex digits, as printed by plan", (text) =>
  /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined,
);

/** Reads the name of a file for node_exporter, which takes those that end with `.prom`. */
export const readMetricsFile = reader("a file that ends with .prom, as node_exporter reads no other", (text) =>
  /[^/\\]\.prom$/.test(text) ? text : undefined,
);

/** Reads which row of a list has the column names: a number, or `false`. */
export const readHeader = reader(HEADER.expectation, HEADER.read);

/** Reads what a column must say: its name and a text, `Status=active`. */
export const readCondition = reader("a column and a text, such as Status=active", (text) => {
  const [, column, cell] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return column === undefined || cell === undefined ? undefined : { column: column.trim(), text: cell.trim() };
});

/** Reads a day of the calendar. */
export const readCalendarDay = reader(DAY.expectation, DAY.read);

/** Reads what a key of a car may hold. */
export function readerFor(field: CarField): Reader<string> {
  const { read, expectation } = CAR_FIELDS[field].kind;
  return reader(expectation, read);
}

/** Reads the id of a billing account or of a parking user. */
export const readId = reader("an id (digits only)", (text) => (isAccountId(text) ? text : undefined));

/** Reads an invoice, `94230.33:DKK` or `94230.33:DKK:4711`. */
export const readInvoice = reader(
  "an amount and a currency, 94230.33:DKK, and may name an account, 94230.33:DKK:4711",
  (text): Invoice | undefined => {
    const [amount = "", currency = "", account, ...more] = text.split(":");
    const isRight = isAmount(amount) && /^[A-Z]{3}$/i.test(currency) && (account === undefined || isAccountId(account));
    if (!isRight || more.length > 0) return undefined;
    const currencyCode = currency.toUpperCase();
    return { amountIncludingVat: amount, currencyCode, ...(account !== undefined && { account }) };
  },
);

/** The days that options name. Throws a `CommandFailure` (3) for an end before the start. */
export function dayRange({ from, to }: { readonly from?: string; readonly to?: string }): DayRange {
  if (from !== undefined && to !== undefined && from > to) {
    throw wrongInput(`--from ${from} is after --to ${to}`);
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** How many days are covered unless told otherwise, the last one included. */
const USUAL_DAYS = 30;

/** The days to cover. Without `to` they end today; without `from` they are thirty. Throws a `CommandFailure` (3). */
export function usualRange(options: { readonly from?: string; readonly to?: string }, today: string): AuditRange {
  const to = options.to ?? today;
  const from = options.from ?? dayAfter(to, 1 - USUAL_DAYS);
  if (from <= to) return { from, to };
  const until = options.to === undefined ? `${to}, which is today` : to;
  throw wrongInput(`--from ${from} is after --to ${until}`);
}
