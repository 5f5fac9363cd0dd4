import { dayAfter, isAccountId } from "../../allowlist/index.ts";
import { isAmount } from "../../audit/index.ts";
import type { AuditRange } from "../../audit/read/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { LARGEST_CONCURRENCY } from "../../runtime/map-concurrent.ts";
import { CAR_FIELDS, type CarField, DAY, HEADER } from "../../schema/index.ts";
import type { Invoice } from "../../spending/index.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";
import type { Reader } from "./spec.ts";

/** Reads a count such as that of `--allow-deletes`. Throws a `CommandFailure` (3). */
export function readCount(text: string, name: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw refused(name, "a whole number", JSON.stringify(text));
}

/** Reads a port of TCP; 0 is any free one. Throws a `CommandFailure` (3). */
export function readPort(text: string, name: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw refused(name, "a whole number from 0 to 65535", JSON.stringify(text));
}

/** Reads a number of days, 1 to 366. Throws a `CommandFailure` (3). */
export function readDays(text: string, name: string): number {
  const number = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 366) return number;
  throw refused(name, "a whole number from 1 to 366", JSON.stringify(text));
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_DURATION_MS = 7 * 86_400_000;

/** Reads which row of a list has the column names: a number, or `false`. Throws a `CommandFailure` (3). */
export function readHeader(text: string, name: string): number | false {
  const row = HEADER.read(text);
  if (row !== undefined) return row;
  throw refused(name, HEADER.expectation, JSON.stringify(text));
}

/** Reads a duration from `1s` to `7d`, in milliseconds. Throws a `CommandFailure` (3). */
export function readDuration(text: string, name: string): number {
  const [, number = "", unit = ""] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNIT_MS[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= LONGEST_DURATION_MS) return milliseconds;
  throw refused(name, "a duration from 1s to 7d, such as 90s, 30m or 2h", JSON.stringify(text));
}

/** Reads how many requests may be in flight at once. Throws a `CommandFailure` (3). */
export function readConcurrency(text: string, name: string): number {
  const number = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= LARGEST_CONCURRENCY) return number;
  throw refused(name, `a whole number from 1 to ${LARGEST_CONCURRENCY}`, JSON.stringify(text));
}

/** Reads a SHA-256. Throws a `CommandFailure` (3). */
export function readHash(text: string, name: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const given = text.length > 80 ? `${text.length} characters` : JSON.stringify(text);
  throw refused(name, "a SHA-256 of 64 hex digits, as printed by plan", given);
}

/** Reads the name of a file for node_exporter, which takes those that end with `.prom`. Throws a `CommandFailure` (3). */
export function readMetricsFile(text: string, name: string): string {
  if (/[^/\\]\.prom$/.test(text)) return text;
  throw refused(name, "a file that ends with .prom, as node_exporter reads no other", JSON.stringify(text));
}

/** Reads a day of the calendar. Throws a `CommandFailure` (3). */
export function readCalendarDay(text: string, name: string): string {
  if (DAY.read(text) !== undefined) return text;
  throw refused(name, "a day that exists, as YYYY-MM-DD", JSON.stringify(text));
}

/** Reads what a key of a car may hold, or throws a `CommandFailure` (3). */
export function readerFor(field: CarField): Reader<string> {
  const { read, expectation } = CAR_FIELDS[field].kind;
  return (text, name) => {
    const value = read(text);
    if (value === undefined) throw refused(name, expectation, JSON.stringify(text));
    return value;
  };
}

/** Reads the id of a billing account or of a parking user. Throws a `CommandFailure` (3). */
export function readId(text: string, name: string): string {
  if (isAccountId(text)) return text;
  throw refused(name, "an id (digits only)", JSON.stringify(text));
}

/** Reads an invoice, `94230.33:DKK` or `94230.33:DKK:4711`. Throws a `CommandFailure` (3). */
export function readInvoice(text: string, name: string): Invoice {
  const [amount = "", currency = "", account, ...more] = text.split(":");
  const isRight = isAmount(amount) && /^[A-Z]{3}$/i.test(currency) && (account === undefined || isAccountId(account));
  if (!isRight || more.length > 0)
    throw refused(
      name,
      "an amount and a currency, 94230.33:DKK, and may name an account, 94230.33:DKK:4711",
      JSON.stringify(text),
    );
  const currencyCode = currency.toUpperCase();
  return { amountIncludingVat: amount, currencyCode, ...(account !== undefined && { account }) };
}

function refused(name: string, expected: string, given: string): CommandFailure {
  return wrongInput(`${name} takes ${expected}, not ${given}`);
}

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
