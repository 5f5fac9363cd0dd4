import { daysIn } from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import type { TalliedRecord } from "../index.ts";

/** A record as the rules look at it. */
export function talliedRecord(
  record: BillingRecord,
  known: Pick<TalliedRecord, "day" | "isRepeat" | "isLate">,
): TalliedRecord {
  const { infoId, infoRecordId, startDate, endDate, currency, parking, user } = record;
  const place = [parking?.areaName, parking?.areaNumber, parking?.areaCity].filter(Boolean).join(", ");
  return {
    ...known,
    id: `${infoId}/${infoRecordId}`,
    licensePlate: parking?.licensePlate ?? "",
    start: instantOf(startDate),
    end: instantOf(endDate),
    isParking: isParking(record, place),
    place: place === "" ? (parking?.areaId ?? "") : place,
    kind: `${record.recordType} ${record.recordSubType}`,
    currencyCode: currency.currencyCode,
    amountIncludingVat: record.amountIncludingVat,
    amountExcludingVat: record.amountExcludingVat,
    vat: record.vat,
    userId: user?.id ?? "",
    costCenter: record.costCenter,
  };
}

const PARKING = /park/i;
const FEE = /fee|subscri|abon|service|member|charge|licen[cs]e/i;

// The values of `recordType` are not documented: what names neither a parking nor a fee is a parking where it has a place.
function isParking({ recordType, recordSubType }: BillingRecord, place: string): boolean {
  if (FEE.test(recordType) || FEE.test(recordSubType)) return false;
  return PARKING.test(recordType) || place !== "";
}

// Times without a zone are compared with each other only.
function instantOf(text: string): number {
  return Date.parse(hasZone(text) ? text : `${text.slice(0, 19)}Z`);
}

function hasZone(text: string): boolean {
  return /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text.slice(10));
}

/** Reads the day of an instant as the server writes it; empty for what is not a date. */
export function dayReader(timeZone: string): (text: string) => string {
  const dayOf = daysIn(timeZone);
  return (text) => {
    if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T|$)/.test(text)) return "";
    // Without a zone it is nobody's instant: the day is as written.
    const instant = hasZone(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(instant) ? text.slice(0, 10) : dayOf(instant);
  };
}
