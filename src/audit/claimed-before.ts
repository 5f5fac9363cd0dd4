import { type Claim, type PlateRules, plateKeyOf } from "../allowlist/index.ts";
import { valueAt } from "../runtime/group-by.ts";
import { type Amount, CurrencySums, sumsAt } from "./billing/currency-sums.ts";
import { compareSums, type DecimalSum, decimalText, subtract, totalOf, ZERO } from "./billing/decimal.ts";
import type { TalliedRecord } from "./billing/record.ts";

/** A record that an earlier file of claims has. */
export interface ClaimedRecord extends Amount {
  /** Id of the billing account. */
  readonly account: string;
  /** `infoId/infoRecordId`. */
  readonly id: string;
  readonly licensePlate: string;
}

/** Claims that refunds answer: equal sums of one plate in one currency. */
export interface AnsweredClaims extends Amount {
  readonly licenseNumber: string;
  /** `infoId/infoRecordId` of what was claimed, and of the refunds. */
  readonly records: readonly string[];
  readonly refunds: readonly string[];
}

/** What became of earlier claims, as far as the records of some days say. */
export interface ClaimsAfterwards {
  readonly answered: readonly AnsweredClaims[];
  /** Claims that none of these days answers. */
  readonly open: { readonly records: number; readonly amounts: readonly Amount[] };
}

/** A refund: a record with a negative amount. */
export type Refund = Pick<TalliedRecord, "id" | "licensePlate" | "currencyCode" | "amountIncludingVat">;

/** What refunds of one account answer, and what is open. Plates count in any spelling, amounts as numbers, parts together. */
export function claimsAfterwards(
  claimed: readonly ClaimedRecord[],
  refunds: readonly Refund[],
  rules: PlateRules,
): ClaimsAfterwards {
  const groups = new Map<string, Unanswered>();
  const groupOf = ({ currencyCode, licensePlate }: Refund) =>
    valueAt(groups, `${currencyCode} ${plateOf(licensePlate, rules)}`, () => ({ claims: [], refunds: [] }));
  for (const one of claimed) groupOf(one).claims.push(one);
  for (const one of refunds) groupOf(one).refunds.push(one);
  const answered = [...groups.values()].flatMap(answersIn);
  const open = [...groups.values()].flatMap(({ claims }) => claims);
  return { answered, open: { records: open.length, amounts: new CurrencySums(open).list() } };
}

/** The claims without those on plates with earlier ones of which nothing is left to pay: the rest was refunded. */
export function claimsDue(claims: readonly Claim[], hasClaims: (licensePlate: string) => boolean): readonly Claim[] {
  const sums = new Map<string, CurrencySums>();
  const isAsked = ({ rule, licensePlate }: Claim) => rule === "billed-not-desired" && hasClaims(licensePlate);
  for (const claim of claims) if (isAsked(claim)) sumsAt(sums, claim.licensePlate).add(claim);
  return claims.filter((claim) => !isAsked(claim) || sumsAt(sums, claim.licensePlate).positive().length > 0);
}

/** What all spellings of a plate have in common. */
export function plateOf(licensePlate: string, rules: PlateRules): string {
  return plateKeyOf(licensePlate, rules) ?? ` ${licensePlate}`;
}

/** Claims and refunds of one plate in one currency that have not met. */
interface Unanswered {
  claims: Refund[];
  refunds: Refund[];
}

// A refund of one claim first, then several for one, one for several, and at last all that is left.
function answersIn(group: Unanswered): readonly AnsweredClaims[] {
  const answers: AnsweredClaims[] = [];
  const meet = (claims: readonly Refund[], refunds: readonly Refund[]) => {
    group.claims = group.claims.filter((one) => !claims.includes(one));
    group.refunds = group.refunds.filter((one) => !refunds.includes(one));
    const { licensePlate: licenseNumber = "", currencyCode = "" } = claims[0] ?? {};
    const amountIncludingVat = decimalText(sumOf(claims));
    const [records, ids] = [claims, refunds].map((some) => some.map(({ id }) => id));
    answers.push({ licenseNumber, currencyCode, amountIncludingVat, records: records ?? [], refunds: ids ?? [] });
  };
  for (const most of [1, MOST_PARTS]) {
    for (const claim of [...group.claims]) {
      const parts = partsOf(group.refunds, subtract(ZERO, sumOf([claim])), most);
      if (parts) meet([claim], parts);
    }
  }
  for (const refund of [...group.refunds]) {
    const parts = partsOf(group.claims, subtract(ZERO, sumOf([refund])), MOST_PARTS);
    if (parts) meet(parts, [refund]);
  }
  const { claims, refunds } = group;
  const isAll = claims.length > 0 && refunds.length > 0 && isSame(sumOf([...claims, ...refunds]), ZERO);
  if (isAll) meet(claims, refunds);
  return answers;
}

/** Among more records than these no parts are looked for: each one more doubles the time. */
const MOST_PARTS = 12;

/** The first records that come to a sum together, at most so many; undefined where there are none. */
function partsOf(records: readonly Refund[], sum: DecimalSum, most: number): readonly Refund[] | undefined {
  if (most > 1 && records.length > MOST_PARTS) return undefined;
  for (const [at, record] of records.entries()) {
    const rest = subtract(sum, sumOf([record]));
    if (isSame(rest, ZERO)) return [record];
    const others = most > 1 ? partsOf(records.slice(at + 1), rest, most - 1) : undefined;
    if (others) return [record, ...others];
  }
  return undefined;
}

function sumOf(records: readonly Amount[]): DecimalSum {
  return totalOf(records.map((one) => one.amountIncludingVat));
}

function isSame(left: DecimalSum, right: DecimalSum): boolean {
  return compareSums(left, right) === 0;
}
