import type { BillingRecord } from "../../fleet-api/index.ts";
import type { TalliedRecord } from "../index.ts";
import { instantOf, isZoned } from "./record-times.ts";

/** A record as the rules look at it. */
export function talliedRecord(
  record: BillingRecord,
  known: Pick<TalliedRecord, "day" | "start" | "isRepeat" | "isLate">,
): TalliedRecord {
  const { infoId, infoRecordId, endDate, currency, parking, user } = record;
  const place = parking ? placeOf(parking) : "";
  return {
    // Not spread: an object that begins with a copy takes V8 a hundred times as long as one that is written out.
    day: known.day,
    isRepeat: known.isRepeat,
    isLate: known.isLate,
    id: `${infoId}/${infoRecordId}`,
    licensePlate: parking?.licensePlate ?? "",
    start: known.start,
    end: isZoned(endDate) === isZoned(record.startDate) ? instantOf(endDate) : Number.NaN,
    isParking: isParking(record, place),
    place: place === "" ? (parking?.areaId ?? "") : place,
    parkingId: parking?.id ?? "",
    country: parking?.countryCode ?? "",
    kind: `${record.recordType} ${record.recordSubType}`,
    currencyCode: currency.currencyCode,
    amountIncludingVat: record.amountIncludingVat,
    amountExcludingVat: record.amountExcludingVat,
    vat: record.vat,
    userId: user?.id ?? "",
    costCenter: record.costCenter,
  };
}

function placeOf({ areaName, areaNumber, areaCity }: NonNullable<BillingRecord["parking"]>): string {
  return joined(joined(areaName, areaNumber), areaCity);
}

function joined(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return `${left}, ${right}`;
}

const PARKING = /park/i;
const FEE = /fee|subscri|abon|service|member|charge|licen[cs]e/i;

// The values of `recordType` are not documented: what names neither a parking nor a fee is a parking where it has a place.
function isParking({ recordType, recordSubType }: BillingRecord, place: string): boolean {
  if (FEE.test(recordType) || FEE.test(recordSubType)) return false;
  return PARKING.test(recordType) || place !== "";
}
