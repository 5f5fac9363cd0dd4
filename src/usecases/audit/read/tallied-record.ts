import { type DesiredState, daysIn, matchesWords } from "../../../allowlist/index.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import { valueAt } from "../../../run/collections.ts";
import { type Area, isAboveZero, isCreditNote, type TalliedRecord } from "../index.ts";

/** How the parts of records are read. */
interface PartReaders {
  readonly from: string;
  readonly siteOf: ReturnType<typeof siteReader>;
  readonly kindOf: ReturnType<typeof kindReader>;
  readonly dayOf: ReturnType<typeof dayReader>;
  readonly isShownTwice: ReturnType<typeof doubleTimes>;
}

/** Reads records as the rules look at them, each as if it came for the first time; those of days before `from` are late. */
export function recordTally(
  from: string,
  { timeZone, interface: { feeTypes = [] } }: Pick<DesiredState, "timeZone" | "interface">,
): (record: BillingRecord, id: string) => TalliedRecord {
  // The same few texts would be put together for most records, each time as another copy.
  const readers = {
    from,
    siteOf: siteReader(),
    kindOf: kindReader(feeTypes),
    dayOf: dayReader(timeZone),
    isShownTwice: doubleTimes(timeZone),
  };
  return (record, id) => talliedOf(record, id, readers);
}

function talliedOf(record: BillingRecord, id: string, readers: PartReaders): TalliedRecord {
  const { from, siteOf, kindOf, dayOf, isShownTwice } = readers;
  const { startDate, endDate, currency, parking, user, amountIncludingVat } = record;
  const written = instantOf(startDate);
  const day = dayOf(startDate, written);
  const { area, place } = parking ? siteOf(parking) : NOWHERE;
  const licensePlate = parking?.licensePlate ?? "";
  const { kind, isParking, isCalledFee, isCreditNote } = kindOf(record);
  const end = isZoned(endDate) === isZoned(startDate) ? instantOf(endDate) : Number.NaN;
  const start = !amountIncludingVat.startsWith("-") && isShownTwice(startDate, written) ? Number.NaN : written;
  return {
    // Not spread: an object that begins with a copy takes V8 a hundred times as long as one that is written out.
    day,
    isRepeat: false,
    isLate: day !== "" && day < from,
    id,
    licensePlate,
    startDate,
    endDate,
    start,
    end,
    isParking: isParking ?? (place !== "" && end > written && !(isCalledFee && licensePlate.trim() === "")),
    isCharge: !isCreditNote && isAboveZero(amountIncludingVat),
    area,
    place,
    parkingId: parking?.id ?? "",
    country: parking?.countryCode ?? "",
    recordType: record.recordType,
    kind,
    currencyCode: currency.currencyCode,
    amountIncludingVat,
    amountExcludingVat: record.amountExcludingVat,
    vat: record.vat,
    fractionDigits: currency.defaultFractionDigits,
    userId: user?.id ?? "",
    costCenter: record.costCenter,
  };
}

const NOWHERE = {
  area: { areaNumber: "", areaName: "", areaCity: "", operatorName: "", operatorVatNumber: "" },
  place: "",
};

/** Reads where a parking was, each place once; in words: `Torvet, 7, Odense`; its id where it has no name. */
function siteReader(): (parking: NonNullable<BillingRecord["parking"]>) => Pick<TalliedRecord, "area" | "place"> {
  const known = new Map<string, Pick<TalliedRecord, "area" | "place">>();
  return (parking) => {
    const { areaId, areaNumber, areaName, areaCity, operatorName, operatorVatNumber } = parking;
    const last = known.get(areaId);
    if (last && isSameArea(last.area, parking)) return last;
    const place = [areaName, areaNumber, areaCity].filter((part) => part !== "").join(", ") || areaId;
    const site = { area: { areaNumber, areaName, areaCity, operatorName, operatorVatNumber }, place };
    known.set(areaId, site);
    return site;
  };
}

function isSameArea(one: Area, other: Area): boolean {
  return (
    one.areaName === other.areaName &&
    one.areaNumber === other.areaNumber &&
    one.areaCity === other.areaCity &&
    one.operatorName === other.operatorName &&
    one.operatorVatNumber === other.operatorVatNumber
  );
}

/** What the type and subtype of a record say; `isParking` is undefined where that depends on place and duration. */
interface RecordKind extends Pick<TalliedRecord, "kind"> {
  readonly isParking: boolean | undefined;
  /** Parkings are called fees, too, those of a car. */
  readonly isCalledFee: boolean;
  readonly isCreditNote: boolean;
}

const PARKING = /park/i;
const SUBSCRIPTION = /subscri|abon|member/i;
const FEE = /fee|service|charge|licen[cs]e/i;

type Types = Pick<BillingRecord, "recordType" | "recordSubType">;

function kindReader(feeTypes: readonly string[]): (types: Types) => RecordKind {
  const known = new Map<string, Map<string, RecordKind>>();
  return ({ recordType, recordSubType }) =>
    valueAt(
      valueAt(known, recordType, () => new Map()),
      recordSubType,
      () => kindOf({ recordType, recordSubType }, feeTypes),
    );
}

// The values of `recordType` are not documented, and parkings are called fees, too: what has a place and a duration is a parking.
function kindOf({ recordType, recordSubType }: Types, feeTypes: readonly string[]): RecordKind {
  const kind = `${recordType} ${recordSubType}`;
  const isNamedSo = PARKING.test(recordType);
  const isFee =
    matchesWords(feeTypes, recordType) ||
    matchesWords(feeTypes, `${recordType}/${recordSubType}`) ||
    (SUBSCRIPTION.test(recordType) && !isNamedSo);
  const isParking = isFee ? false : isNamedSo && !FEE.test(recordType) ? true : undefined;
  return { kind, isParking, isCalledFee: FEE.test(recordType) && !isNamedSo, isCreditNote: isCreditNote(kind) };
}

const DAY_MS = 86_400_000;
const IS_DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T|$)/;
const HAS_ZONE = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i;
const IS_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}/;

/** Milliseconds since the epoch; times without a zone are compared with each other only. NaN for what is not a date. */
export function instantOf(text: string): number {
  return Date.parse(isZoned(text) ? text : `${text.slice(0, 19)}Z`);
}

/** Reads the day of an instant as the server writes it; empty for what is not a date. */
export function dayReader(timeZone: string): (text: string, instant?: number) => string {
  const dayOf = daysIn(timeZone);
  return (text, instant = instantOf(text)) => {
    if (!IS_DATE.test(text)) return "";
    // Without a zone it names no instant: the day is as written.
    return Number.isNaN(instant) || !isZoned(text) ? text.slice(0, 10) : dayOf(instant);
  };
}

/** Reads an instant as the server writes it: `2026-10-05 09:30:00` in the time zone; other texts stay as they are. */
export function timeReader(timeZone: string): (text: string) => string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", timeStyle: "medium" });
  const dayOf = daysIn(timeZone);
  return (text) => {
    if (!IS_TIME.test(text)) return text;
    const instant = isZoned(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(instant)) return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
    return `${dayOf(instant)} ${format.format(instant)}`;
  };
}

/**
 * Says of times without a zone whether the clocks of the time zone show them twice, as they are put back: two parkings that were an
 * hour apart may seem to be one. A refund of such a time still names the charge that it takes back.
 */
function doubleTimes(timeZone: string): (text: string, instant: number) => boolean {
  // Few servers need it, and it takes longer than a thousand records.
  let timeOf: ReturnType<typeof timeReader> | undefined;
  const offsetAt = (instant: number) => {
    timeOf ??= timeReader(timeZone);
    return instantOf(timeOf(new Date(instant).toISOString()).replace(" ", "T")) - instant;
  };
  const offsets = new Map<string, readonly [before: number, after: number]>();
  return (text, instant) => {
    if (Number.isNaN(instant) || isZoned(text) || !IS_TIME.test(text)) return false;
    const day = text.slice(0, 10);
    const midnight = Date.parse(day);
    const [before, after] = valueAt(offsets, day, () => [offsetAt(midnight - DAY_MS), offsetAt(midnight + 2 * DAY_MS)]);
    return before > after && offsetAt(instant - before) === before && offsetAt(instant - after) === after;
  };
}

/** Whether an instant names its time zone; those that do are not compared with others. */
export function isZoned(text: string): boolean {
  return text.length > 10 && (text.endsWith("Z") || HAS_ZONE.test(text.slice(10)));
}
