import { type PlateKey, type PlateRules, readPlate } from "../allowlist/index.ts";
import { addDecimal, addSums, type DecimalSum, decimalText, ZERO } from "./decimal.ts";
import type { Amount, Billed } from "./finding.ts";

/** What is looked at of one billing record (interface 4.6). */
export interface TalliedRecord {
  readonly licensePlate: string;
  /** Day of parking, YYYY-MM-DD in the file's time zone; empty when the server gave no date. */
  readonly day: string;
  readonly currencyCode: string;
  /** A decimal text. */
  readonly amountIncludingVat: string;
}

/** Whether a record was to be expected: on that day the plate was desired on this account, on another one only, or nowhere. */
export type Standing = "here" | "elsewhere" | "nowhere";

/** What decides about records. */
export interface BillingRules {
  readonly plates: PlateRules;
  readonly standingOf: (plateKey: PlateKey, day: string) => Standing;
  /** When a car that is not wanted now left the list, if anything says so. */
  readonly leftOn: (plateKey: PlateKey) => Left | undefined;
}

/** The last day on which a car was wanted on a list, and what says so. */
export interface Left {
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  readonly by: "journal" | "git" | "absent";
}

/** A running total of records. */
export interface BilledSum {
  records: number;
  firstDay: string;
  lastDay: string;
  readonly amounts: Map<string, DecimalSum>;
}

/** All records of one spelling of a plate on one account. */
export interface BilledPlate {
  readonly licenseNumber: string;
  /** Undefined for a text that is not a plate. */
  readonly plateKey: PlateKey | undefined;
  readonly left: Left | undefined;
  readonly sums: { here?: BilledSum; elsewhere?: BilledSum; nowhere?: BilledSum };
}

/**
 * Adds one record to the totals of its plate, so that an account's records are never held at once: memory grows with
 * plates, not with records. Throws a RangeError for an amount that is none.
 */
export function tallyRecord(tally: Map<string, BilledPlate>, record: TalliedRecord, rules: BillingRules): void {
  // Fees and subscriptions name no car.
  if (record.licensePlate.trim() === "") return;
  let plate = tally.get(record.licensePlate);
  if (!plate) {
    plate = billedPlate(record.licensePlate, rules);
    tally.set(record.licensePlate, plate);
  }
  const { sums, plateKey } = plate;
  const standing = plateKey === undefined ? "nowhere" : rules.standingOf(plateKey, record.day);
  sums[standing] = addRecord(sums[standing], record);
}

/** A total as a finding shows it. */
export function billedOf(sum: BilledSum): Billed {
  const { records, firstDay, lastDay, amounts } = sum;
  return { records, firstDay, lastDay, amounts: amountsOf(amounts) };
}

/** Sums by currency, in the order of their codes. */
export function amountsOf(sums: ReadonlyMap<string, DecimalSum>): readonly Amount[] {
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([currencyCode, sum]) => ({ currencyCode, amountIncludingVat: decimalText(sum) }));
}

/** `3 records from 2026-10-01 to 2026-10-20, 45.00 DKK and 3.10 EUR`. */
export function billedInWords({ records, firstDay, lastDay, amounts }: Billed): string {
  const days = firstDay === "" ? "" : firstDay === lastDay ? ` of ${firstDay}` : ` from ${firstDay} to ${lastDay}`;
  const money = amounts.map(({ currencyCode, amountIncludingVat }) => `${amountIncludingVat} ${currencyCode}`);
  return `${records} ${records === 1 ? "record" : "records"}${days}, ${money.join(" and ")}`;
}

/** Adds amounts to sums by currency. */
export function addAmounts(sums: Map<string, DecimalSum>, amounts: Iterable<Amount>): void {
  for (const { currencyCode, amountIncludingVat } of amounts) {
    sums.set(currencyCode, addSums(sums.get(currencyCode) ?? ZERO, addDecimal(ZERO, amountIncludingVat)));
  }
}

function billedPlate(licenseNumber: string, rules: BillingRules): BilledPlate {
  const reading = readPlate(licenseNumber, rules.plates);
  const plateKey = reading.kind === "plate" ? reading.plateKey : undefined;
  return { licenseNumber, plateKey, left: plateKey && rules.leftOn(plateKey), sums: {} };
}

/** The total with one record more; the given one is changed, if there is one. */
export function addRecord(
  known: BilledSum | undefined,
  { day, currencyCode, amountIncludingVat }: TalliedRecord,
): BilledSum {
  const sum = known ?? { records: 0, firstDay: day, lastDay: day, amounts: new Map() };
  sum.records += 1;
  if (day !== "" && (sum.firstDay === "" || day < sum.firstDay)) sum.firstDay = day;
  if (day > sum.lastDay) sum.lastDay = day;
  sum.amounts.set(currencyCode, addDecimal(sum.amounts.get(currencyCode) ?? ZERO, amountIncludingVat));
  return sum;
}
