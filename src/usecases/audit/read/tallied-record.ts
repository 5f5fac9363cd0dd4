import { type DesiredState, daysIn, matchesWords } from "../../../allowlist/index.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import { valueAt } from "../../../run/group-by.ts";
import { isAboveZero, isCreditNote, type TalliedRecord } from "../index.ts";
import type { DatedRecord } from "./record-range.ts";

/** Reads records as the rules look at them; those of days before `from` are late. */
export function recordTally(
  from: string,
  { timeZone, interface: { feeTypes = [] } }: Pick<DesiredState, "timeZone" | "interface">,
): (row: Omit<DatedRecord, "day"> & { readonly isRepeat: boolean }) => TalliedRecord {
  // The same few texts would be put together for most records, each time as another copy.
  const [nameOf, kindOf] = [placeNamer(), kindReader(feeTypes)];
  const dayOf = dayReader(timeZone);
  return ({ item: record, id, isRepeat }) => {
    const { startDate, endDate, currency, parking, user, amountIncludingVat } = record;
    const start = instantOf(startDate);
    const day = dayOf(startDate, start);
    const [place, licensePlate] = parking ? [nameOf(parking), parking.licensePlate] : ["", ""];
    const { kind, isParking, isCalledFee, isCreditNote } = kindOf(record);
    const end = isZoned(endDate) === isZoned(startDate) ? instantOf(endDate) : Number.NaN;
    return {
      // Not spread: an object that begins with a copy takes V8 a hundred times as long as one that is written out.
      day,
      isRepeat,
      isLate: day !== "" && day < from,
      id,
      licensePlate,
      start,
      end,
      isParking: isParking ?? (place !== "" && end > start && !(isCalledFee && licensePlate.trim() === "")),
      isCharge: !isCreditNote && isAboveZero(amountIncludingVat),
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
  };
}

type Area = Pick<NonNullable<BillingRecord["parking"]>, "areaName" | "areaNumber" | "areaCity" | "areaId">;

/** Names the area of a parking: `Torvet, 7, Odense`; its id where it has no name. */
function placeNamer(): (area: Area) => string {
  const known = new Map<string, Area & { readonly place: string }>();
  return ({ areaName, areaNumber, areaCity, areaId }) => {
    const last = known.get(areaId);
    if (last?.areaName === areaName && last.areaNumber === areaNumber && last.areaCity === areaCity) return last.place;
    const place = [areaName, areaNumber, areaCity].filter((part) => part !== "").join(", ") || areaId;
    known.set(areaId, { areaName, areaNumber, areaCity, areaId, place });
    return place;
  };
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
    // Without a zone it is nobody's instant: the day is as written.
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

/** Whether an instant names its time zone; those that do are not compared with others. */
export function isZoned(text: string): boolean {
  return text.length > 10 && (text.endsWith("Z") || HAS_ZONE.test(text.slice(10)));
}
