import { daysIn, matchesWords, type RowSetAside } from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { isAboveZero, isCreditNote, LONGEST_AMOUNT, type TalliedRecord } from "../index.ts";
import type { DatedRecord } from "./record-range.ts";

/** A record as it came, and when it started. */
export interface DatedRow extends DatedRecord {
  /** As `instantOf` reads it. */
  readonly start: number;
  readonly isRepeat: boolean;
}

/** Reads records as the rules look at them; those of days before `from` are late. */
export function recordTally(from: string, feeTypes: readonly string[] = []): (row: DatedRow) => TalliedRecord {
  // The same few texts are put together for most records, each time as another copy.
  const places = new Map<string, string>();
  const kinds = new Map<string, RecordKind>();
  return ({ item: record, id, day, start, isRepeat }) => {
    const { endDate, currency, parking, user, amountIncludingVat } = record;
    const name = parking ? placeOf(parking) : "";
    const place = name === "" ? (parking?.areaId ?? "") : valueAt(places, name, () => name);
    const typed = `${record.recordType} ${record.recordSubType}`;
    const { kind, isParking, isCreditNote } = valueAt(kinds, typed, () => kindOf(record, typed, feeTypes));
    const end = isZoned(endDate) === isZoned(record.startDate) ? instantOf(endDate) : Number.NaN;
    return {
      // Not spread: an object that begins with a copy takes V8 a hundred times as long as one that is written out.
      day,
      isRepeat,
      isLate: day !== "" && day < from,
      id,
      licensePlate: parking?.licensePlate ?? "",
      start,
      end,
      isParking: isParking ?? (place !== "" && end > start),
      isCharge: !isCreditNote && isAboveZero(amountIncludingVat),
      place,
      parkingId: parking?.id ?? "",
      country: parking?.countryCode ?? "",
      kind,
      currencyCode: currency.currencyCode,
      amountIncludingVat,
      amountExcludingVat: record.amountExcludingVat,
      vat: record.vat,
      userId: user?.id ?? "",
      costCenter: record.costCenter,
      rules: NO_RULES,
    };
  };
}

const NO_RULES: TalliedRecord["rules"] = [];

function placeOf({ areaName, areaNumber, areaCity }: NonNullable<BillingRecord["parking"]>): string {
  return joined(joined(areaName, areaNumber), areaCity);
}

function joined(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return `${left}, ${right}`;
}

/** What the type and subtype of a record say. */
interface RecordKind {
  readonly kind: string;
  /** Undefined where that depends on place and duration. */
  readonly isParking: boolean | undefined;
  readonly isCreditNote: boolean;
}

const PARKING = /park/i;
const SUBSCRIPTION = /subscri|abon|member/i;
const FEE = /fee|service|charge|licen[cs]e/i;

// The values of `recordType` are not documented, and parkings are called fees, too: what has a place and a duration is a parking.
function kindOf({ recordType, recordSubType }: BillingRecord, kind: string, feeTypes: readonly string[]): RecordKind {
  const isNamedSo = PARKING.test(recordType);
  const isFee =
    matchesWords(feeTypes, recordType) ||
    matchesWords(feeTypes, `${recordType}/${recordSubType}`) ||
    (SUBSCRIPTION.test(recordType) && !isNamedSo);
  const isParking = isFee ? false : isNamedSo && !FEE.test(recordType) ? true : undefined;
  return { kind, isParking, isCreditNote: isCreditNote(kind) };
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
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
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

const AMOUNTS = ["amountIncludingVat", "amountExcludingVat", "vat"] as const;

/** Why the amounts of a record cannot be added; undefined when they can. */
export function amountFlaw(record: BillingRecord): RowSetAside | undefined {
  const wrong = AMOUNTS.find((name) => record[name].length > LONGEST_AMOUNT);
  if (wrong === undefined) return undefined;
  const { infoRecordId: id, parking } = record;
  return { id, licensePlate: parking?.licensePlate ?? "", reason: `${wrong} is too long to be an amount` };
}
