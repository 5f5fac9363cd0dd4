import { valueAt } from "../../runtime/group-by.ts";
import type { ComparedRecord, TalliedRecord } from "./record.ts";

/** What is usual is known from so many records of a country, and is the case for so large a share of them. */
const FEWEST_RECORDS = 20;
const USUAL_SHARE = 0.8;
/** What so large a share of the records has is not strange. */
const STRANGE_SHARE = 0.05;
/** Rates that differ by fewer thousandths are taken for one: small amounts are rounded, and countries change their rate. */
const ONE_RATE = 20;

/** How many records of a country have each currency and each rate of VAT. */
interface Terms {
  readonly currencies: Map<string, number>;
  readonly rates: Map<number, number>;
}

/**
 * Records of an account whose currency or rate of VAT is not the usual one of the country that was parked in. A lower rate is
 * none: parkings that are free of VAT are common.
 */
export function* againstUsualTerms(plates: Iterable<readonly TalliedRecord[]>): Generator<ComparedRecord> {
  const all = [...plates];
  const countries = termsOf(all);
  const home = sharesOf([...countries.values()].map(({ currencies }) => currencies));
  const judges = new Map(
    [...countries].flatMap(([country, terms]) => {
      const judge = judgeOf(terms, home);
      return judge ? [[country, judge] as const] : [];
    }),
  );
  if (judges.size === 0) return;
  for (const records of all) for (const record of records) yield* judges.get(record.country)?.(record) ?? [];
}

function termsOf(plates: readonly (readonly TalliedRecord[])[]): ReadonlyMap<string, Terms> {
  const countries = new Map<string, Terms>();
  for (const records of plates) {
    for (const record of records) {
      const { country, currencyCode, isCharge } = record;
      if (!isCharge) continue;
      const taxRate = taxRateOf(record);
      const terms = valueAt(countries, country, () => ({ currencies: new Map(), rates: new Map() }));
      terms.currencies.set(currencyCode, (terms.currencies.get(currencyCode) ?? 0) + 1);
      if (taxRate > 0) terms.rates.set(taxRate, (terms.rates.get(taxRate) ?? 0) + 1);
    }
  }
  return countries;
}

/** VAT in thousandths of the amount without it; NaN where the sum is wrong, or so small that rounding says more than the rate. */
function taxRateOf({ amountExcludingVat, amountIncludingVat, rules }: TalliedRecord): number {
  if (rules.includes("billed-sum-wrong")) return Number.NaN;
  const point = amountIncludingVat.indexOf(".");
  const digits = point < 0 ? 0 : amountIncludingVat.length - point - 1;
  const net = Number(amountExcludingVat);
  return net >= 100 / 10 ** digits ? Math.round(1000 * (Number(amountIncludingVat) / net - 1)) : Number.NaN;
}

type Judge = (record: TalliedRecord) => readonly ComparedRecord[];

/** Undefined where nothing is strange. */
function judgeOf({ currencies, rates }: Terms, home: Shares<string>): Judge | undefined {
  const money = sharesOf([currencies]);
  const usualRate = sharesOf([rates]).most;
  const around = (rate: number) =>
    [...rates].reduce((sum, [other, count]) => (Math.abs(other - rate) <= ONE_RATE ? sum + count : sum), 0);
  const taxed = [...rates.values()].reduce((sum, count) => sum + count, 0);
  const hasUsualRate = usualRate !== undefined && taxed >= FEWEST_RECORDS && around(usualRate) >= USUAL_SHARE * taxed;
  const isStrangeRate = (rate: number) =>
    hasUsualRate && rate > usualRate + ONE_RATE && around(rate) <= STRANGE_SHARE * taxed;
  const isStrangeCurrency = (code: string) =>
    code !== home.most && money.isUsual && (currencies.get(code) ?? 0) <= STRANGE_SHARE * money.total;
  const strangeRates = new Set([...rates.keys()].filter(isStrangeRate));
  const strangeCurrencies = new Set([...currencies.keys()].filter(isStrangeCurrency));
  if (strangeRates.size + strangeCurrencies.size === 0) return undefined;
  return (record) => {
    const { isCharge, currencyCode, country } = record;
    const taxRate = taxRateOf(record);
    const where = country === "" ? "" : ` in ${country}`;
    const found: ComparedRecord[] = [];
    if (isCharge && strangeRates.has(taxRate)) {
      const example = `has ${taxRate / 10} % of VAT; ${(usualRate ?? 0) / 10} % is usual${where}`;
      found.push({ rule: "billed-vat-rate", record, example });
    }
    if (isCharge && strangeCurrencies.has(currencyCode)) {
      const example = `is in ${currencyCode}; ${money.most} is usual${where}`;
      found.push({ rule: "billed-currency", record, example });
    }
    return found;
  };
}

interface Shares<Key> {
  readonly total: number;
  readonly most: Key | undefined;
  /** Whether the most frequent one is usual. */
  readonly isUsual: boolean;
}

function sharesOf<Key extends string | number>(counts: readonly ReadonlyMap<Key, number>[]): Shares<Key> {
  const sums = new Map<Key, number>();
  for (const one of counts) for (const [key, count] of one) sums.set(key, (sums.get(key) ?? 0) + count);
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0);
  const [most, count = 0] = [...sums].sort(([, left], [, right]) => right - left)[0] ?? [];
  return { total, most, isUsual: total >= FEWEST_RECORDS && count >= USUAL_SHARE * total };
}
