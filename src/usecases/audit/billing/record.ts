import { compareIds } from "../../../allowlist/index.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import type { AuditRuleId } from "../../../schema/audit-rules/index.ts";
import type { SummedRecord } from "./billed-sum.ts";
import type { Standing } from "./billing-rules.ts";
import { compareSums, decimalOf } from "./decimal.ts";

type Parking = NonNullable<BillingRecord["parking"]>;

/** Where a parking was, and who runs the place; one object for all records of it. */
export type Area = Pick<Parking, "areaNumber" | "areaName" | "areaCity" | "operatorName" | "operatorVatNumber">;

/** What is looked at of one billing record (interface 4.6); empty where the server says nothing. */
export interface TalliedRecord
  extends SummedRecord,
    Pick<BillingRecord, "recordType" | "startDate" | "endDate" | "costCenter" | "vat" | "amountExcludingVat"> {
  readonly licensePlate: string;
  /** Milliseconds since the epoch; NaN when the server gave none, and of a charge at a time that the clocks show twice. */
  readonly start: number;
  readonly end: number;
  /** Whether it is for parking; else it is a fee. */
  readonly isParking: boolean;
  readonly area: Area;
  /** The area in words. */
  readonly place: string;
  /** The id of the parking that it is for, which several records may have. */
  readonly parkingId: string;
  /** Where that was, a code. */
  readonly country: string;
  /** Type and subtype. */
  readonly kind: string;
  /** How many digits its currency has after the point. */
  readonly fractionDigits: string;
  /** Digits. */
  readonly userId: string;
  /** A record with the same id came before. */
  readonly isRepeat: boolean;
  /** It is of a day before the range. */
  readonly isLate: boolean;
  /** Whether something is to be paid for it: it is neither a refund nor a credit note. */
  readonly isCharge: boolean;
}

/** What a rule objects to in a record. */
export interface Objection {
  readonly rule: AuditRuleId;
  readonly record: TalliedRecord;
  /** What is the matter, a clause such as `40 and 10 VAT make 50, billed 60`; empty where the sum says all. */
  readonly example: string;
  /** Of rules about the days of a car, how it stood on the list. */
  readonly standing?: Standing;
}

const CREDIT_NOTE = /credit(?!.?card)|refund|reversal|storno|gutschrift|kreditnot/i;

/** Whether the type of a record says that money goes back. */
export function isCreditNote(kind: string): boolean {
  return CREDIT_NOTE.test(kind);
}

/** Whether a decimal text is above zero. */
export function isAboveZero(amount: string): boolean {
  return !amount.startsWith("-") && /[1-9]/.test(amount);
}

const CHARGING = /charg|ladestation|laddning|oplad|\blading|\bev\b|kwh/i;

/** Whether it is for power: cars are charged while they park. */
export function isCharging({ kind, place }: Pick<TalliedRecord, "kind" | "place">): boolean {
  return CHARGING.test(kind) || CHARGING.test(place);
}

/** Whether two records are of one amount, however it is written. */
export function haveSameAmount(left: SummedRecord, right: SummedRecord): boolean {
  if (left.currencyCode !== right.currencyCode) return false;
  const [one, other] = [left.amountIncludingVat, right.amountIncludingVat];
  return one === other || compareSums(decimalOf(one), decimalOf(other)) === 0;
}

/** By start, then by id, numbers as such. */
export function inOrder(left: TalliedRecord, right: TalliedRecord): number {
  return left.start - right.start || compareIds(left.id, right.id);
}

/** Two readings of one clock are so far apart at most. */
export const SAME_INSTANT_MS = 10_000;

/** Whether two records are of one time, for longer than `least` milliseconds: what follows another may begin some seconds early. */
export function areTogether(one: TalliedRecord, other: TalliedRecord, least = SAME_INSTANT_MS): boolean {
  return one.end - other.start > least && other.end - one.start > least;
}

/** Whether two records have one parking id. */
export function areOfOneParking(one: TalliedRecord, other: TalliedRecord): boolean {
  return one.parkingId !== "" && one.parkingId === other.parkingId;
}
