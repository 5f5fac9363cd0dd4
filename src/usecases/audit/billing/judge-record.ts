import { daysBetween, type PlateKey, quoted } from "../../../allowlist/index.ts";
import { fractionDigitsOf } from "../../../documents/index.ts";
import type { AuditRuleId } from "../../../schema/audit-rules/index.ts";
import type { BillingRules, Standing } from "./billing-rules.ts";
import { absolute, addSums, compareSums, type DecimalSum, decimalOf, multiply, subtract } from "./decimal.ts";
import { isAboveZero, type Objection, type TalliedRecord } from "./record.ts";

/** Takes a rule that objects to a record, and what is the matter. */
type Hit = (rule: AuditRuleId, example: string) => void;

const HOUR_MS = 3_600_000;
/** A Monday. */
const WEEK_START = "2024-01-01";

/** Says of a record what is wrong with it by itself, without looking at others. */
export function judgeRecord(
  record: TalliedRecord,
  plateKey: PlateKey | undefined,
  { limits, users, lastDay }: BillingRules,
  hit: Hit,
): void {
  const { isParking, start, end, day, vat, amountExcludingVat, amountIncludingVat, currencyCode } = record;
  if (record.isRepeat) hit("billed-twice", "is listed again under the same id");
  if (record.isLate) hit("billed-late", `is of ${day}, before the days looked at`);
  const wrongSum = sumRuleOf(record);
  if (wrongSum) {
    const billed = `${amountIncludingVat} ${currencyCode}`;
    hit(wrongSum, `billed ${billed}, for ${amountExcludingVat} without VAT and a VAT of ${vat}`);
  }
  if (end < start) hit("billed-time-reversed", `of ${day} ends before it starts`);
  if (isParking && day > lastDay) hit("billed-in-future", `is of ${day}, which has not come yet`);
  if (!record.isCharge && isAboveZero(amountIncludingVat))
    hit("billed-credit-positive", `is a credit note of ${amountIncludingVat} ${currencyCode}, above zero`);
  judgeUser(record, plateKey, users, hit);
  if (!isParking) return;
  if (record.licensePlate.trim() === "") hit("billed-without-plate", `of ${day} names no plate`);
  const hours = (end - start) / HOUR_MS;
  if (limits.parkingHours !== undefined && hours > limits.parkingHours)
    hit("parked-too-long", `parked ${Math.ceil(hours * 10) / 10} hours from ${day}`);
  if (limits.weekends === false && day !== "" && isWeekend(day)) hit("parked-on-weekend", `parked on ${day}`);
}

function judgeUser(
  { userId, costCenter, isParking }: TalliedRecord,
  plateKey: PlateKey | undefined,
  users: BillingRules["users"],
  hit: Hit,
): void {
  const billed = costCenter.trim();
  // Fees are often of the whole account.
  if (userId === "" && isParking && billed === "")
    hit("cost-center-missing", "names neither a parking user nor a cost centre");
  if (userId === "" || !users) return;
  const user = users.get(userId);
  if (!user) {
    hit("billed-unknown-user", `names parking user ${userId}, whom the account does not have`);
    return;
  }
  if (user.status !== "ACTIVE") hit("billed-inactive-user", `names parking user ${userId}, who is ${user.status}`);
  if (plateKey !== undefined && !user.plateKeys.has(plateKey))
    hit("billed-user-without-car", `names parking user ${userId}, who does not hold the car`);
  const own = (user.costCenter ?? "").trim();
  if (own !== "" && billed === "")
    hit("cost-center-missing", `names no cost centre; user ${userId} has ${quoted(own)}`);
  else if (own !== "" && billed.toLowerCase() !== own.toLowerCase())
    hit("cost-center-other", `names cost centre ${quoted(billed)}; user ${userId} has ${quoted(own)}`);
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
    case "kept":
      return hit("billed-kept", standing.reason);
    case "gone":
      return hit("billed-not-desired");
    case "ended-afterwards":
      return hit("ended-afterwards", `after ${standing.validUntil} (${standing.written})`);
    case "not-known":
      return hit("billed-not-known", "a day whose files are not known");
    case "still-listed": {
      const { left, until } = standing;
      const list = until === undefined ? "is on the list to this day" : `was on the list until ${until}`;
      return hit("billed-while-listed", `after ${left.day} (${left.proof}), and ${list}: apply did not run`);
    }
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
const HALF: DecimalSum = { units: 5, scale: 1 };
const HUNDREDTH: DecimalSum = { units: 1, scale: 2 };
/** Cash has no smaller coin, and amounts follow it. */
const SMALLEST_COIN: ReadonlyMap<string, DecimalSum> = new Map([["CHF", { units: 5, scale: 2 }]]);
/** Half of the smallest coin, where that is a whole unit or more: sums that are paid in coins are so far off at most. */
const HALF_COIN: ReadonlyMap<string, DecimalSum> = new Map([
  ...["CZK", "NOK", "SEK"].map((code) => [code, HALF] as const),
  ["HUF", { units: 25, scale: 1 }],
]);

/**
 * The rule that objects to the sum of a record, which is its net amount and VAT. What `vat` means is not documented: an amount,
 * a percentage and a fraction are taken. The smallest unit of the currency is rounding; what may be rounding to coins is not called wrong.
 */
function sumRuleOf(record: TalliedRecord): "billed-sum-wrong" | "billed-sum-rounded" | undefined {
  if (surelyAddsUp(record)) return undefined;
  const { amountExcludingVat, vat, amountIncludingVat, currencyCode, fractionDigits } = record;
  const [net, tax, sum] = [decimalOf(amountExcludingVat), decimalOf(vat), decimalOf(amountIncludingVat)];
  const scale = MOST_DIGITS.test(fractionDigits) ? Number(fractionDigits) : fractionDigitsOf(currencyCode);
  const unit = SMALLEST_COIN.get(currencyCode) ?? { units: 1, scale };
  const byAmount = differenceOf(addSums(net, tax), sum);
  if (compareSums(byAmount, unit) <= 0) return undefined;
  const byRate = [multiply(tax, HUNDREDTH), tax].map((rate) => differenceOf(multiply(net, addSums(ONE, rate)), sum));
  // Half a unit more, for the net amount that the rate is of was rounded, too.
  const ofRate = addSums(unit, multiply(unit, HALF));
  if (byRate.some((one) => compareSums(one, ofRate) <= 0)) return undefined;
  const coin = HALF_COIN.get(currencyCode);
  const isSmall = (one: DecimalSum) => (coin ? compareSums(one, coin) <= 0 : compareSums(one, HALF) < 0);
  return [byAmount, ...byRate].some(isSmall) ? "billed-sum-rounded" : "billed-sum-wrong";
}

// Most do, and doubles show it: below a thousand million they are wrong by less than a hundredth of any currency's smallest unit.
function surelyAddsUp({ amountExcludingVat, vat, amountIncludingVat }: TalliedRecord): boolean {
  const [net, tax, sum] = [Number(amountExcludingVat), Number(vat), Number(amountIncludingVat)];
  return Math.abs(net) < 1e9 && Math.abs(tax) < 1e9 && Math.abs(net + tax - sum) < 1e-5;
}

/** What a server may say of a currency's digits; more of them would make adding slow. */
const MOST_DIGITS = /^[0-4]$/;

function differenceOf(left: DecimalSum, right: DecimalSum): DecimalSum {
  return absolute(subtract(left, right));
}
