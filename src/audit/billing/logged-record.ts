import type { AuditRuleId } from "../../allowlist/index.ts";
import type { TalliedRecord } from "./billed-sum.ts";
import { addDecimal, compareSums, ZERO } from "./decimal.ts";

/** One record, as far as the rules that compare records need it. */
export interface LoggedRecord
  extends Readonly<
    Pick<
      TalliedRecord,
      | "id"
      | "licensePlate"
      | "start"
      | "end"
      | "isParking"
      | "place"
      | "country"
      | "kind"
      | "day"
      | "currencyCode"
      | "amountIncludingVat"
      | "parkingId"
    >
  > {
  /** Whether something is to be paid for it: it is neither a refund nor a credit note. */
  readonly isCharge: boolean;
  /** VAT in thousandths of the amount without it; NaN where that says nothing. */
  readonly taxRate: number;
  /** Parking user and cost centre of a fee without a plate; else empty. */
  readonly holder: string;
  /** The rules that object to it. */
  rules: readonly AuditRuleId[];
}

/** A rule that objects to a record, seen beside others. */
export interface ComparedRecord {
  readonly rule: AuditRuleId;
  readonly record: LoggedRecord;
  readonly example: string;
}

const CREDIT_NOTE = /credit(?!.?card)|refund|reversal|storno|gutschrift|kreditnot/i;

/** Whether the type of a record says that money goes back. */
export function isCreditNote({ kind }: Pick<TalliedRecord, "kind">): boolean {
  return CREDIT_NOTE.test(kind);
}

const CHARGING = /charg|ladestation|\bev\b/i;

/** Whether it is for power: cars are charged while they park. */
export function isCharging({ kind, place }: Pick<LoggedRecord, "kind" | "place">): boolean {
  return CHARGING.test(kind) || CHARGING.test(place);
}

/** Whether a decimal text is above zero. */
export function isAboveZero(amount: string): boolean {
  return !amount.startsWith("-") && /[1-9]/.test(amount);
}

/** Whether two records are of one amount, however it is written. */
export function haveSameAmount(left: Priced, right: Priced): boolean {
  if (left.currencyCode !== right.currencyCode) return false;
  const [one, other] = [left.amountIncludingVat, right.amountIncludingVat];
  return one === other || compareSums(addDecimal(ZERO, one), addDecimal(ZERO, other)) === 0;
}

type Priced = Pick<LoggedRecord, "currencyCode" | "amountIncludingVat">;

/** By start, then by id, numbers as such. */
export function inOrder(left: LoggedRecord, right: LoggedRecord): number {
  return left.start - right.start || compareIds(left.id, right.id);
}

/** Below 0 where the record with the left id was written first. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}
