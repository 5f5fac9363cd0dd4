import { countUp, groupBy, valueAt } from "../../../run/collections.ts";
import { inOrder, type Objection, type TalliedRecord } from "./record.ts";

/** What is usual is known from this many records of a country, and is the case for this share of them. */
const FEWEST_RECORDS = 20;
const USUAL_SHARE = 0.8;
/** What so large a share of the records has is not strange. */
const STRANGE_SHARE = 0.05;
/** Rates that differ by fewer thousandths are taken for one: small amounts are rounded, and countries change their rate. */
const ONE_RATE = 20;

/**
 * Records of an account whose currency or rate of VAT is not the usual one of the country that was parked in; what changed there
 * for all from a day on is one of them. A lower rate is none: parkings that are free of VAT are common. Of wrong sums the rate is
 * not known; `wrongSums` are their ids.
 */
export function* againstUsualTerms(
  records: readonly TalliedRecord[],
  wrongSums: ReadonlySet<string>,
): Generator<Objection> {
  const charges = records.filter(({ isCharge }) => isCharge);
  const codeOf = ({ currencyCode }: TalliedRecord) => currencyCode;
  const rateOf = (record: TalliedRecord) => (wrongSums.has(record.id) ? Number.NaN : taxRateOf(record));
  const { home, terms } = termsOf(charges, rateOf);
  const strange = terms.filter(({ tax, money }) => tax?.strange.size || money?.strange.size);
  // In most accounts none are.
  if (strange.length === 0) return;
  const byCountry = groupBy(charges, (record) => record.country);
  for (const { country, tax, money } of strange) {
    const where = country === "" ? "" : ` in ${country}`;
    const own = byCountry.get(country) ?? [];
    if (tax?.strange.size) {
      const isHigher = (rate: number) => tax.strange.has(rate) && rate > tax.usual + ONE_RATE;
      const taxed = own.filter((record) => rateOf(record) > 0);
      for (const { record, value, since } of strangeIn(taxed, rateOf, isHigher, isOneRate)) {
        const example = `has ${value / 10} % of VAT${since}; ${tax.usual / 10} % is usual${where}`;
        yield { rule: "billed-vat-rate", record, example };
      }
    }
    if (!money?.strange.size) continue;
    const isForeign = (code: string) => code !== home && money.strange.has(code);
    for (const { record, value, since } of strangeIn(own, codeOf, isForeign, isEqual))
      yield { rule: "billed-currency", record, example: `is in ${value}${since}; ${money.usual} is usual${where}` };
  }
}

/** What is usual in each country, and the most frequent currency of all. */
function termsOf(charges: readonly TalliedRecord[], rateOf: (record: TalliedRecord) => number) {
  const countries = new Map<string, { readonly rates: Map<number, number>; readonly codes: Map<string, number> }>();
  const allCodes = new Map<string, number>();
  for (const record of charges) {
    const { rates, codes } = valueAt(countries, record.country, () => ({ rates: new Map(), codes: new Map() }));
    countUp(rates, rateOf(record));
    countUp(codes, record.currencyCode);
    countUp(allCodes, record.currencyCode);
  }
  const terms = [...countries].map(([country, { rates, codes }]) => {
    const taxed = mostFirst(rates).filter(([rate]) => rate > 0);
    return { country, tax: usualOf(taxed, isOneRate), money: usualOf(mostFirst(codes), isEqual) };
  });
  return { home: mostFirst(allCodes)[0]?.[0], terms };
}

function isOneRate(left: number, right: number): boolean {
  return Math.abs(left - right) <= ONE_RATE;
}

function isEqual(left: string, right: string): boolean {
  return left === right;
}

/** The strange records; of those that have what all have from a day on, the first one. */
function* strangeIn<Value>(
  records: readonly TalliedRecord[],
  read: (record: TalliedRecord) => Value,
  isStrange: (value: Value) => boolean,
  areOne: (left: Value, right: Value) => boolean,
) {
  const latest = records.reduce((last, record) => (record.day > last.day ? record : last));
  const others = records.filter((record) => !areOne(read(record), read(latest)));
  const before = others.reduce((last, { day }) => (day > last ? day : last), "");
  const strange = records.filter((record) => isStrange(read(record)));
  const changed = strange.filter(({ day }) => day > before).sort(inOrder);
  const [first, ...more] = changed;
  const since = more.length > 0 ? `, as all ${changed.length} records have from ${first?.day} on` : "";
  const left = new Set(more);
  for (const record of strange)
    if (!left.has(record)) yield { record, value: read(record), since: record === first ? since : "" };
}

/** VAT in thousandths of the amount without it; NaN where that is so small that rounding says more than the rate. */
function taxRateOf({ amountExcludingVat, amountIncludingVat }: TalliedRecord): number {
  const point = amountIncludingVat.indexOf(".");
  const digits = point < 0 ? 0 : amountIncludingVat.length - point - 1;
  const net = Number(amountExcludingVat);
  return net >= 100 / 10 ** digits ? Math.round(1000 * (Number(amountIncludingVat) / net - 1)) : Number.NaN;
}

type Counts<Value> = readonly (readonly [value: Value, count: number])[];

/** The usual one of some values, and those that are strange beside it; undefined where none is usual. */
function usualOf<Value>(counts: Counts<Value>, areOne: (left: Value, right: Value) => boolean) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const shareOf = (value: Value) =>
    counts.reduce((sum, [other, count]) => (areOne(other, value) ? sum + count : sum), 0) / total;
  const [usual] = counts[0] ?? [];
  if (usual === undefined || total < FEWEST_RECORDS || shareOf(usual) < USUAL_SHARE) return undefined;
  const strange = counts.flatMap(([value]) => (shareOf(value) <= STRANGE_SHARE ? [value] : []));
  return { usual, strange: new Set(strange) };
}

/** The most frequent value first. */
function mostFirst<Value>(counts: ReadonlyMap<Value, number>): Counts<Value> {
  return [...counts].sort(([, left], [, right]) => right - left);
}
