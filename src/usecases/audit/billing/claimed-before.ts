import { type PlateRules, plateKeyOf } from "../../../allowlist/index.ts";
import type { AuditDocument, Claim } from "../../../documents/index.ts";
import { groupBy } from "../../../run/collections.ts";
import { type Amount, CurrencySums, sumOf, sumsAt } from "./currency-sums.ts";
import { addDecimal, compareSums, type DecimalSum, decimalText, ZERO } from "./decimal.ts";
import type { TalliedRecord } from "./record.ts";

/** A record that an earlier file of claims has. */
export interface ClaimedRecord extends Amount {
  /** Id of the billing account. */
  readonly account: string;
  /** `infoId/infoRecordId`. */
  readonly id: string;
  readonly licensePlate: string;
}

/** What became of earlier claims, as far as the records of some days of an account say: what refunds answer, and what is open. */
export interface ClaimsAfterwards extends Pick<NonNullable<AuditDocument["claimed"]>, "open"> {
  readonly answered: readonly AnsweredClaims[];
}

/** What is claimed of an account, and what became of earlier claims. */
export interface AccountClaims extends ClaimsAfterwards {
  /** In the order of times. */
  readonly claims: readonly Claim[];
  /** How many records were left out because they were claimed before. */
  readonly repeated: number;
}

/** Claims that refunds answer: equal sums of one plate in one currency. */
export type AnsweredClaims = Omit<NonNullable<AuditDocument["claimed"]>["answered"][number], "scope">;

/** A refund: a record with a negative amount. */
export type Refund = Pick<TalliedRecord, "id" | "licensePlate" | "currencyCode" | "amountIncludingVat">;

/** What refunds of one account answer, and what is open. Plates count in any spelling, amounts as numbers, parts together. */
export function claimsAfterwards(
  claimed: readonly ClaimedRecord[],
  refunds: readonly Refund[],
  rules: PlateRules,
): ClaimsAfterwards {
  const keyOf = ({ currencyCode, licensePlate }: Refund) => `${currencyCode} ${plateOf(licensePlate, rules)}`;
  const back = groupBy(refunds, keyOf);
  const groups = [...groupBy(claimed, keyOf)].map(([key, claims]) => answersTo(claims, back.get(key) ?? []));
  const open = groups.flatMap((group) => group.open);
  return {
    answered: groups.flatMap((group) => group.answered),
    open: { records: open.length, amounts: new CurrencySums(open).list() },
  };
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

/** What refunds answer of the claims on one plate in one currency, and the claims that are open. */
function answersTo(claims: readonly Refund[], refunds: readonly Refund[]) {
  const left = { claims, refunds };
  const answered: AnsweredClaims[] = [];
  const meet = (parts: readonly Refund[]) => {
    const met = left.claims.filter((one) => parts.includes(one));
    const answers = left.refunds.filter((one) => parts.includes(one));
    left.claims = left.claims.filter((one) => !parts.includes(one));
    left.refunds = left.refunds.filter((one) => !parts.includes(one));
    const { licensePlate: licenseNumber = "", currencyCode = "" } = met[0] ?? {};
    const amountIncludingVat = decimalText(sumOf(met));
    const [records, ids] = [met.map(({ id }) => id), answers.map(({ id }) => id)];
    answered.push({ licenseNumber, currencyCode, amountIncludingVat, records, refunds: ids });
  };
  // A refund of one claim first, then several for one, one for several, and at last all that is left.
  for (const [ones, others, isMany] of STEPS) {
    for (const one of left[ones]) {
      const parts = partsOf(left[others], sumOf([one]), isMany);
      if (parts) meet([one, ...parts]);
    }
  }
  const all = [...left.claims, ...left.refunds];
  if (left.claims.length > 0 && left.refunds.length > 0 && isZero(sumOf(all))) meet(all);
  return { answered, open: left.claims };
}

/** Among more records than these no parts are looked for: each one more doubles the time. */
const MOST_PARTS = 12;

const STEPS = [
  ["claims", "refunds", false],
  ["claims", "refunds", true],
  ["refunds", "claims", true],
] as const;

/** The first record that makes up for a sum, or the first ones where it may be several; undefined where there are none. */
function partsOf(records: readonly Refund[], sum: DecimalSum, isMany: boolean): readonly Refund[] | undefined {
  if (isMany && records.length > MOST_PARTS) return undefined;
  for (const [at, record] of records.entries()) {
    const rest = addDecimal(sum, record.amountIncludingVat);
    if (isZero(rest)) return [record];
    const others = isMany ? partsOf(records.slice(at + 1), rest, isMany) : undefined;
    if (others) return [record, ...others];
  }
  return undefined;
}

function isZero(sum: DecimalSum): boolean {
  return compareSums(sum, ZERO) === 0;
}
