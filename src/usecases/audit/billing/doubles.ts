import { valueAt } from "../../../run/collections.ts";
import { absolute, addSums, compareSums, type DecimalSum, decimalOf, subtract, ZERO } from "./decimal.ts";
import {
  areOfOneParking,
  areTogether,
  haveSameAmount,
  isCharging,
  type Objection,
  SAME_INSTANT_MS,
  type TalliedRecord,
} from "./record.ts";

const DAY_MS = 86_400_000;
const CORRECTION = /correct|korrek|korrig|rettelse|adjust|amend/i;
/** What a subtype calls something that is billed beside a parking. */
const SERVICE = /fee|service|sms|surcharge|zuschlag|gebyr|avgift/i;
const SUBSCRIPTION = /subscri|abon|member/i;
/** One of these is paid several times a month. */
const SHORT_PERIOD = /week|woche|vecka|\buge|\buke|\bday|daily|\btag|\bdag|24h/i;

/** What was paid back to one plate: each part of it pays for one charge. */
export class Refunds {
  readonly #parts: { readonly record: TalliedRecord; left: DecimalSum }[];

  constructor(records: readonly TalliedRecord[]) {
    this.#parts = records
      .filter(({ amountIncludingVat }) => amountIncludingVat.startsWith("-"))
      .map((record) => ({ record, left: absolute(decimalOf(record.amountIncludingVat)) }));
  }

  /** The charges that were not paid back by refunds of the same parking. */
  notPaidBack(charges: readonly TalliedRecord[]): readonly TalliedRecord[] {
    if (this.#parts.length === 0) return charges;
    const left = charges.filter((charge) => !this.payBack(charge, (refund) => hasSameStart(refund, charge)));
    return left.filter((charge) => !this.payBack(charge, (refund) => hasSameParkingId(refund, charge)));
  }

  /** Whether what is left of the refunds, all together, pays a charge back; that part of them is used up then. */
  payBack(charge: TalliedRecord, isMeant: (refund: TalliedRecord) => boolean = () => true): boolean {
    const own = this.#parts.filter(({ record }) => record.currencyCode === charge.currencyCode && isMeant(record));
    const paid = own.reduce((sum, { left }) => addSums(sum, left), ZERO);
    let open = decimalOf(charge.amountIncludingVat);
    if (compareSums(paid, open) < 0) return false;
    for (const part of own) {
      const used = compareSums(part.left, open) < 0 ? part.left : open;
      part.left = subtract(part.left, used);
      open = subtract(open, used);
    }
    return true;
  }
}

/** Charges that repeat another one that is right; `records` are in the order of their starts and ids. */
export function* repeatedParkings(records: readonly TalliedRecord[]): Generator<Repeated> {
  if (!mayRepeat(records)) return;
  for (const group of groupsOf(records, keysOf, isSameParking)) yield* repeatedIn(group);
}

/** A charge, and the one that takes its place; it was billed twice, or corrected under another subtype. */
export interface Repeated extends Pick<Objection, "record"> {
  readonly rule: "billed-twice" | "billed-correction";
  readonly kept: TalliedRecord;
}

/** What says that a parking repeats another one. */
export function repeatedInWords({ record, kept }: Repeated): string {
  return hasSameStart(record, kept) && haveSameAmount(record, kept)
    ? `has the same start, place and amount as record ${kept.id}`
    : `is of the same parking (id ${record.parkingId}) as record ${kept.id} of ${kept.amountIncludingVat} ${kept.currencyCode}`;
}

/** Fees that were billed twice for one period; `fees` are charges of one plate, or without one, in the order of starts and ids. */
export function* repeatedFees(fees: readonly TalliedRecord[], refunds: Refunds): Generator<Objection> {
  const keyOf = ({ kind, place, licensePlate, userId, costCenter }: TalliedRecord) =>
    licensePlate.trim() === "" ? [`${kind} ${place} ${userId} ${costCenter}`] : [`${kind} ${place}`];
  for (const group of groupsOf(fees, keyOf, isSameFee)) {
    for (const { record, kept } of repeatedIn(group)) {
      if (refunds.payBack(record)) continue;
      yield { rule: "billed-fee-twice", record, example: `has the same type, period and amount as record ${kept.id}` };
    }
  }
}

// A correction takes the place of what it corrects.
function* repeatedIn(group: readonly TalliedRecord[]): Generator<Repeated> {
  const [first] = group;
  const areAlike = group.every((record) => first && haveSameAmount(first, record));
  const kept = areAlike ? first : (group.findLast(({ kind }) => CORRECTION.test(kind)) ?? group.at(-1));
  for (const record of group) {
    if (!kept || record === kept) continue;
    const isDouble = haveSameAmount(record, kept) || record.kind === kept.kind;
    yield { rule: isDouble ? "billed-twice" : "billed-correction", record, kept };
  }
}

// Of most plates nothing is repeated.
function mayRepeat(records: readonly TalliedRecord[]): boolean {
  if (records.some(({ start }, at) => start === records[at + 1]?.start)) return true;
  const ids = records.flatMap(({ parkingId }) => parkingId || []);
  return new Set(ids).size < ids.length;
}

function groupsOf(
  records: readonly TalliedRecord[],
  keysOf: (record: TalliedRecord) => readonly (string | number)[],
  areSame: (one: TalliedRecord, other: TalliedRecord) => boolean,
): readonly (readonly TalliedRecord[])[] {
  const groups: TalliedRecord[][] = [];
  const byKey = new Map<string | number, TalliedRecord[][]>();
  for (const record of records) {
    const near = keysOf(record).map((key) => valueAt(byKey, key, () => []));
    const isOwn = (group: readonly TalliedRecord[]) => group.some((other) => areSame(other, record));
    const group = near.flat().find(isOwn) ?? [];
    if (group.length === 0) groups.push(group);
    group.push(record);
    for (const some of near) if (!some.includes(group)) some.push(group);
  }
  return groups;
}

function keysOf({ start, parkingId }: TalliedRecord): readonly (string | number)[] {
  return parkingId === "" ? [start] : [start, parkingId];
}

function isSameParking(one: TalliedRecord, other: TalliedRecord): boolean {
  if (one.currencyCode !== other.currencyCode || isCharging(one) !== isCharging(other)) return false;
  if (SERVICE.test(one.kind) !== SERVICE.test(other.kind)) return false;
  const isSameAmount = haveSameAmount(one, other);
  const isOneUser = one.userId !== "" && one.userId === other.userId;
  const isOneCar = one.licensePlate.trim() !== "" || isOneUser || areOfOneParking(one, other);
  if (isSameAmount && isOneCar && hasSameStart(one, other)) return true;
  return hasSameParkingId(one, other) && (isSameAmount || one.kind === other.kind || isRestated(one, other));
}

// A service that is billed beside a parking has its id, too, but a type of its own, or a subtype that says so.
function isRestated(one: TalliedRecord, other: TalliedRecord): boolean {
  const isService = ({ recordType, kind }: TalliedRecord) => SERVICE.test(kind.slice(recordType.length));
  return one.recordType === other.recordType && hasSameStart(one, other) && !isService(one) && !isService(other);
}

function hasSameStart(one: TalliedRecord, other: TalliedRecord): boolean {
  return one.start === other.start && one.place === other.place;
}

// A server may number something else than parkings, and one after the other may have one id: they are at one time, too.
function hasSameParkingId(one: TalliedRecord, other: TalliedRecord): boolean {
  const areSame = (left: number, right: number) => Math.abs(left - right) <= SAME_INSTANT_MS;
  if (!areOfOneParking(one, other)) return false;
  return areSame(one.start, other.start) || areSame(one.end, other.end) || areTogether(one, other);
}

function isSameFee(one: TalliedRecord, other: TalliedRecord): boolean {
  if (!haveSameAmount(one, other)) return false;
  if (!SUBSCRIPTION.test(one.kind)) {
    // All fees of a day may be dated alike; each is of a parking of its own then.
    const areOfTwo = one.parkingId !== "" && other.parkingId !== "" && one.parkingId !== other.parkingId;
    return !areOfTwo && one.start === other.start && Object.is(one.end, other.end);
  }
  const arePeriods = [one, other].every(({ start, end }) => end - start >= DAY_MS);
  // An end may be the last day, or the first one after it.
  if (arePeriods) return areTogether(one, other, DAY_MS);
  return SHORT_PERIOD.test(one.kind) ? one.day === other.day : one.day.slice(0, 7) === other.day.slice(0, 7);
}
