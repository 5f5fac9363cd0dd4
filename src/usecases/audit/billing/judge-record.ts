import { type AuditRuleId, daysBetween, type PlateKey, quoted } from "../../../allowlist/index.ts";
import type { BillingRules, Standing } from "./billing-rules.ts";
import { absolute, addSums, compareSums, type DecimalSum, decimalOf, multiply, subtract } from "./decimal.ts";
import { isAboveZero, type Objection, type TalliedRecord } from "./record.ts";

/** A rule that objects to a record, and what is the matter. */
type RecordHit = readonly [rule: AuditRuleId, example: string];

const HOUR_MS = 3_600_000;
/** A Monday. */
const WEEK_START = "2024-01-01";

/** What is wrong with a record by itself, without looking at others. */
export function judgeRecord(
  record: TalliedRecord,
  plateKey: PlateKey | undefined,
  { limits, users, lastDay }: BillingRules,
): readonly RecordHit[] {
  const { isParking, start, end, day, vat, amountExcludingVat, amountIncludingVat, currencyCode } = record;
  const hits: RecordHit[] = [];
  if (record.isRepeat) hits.push(["billed-twice", "is listed again under the same id"]);
  if (record.isLate) hits.push(["billed-late", `is of ${day}, before the days looked at`]);
  if (!isSumRight(record)) {
    const billed = `${amountIncludingVat} ${currencyCode}`;
    hits.push(["billed-sum-wrong", `billed ${billed}, for ${amountExcludingVat} without VAT and a VAT of ${vat}`]);
  }
  if (end < start) hits.push(["billed-time-reversed", `of ${day} ends before it starts`]);
  if (isParking && day > lastDay) hits.push(["billed-in-future", `is of ${day}, which has not come yet`]);
  if (!record.isCharge && isAboveZero(amountIncludingVat))
    hits.push(["billed-credit-positive", `is a credit note of ${amountIncludingVat} ${currencyCode}, above zero`]);
  if (!isParking || plateKey === undefined) return hits;
  const hours = (end - start) / HOUR_MS;
  if (limits.parkingHours !== undefined && hours > limits.parkingHours)
    hits.push(["parked-too-long", `parked ${Math.ceil(hours * 10) / 10} hours from ${day}`]);
  if (limits.weekends === false && day !== "" && isWeekend(day)) hits.push(["parked-on-weekend", `parked on ${day}`]);
  return [...hits, ...userHits(record, plateKey, users)];
}

function userHits(
  { userId, costCenter }: TalliedRecord,
  plateKey: PlateKey,
  users: BillingRules["users"],
): readonly RecordHit[] {
  if (userId === "") {
    return costCenter.trim() === "" ? [["cost-center-missing", "names neither a parking user nor a cost centre"]] : [];
  }
  if (!users) return [];
  const user = users.get(userId);
  if (!user) return [["billed-unknown-user", `names parking user ${userId}, whom the account does not have`]];
  const hits: RecordHit[] = [];
  if (user.status !== "ACTIVE")
    hits.push(["billed-inactive-user", `names parking user ${userId}, who is ${user.status}`]);
  if (!user.plateKeys.has(plateKey))
    hits.push(["billed-user-without-car", `names parking user ${userId}, who does not hold the car`]);
  const own = (user.costCenter ?? "").trim();
  const billed = costCenter.trim();
  if (own !== "" && billed === "")
    hits.push(["cost-center-missing", `names no cost centre; user ${userId} has ${quoted(own)}`]);
  else if (own !== "" && billed.toLowerCase() !== own.toLowerCase())
    hits.push(["cost-center-other", `names cost centre ${quoted(billed)}; user ${userId} has ${quoted(own)}`]);
  return hits;
}

function isWeekend(day: string): boolean {
  const weekday = ((daysBetween(WEEK_START, day) % 7) + 7) % 7;
  return weekday >= 5;
}

/** What is to be objected to in a record of a car that was not on the list then, or came or left otherwise. */
export function byStanding(record: TalliedRecord, standing: Exclude<Standing, { readonly kind: "here" }>): Objection {
  const hit = (rule: AuditRuleId, what?: string): Objection => {
    return { rule, record, example: what === undefined ? "" : `parked on ${record.day}, ${what}`, standing };
  };
  switch (standing.kind) {
    case "elsewhere":
      return hit("billed-other-account");
    case "gone":
      return hit("billed-not-desired");
    case "ended-afterwards":
      return hit("ended-afterwards", `after ${standing.validUntil} (${standing.written})`);
    case "not-joined":
      return hit("billed-before-joining", `and came on ${standing.joined.day} (${standing.joined.proof})`);
    case "between": {
      const { left, joined } = standing;
      return hit("billed-between-stays", `after ${left.day} (${left.proof}), and came back on ${joined.day}`);
    }
    case "before-move": {
      const { from, joined } = standing;
      return hit("billed-before-move", `and came from ${from} on ${joined.day} (${joined.proof})`);
    }
  }
}

const ONE: DecimalSum = { units: 1, scale: 0 };
const HUNDREDTH: DecimalSum = { units: 1, scale: 2 };

/**
 * Whether the sum of a record is its net amount and VAT. What `vat` means is not documented: an amount, a percentage and a
 * fraction are taken. Rounding to a hundredth, or to the last digit that the sum is written with, does not count.
 */
function isSumRight({ amountExcludingVat, vat, amountIncludingVat }: TalliedRecord): boolean {
  const [net, tax, sum] = [decimalOf(amountExcludingVat), decimalOf(vat), decimalOf(amountIncludingVat)];
  if (isNear(addSums(net, tax), sum, HUNDREDTH)) return true;
  const rounding: DecimalSum = sum.scale < HUNDREDTH.scale ? { units: 1, scale: sum.scale } : HUNDREDTH;
  const isRate = (rate: DecimalSum) => isNear(multiply(net, addSums(ONE, rate)), sum, rounding);
  return isRate(multiply(tax, HUNDREDTH)) || isRate(tax);
}

function isNear(left: DecimalSum, right: DecimalSum, tolerance: DecimalSum): boolean {
  return compareSums(absolute(subtract(left, right)), tolerance) <= 0;
}
