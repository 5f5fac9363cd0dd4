import { byCodeUnit } from "../../../allowlist/index.ts";
import { valueAt } from "../../../run/collections.ts";
import { addDecimal, compareSums, type DecimalSum, decimalText, totalOf, ZERO } from "./decimal.ts";

/** What was paid in one currency; a decimal text. Amounts of different currencies are never added. */
export interface Amount {
  readonly currencyCode: string;
  readonly amountIncludingVat: string;
}

/** Exact sums by currency. Adding throws a RangeError for a text that is not a decimal number. */
export class CurrencySums {
  readonly #sums = new Map<string, DecimalSum>();

  constructor(amounts: Iterable<Amount> = []) {
    for (const one of amounts) this.add(one);
  }

  add({ currencyCode, amountIncludingVat }: Amount): void {
    this.#sums.set(currencyCode, addDecimal(this.of(currencyCode), amountIncludingVat));
  }

  of(currencyCode: string): DecimalSum {
    return this.#sums.get(currencyCode) ?? ZERO;
  }

  /** The sums above 0. */
  positive(): readonly (readonly [currencyCode: string, sum: DecimalSum])[] {
    return [...this.#sums].filter(([, sum]) => compareSums(sum, ZERO) > 0);
  }

  /** In the order of the currencies' codes. */
  list(): readonly Amount[] {
    return [...this.#sums]
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([currencyCode, sum]) => ({ currencyCode, amountIncludingVat: decimalText(sum) }));
  }
}

/** The sum of amounts of one currency. */
export function sumOf(amounts: readonly Pick<Amount, "amountIncludingVat">[]): DecimalSum {
  return totalOf(amounts.map((one) => one.amountIncludingVat));
}

/** The sums of a day, month or plate; empty ones are put there where there are none. */
export function sumsAt(groups: Map<string, CurrencySums>, key: string): CurrencySums {
  return valueAt(groups, key, () => new CurrencySums());
}
