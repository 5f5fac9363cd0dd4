import { type AuditLimits, type AuditRuleId, quoted } from "../../allowlist/index.ts";
import { addDecimal, compareSums, type DecimalSum, decimalText, ZERO } from "./decimal.ts";

/** One parking, as far as the rules that compare parkings need it. */
export interface LoggedParking {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly place: string;
  /** Type and subtype. */
  readonly kind: string;
  readonly day: string;
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
  /** The rules that object to it. */
  rules: readonly AuditRuleId[];
}

/** A rule that objects to a parking, seen beside the others of its plate. */
export interface ComparedParking {
  readonly rule: AuditRuleId;
  readonly parking: LoggedParking;
  readonly example: string;
}

/** What is wrong with the parkings of one plate when they are held side by side, in the order of their starts. */
export function* compareParkings(unsorted: readonly LoggedParking[], limits: AuditLimits): Generator<ComparedParking> {
  const parkings = unsorted.toSorted((left, right) => left.start - right.start || (left.id < right.id ? -1 : 1));
  // Most plates have none, and it is the slowest of the three.
  if (parkings.some(({ start }, at) => start === parkings[at + 1]?.start)) yield* billedTwice(parkings);
  yield* overlapping(parkings);
  yield* overDailyLimits(parkings, limits);
}

// A refund of the same amount takes one of the two back.
function* billedTwice(parkings: readonly LoggedParking[]): Generator<ComparedParking> {
  const refunds = new Map<string, number>();
  for (const { currencyCode, amountIncludingVat: amount } of parkings) {
    const key = `${currencyCode} ${amount.slice(1)}`;
    if (amount.startsWith("-")) refunds.set(key, (refunds.get(key) ?? 0) + 1);
  }
  const seen = new Map<string, LoggedParking>();
  for (const parking of parkings) {
    const { start, end, place, kind, currencyCode, amountIncludingVat } = parking;
    if (!isCharge(parking)) continue;
    const key = JSON.stringify([start, end, place, kind, currencyCode, amountIncludingVat]);
    const first = seen.get(key);
    if (!first) {
      seen.set(key, parking);
      continue;
    }
    const money = `${currencyCode} ${amountIncludingVat}`;
    const left = refunds.get(money) ?? 0;
    refunds.set(money, left - 1);
    if (left > 0) continue;
    yield { rule: "billed-twice", parking, example: `has the same times, place and amount as record ${first.id}` };
  }
}

function* overlapping(parkings: readonly LoggedParking[]): Generator<ComparedParking> {
  let longest: LoggedParking | undefined;
  let last: LoggedParking | undefined;
  for (const parking of parkings) {
    if (!(parking.end > parking.start) || parking.place === "" || !isCharge(parking)) continue;
    const other = [longest, last].find((one) => one && one.end > parking.start && one.place !== parking.place);
    if (other) {
      const example = `parked in ${quoted(parking.place)} while it was parked in ${quoted(other.place)} (record ${other.id})`;
      yield { rule: "billed-overlap", parking, example };
    }
    if (!longest || parking.end > longest.end) longest = parking;
    last = parking;
  }
}

function isCharge({ amountIncludingVat }: LoggedParking): boolean {
  return !amountIncludingVat.startsWith("-") && /[1-9]/.test(amountIncludingVat);
}

function* overDailyLimits(
  parkings: readonly LoggedParking[],
  { perDay, parkingsPerDay }: AuditLimits,
): Generator<ComparedParking> {
  if (!perDay && parkingsPerDay === undefined) return;
  const days = new Map<string, { count: number; sum: DecimalSum; rows: LoggedParking[] }>();
  for (const parking of parkings) {
    const known = days.get(parking.day) ?? { count: 0, sum: ZERO, rows: [] };
    known.rows.push(parking);
    const isSummed = perDay?.currencyCode === parking.currencyCode;
    days.set(parking.day, {
      count: known.count + (isCharge(parking) ? 1 : 0),
      sum: isSummed ? addDecimal(known.sum, parking.amountIncludingVat) : known.sum,
      rows: known.rows,
    });
  }
  const most = perDay && addDecimal(ZERO, perDay.amount);
  for (const [day, { count, sum, rows }] of days) {
    if (perDay && most && compareSums(sum, most) > 0) {
      const example = `${decimalText(sum)} ${perDay.currencyCode} on ${day}, above ${perDay.amount}`;
      for (const parking of rows) yield { rule: "billed-over-daily-limit", parking, example };
    }
    if (parkingsPerDay !== undefined && count > parkingsPerDay) {
      const example = `${count} parkings on ${day}, above ${parkingsPerDay}`;
      for (const parking of rows) yield { rule: "parked-too-often", parking, example };
    }
  }
}
