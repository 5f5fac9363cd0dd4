import { type AuditLimits, quoted } from "../../../allowlist/index.ts";
import { groupBy } from "../../../run/collections.ts";
import { compareSums, decimalOf, decimalText, totalOf } from "./decimal.ts";
import { Refunds, repeatedFees, repeatedInWords, repeatedParkings } from "./doubles.ts";
import { impossibleJourneys } from "./journeys.ts";
import {
  areOfOneParking,
  areTogether,
  inOrder,
  isCharging,
  type Objection,
  SAME_INSTANT_MS,
  type TalliedRecord,
} from "./record.ts";

/**
 * What is wrong with the records of one plate, or with those without one, when they are held side by side. `others` are refunds of
 * the same parkings that name no plate.
 */
export function* compareRecords(
  unsorted: readonly TalliedRecord[],
  limits: AuditLimits,
  others: readonly TalliedRecord[],
): Generator<Objection> {
  const records = unsorted.toSorted(inOrder);
  const hasPlate = records.some(({ licensePlate }) => licensePlate.trim() !== "");
  if (areApart(records)) {
    if (hasPlate) yield* overDailyLimits(records, limits);
    return;
  }
  const refunds = new Refunds([...records, ...others]);
  const charges = refunds.notPaidBack(records.filter(({ isCharge }) => isCharge));
  const parkings = charges.filter(({ isParking }) => isParking);
  const repeated = [...repeatedParkings(parkings)];
  const doubles = new Set(repeated.map(({ record }) => record));
  // A refund that names its parking takes nothing else back before that.
  for (const one of repeated.filter(({ record }) => !refunds.payBack(record, (by) => areOfOneParking(record, by)))) {
    const { rule, record } = one;
    if (!refunds.payBack(record)) yield { rule, record, example: repeatedInWords(one) };
  }
  const fees = charges.filter(({ isParking }) => !isParking);
  yield* repeatedFees(fees, refunds);
  if (!hasPlate) return;
  const single = doubles.size === 0 ? parkings : parkings.filter((parking) => !doubles.has(parking));
  const charging = single.filter(isCharging);
  yield* overlapping(charging.length === 0 ? single : single.filter((one) => !charging.includes(one)), refunds);
  yield* overlapping(charging, refunds);
  yield* impossibleJourneys(single);
  yield* overDailyLimits(records, limits);
}

/** Whether all are of parkings of one country, each of which is over when the next one begins: nothing can be wrong between them. */
function areApart(records: readonly TalliedRecord[]): boolean {
  return records.every(({ isCharge, isParking, start, end, country }, at) => {
    const next = records[at + 1];
    const isOver = !next || (end <= next.start && country === next.country);
    return isCharge && isParking && isOver && end - start > SAME_INSTANT_MS;
  });
}

function* overlapping(parkings: readonly TalliedRecord[], refunds: Refunds): Generator<Objection> {
  let longest: TalliedRecord | undefined;
  let last: TalliedRecord | undefined;
  for (const parking of parkings) {
    if (!(parking.end > parking.start) || parking.place === "") continue;
    const beside = [longest, last].filter((one) => one && areTogether(one, parking));
    const other = beside.find((one) => one?.place !== parking.place) ?? beside[0];
    const isOnePlace = other?.place === parking.place;
    if (
      other &&
      !isServiceOf(parking, other) &&
      !(isOnePlace && (refunds.payBack(other) || refunds.payBack(parking)))
    ) {
      const where = isOnePlace ? "it was parked there already" : `it was parked in ${quoted(other.place)}`;
      const example = `parked in ${quoted(parking.place)} while ${where} (record ${other.id})`;
      yield { rule: "billed-overlap", record: parking, example };
    }
    if (!longest || parking.end > longest.end) longest = parking;
    last = parking;
  }
}

// What is billed beside a parking has its id, and a type of its own.
function isServiceOf(one: TalliedRecord, other: TalliedRecord): boolean {
  return areOfOneParking(one, other) && one.kind !== other.kind;
}

function* overDailyLimits(
  records: readonly TalliedRecord[],
  { perDay, parkingsPerDay }: AuditLimits,
): Generator<Objection> {
  if (!perDay && parkingsPerDay === undefined) return;
  const parkings = records.filter(({ isParking }) => isParking);
  for (const [day, rows] of groupBy(parkings, (record) => record.day)) {
    const summed = rows.filter(({ currencyCode }) => currencyCode === perDay?.currencyCode);
    const sum = totalOf(summed.map(({ amountIncludingVat }) => amountIncludingVat));
    if (perDay && compareSums(sum, decimalOf(perDay.amount)) > 0) {
      const example = `${decimalText(sum)} ${perDay.currencyCode} on ${day}, above ${perDay.amount}`;
      for (const record of rows) yield { rule: "billed-over-daily-limit", record, example };
    }
    const count = rows.filter(({ isCharge }) => isCharge).length;
    if (parkingsPerDay !== undefined && count > parkingsPerDay) {
      const example = `${count} parkings on ${day}, above ${parkingsPerDay}`;
      for (const record of rows) yield { rule: "parked-too-often", record, example };
    }
  }
}
