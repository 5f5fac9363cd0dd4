import { groupBy } from "../../runtime/group-by.ts";
import type { ComparedRecord, TalliedRecord } from "./record.ts";

/** What is usual is known from so many records of a country, and is the case for so large a share of them. */
const FEWEST_RECORDS = 20;
const USUAL_SHARE = 0.8;
/** What so large a share of the records has is not strange. */
const STRANGE_SHARE = 0.05;
/** Rates that differ by fewer thousandths are taken for one: small amounts are rounded, and countries change their rate. */
const ONE_RATE = 20;

/**
 * Records of an account whose currency or rate of VAT is not the usual one of the country that was parked in. A lower rate is
 * none: parkings that are free of VAT are common.
 */
export function* againstUsualTerms(plates: Iterable<readonly TalliedRecord[]>): Generator<ComparedRecord> {
  const charges = [...plates].flatMap((records) => records.filter(({ isCharge }) => isCharge));
  const countries = groupBy(charges, ({ country }) => country);
  const home = mostOf(countsOf([...countries.values()].flat().map(({ currencyCode }) => currencyCode)));
  for (const [country, records] of countries) {
    const where = country === "" ? "" : ` in ${country}`;
    const money = termsOf(
      records.map(({ currencyCode }) => currencyCode),
      (code, usual) => code === usual,
      (code) => code !== home,
    );
    const taxes = termsOf(
      records.map(taxRateOf).filter((rate) => rate > 0),
      (rate, other) => Math.abs(rate - other) <= ONE_RATE,
      (rate, usual) => rate > usual + ONE_RATE,
    );
    if (money.strange.size + taxes.strange.size === 0) continue;
    for (const record of records) {
      const rate = taxRateOf(record);
      if (taxes.strange.has(rate)) {
        const example = `has ${rate / 10} % of VAT; ${(taxes.usual ?? 0) / 10} % is usual${where}`;
        yield { rule: "billed-vat-rate", record, example };
      }
      if (money.strange.has(record.currencyCode)) {
        const example = `is in ${record.currencyCode}; ${money.usual} is usual${where}`;
        yield { rule: "billed-currency", record, example };
      }
    }
  }
}

/** VAT in thousandths of the amount without it; NaN where the sum is wrong, or so small that rounding says more than the rate. */
function taxRateOf({ amountExcludingVat, amountIncludingVat, rules }: TalliedRecord): number {
  if (rules.includes("billed-sum-wrong")) return Number.NaN;
  const point = amountIncludingVat.indexOf(".");
  const digits = point < 0 ? 0 : amountIncludingVat.length - point - 1;
  const net = Number(amountExcludingVat);
  return net >= 100 / 10 ** digits ? Math.round(1000 * (Number(amountIncludingVat) / net - 1)) : Number.NaN;
}

/** The most frequent value, and, where it is the usual one, those that are strange beside it. */
function termsOf<Value>(
  values: readonly Value[],
  isAlike: (one: Value, other: Value) => boolean,
  mayBeStrange: (one: Value, usual: Value) => boolean,
): { readonly usual: Value | undefined; readonly strange: ReadonlySet<Value> } {
  const counts = countsOf(values);
  const usual = mostOf(counts);
  const shareOf = (one: Value) =>
    [...counts].reduce((sum, [other, count]) => (isAlike(one, other) ? sum + count : sum), 0) / values.length;
  if (usual === undefined || values.length < FEWEST_RECORDS || shareOf(usual) < USUAL_SHARE)
    return { usual, strange: new Set() };
  const strange = [...counts.keys()].filter((one) => mayBeStrange(one, usual) && shareOf(one) <= STRANGE_SHARE);
  return { usual, strange: new Set(strange) };
}

function countsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function mostOf<Value>(counts: ReadonlyMap<Value, number>): Value | undefined {
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0];
}
