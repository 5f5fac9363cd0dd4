import { byCodeUnit } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import {
  addDecimal,
  addSmall,
  addSums,
  compareSums,
  type DecimalSum,
  decimalText,
  type SmallDecimal,
  smallDecimal,
  ZERO,
} from "./decimal.ts";

/** What was paid in one currency; a decimal text. Amounts of different currencies are never added. */
export interface Amount {
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

const NOTHING: SmallDecimal = { units: 0, scale: 0 };

/** Exact sums by currency. Adding throws a RangeError for a text that is not a decimal number. */
export class CurrencySums {
  /** In two parts: most amounts are added as numbers that a double holds. */
  readonly #sums = new Map<string, { small: SmallDecimal; large: DecimalSum }>();

  constructor(amounts: Iterable<Amount> = []) {
    for (const one of amounts) this.add(one);
  }

  add({ currencyCode, amountIncludingVat }: Amount): void {
    const parts = this.#partsOf(currencyCode);
    const amount = smallDecimal(amountIncludingVat);
    const small = amount && addSmall(parts.small, amount);
    if (small) parts.small = small;
    else parts.large = addDecimal(parts.large, amountIncludingVat);
  }

  addSum(currencyCode: string, sum: DecimalSum): void {
    const parts = this.#partsOf(currencyCode);
    parts.large = addSums(parts.large, sum);
  }

  addAll(others: CurrencySums): void {
    for (const [currencyCode, sum] of others.#all()) this.addSum(currencyCode, sum);
  }

  of(currencyCode: string): DecimalSum {
    const { small, large } = this.#sums.get(currencyCode) ?? { small: NOTHING, large: ZERO };
    return addSums(large, { units: BigInt(small.units), scale: small.scale });
  }

  /** The sums above 0. */
  positive(): readonly (readonly [currencyCode: string, sum: DecimalSum])[] {
    return this.#all().filter(([, sum]) => compareSums(sum, ZERO) > 0);
  }

  /** In the order of the currencies' codes. */
  list(): readonly Amount[] {
    return this.#all()
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([currencyCode, sum]) => ({ currencyCode, amountIncludingVat: decimalText(sum) }));
  }

  #partsOf(currencyCode: string) {
    return valueAt(this.#sums, currencyCode, () => ({ small: NOTHING, large: ZERO }));
  }

  #all(): [currencyCode: string, sum: DecimalSum][] {
    return [...this.#sums.keys()].map((currencyCode) => [currencyCode, this.of(currencyCode)]);
  }
}

/** The sums of a day, month or plate; empty ones are put there where there are none. */
export function sumsAt(groups: Map<string, CurrencySums>, key: string): CurrencySums {
  return valueAt(groups, key, () => new CurrencySums());
}
