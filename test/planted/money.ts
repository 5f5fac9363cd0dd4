/** A currency and how many digits its amounts have after the point. */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** Currencies of accounts, with none, two and three digits. */
export const CURRENCIES: readonly Currency[] = [
  { code: "DKK", digits: 2 },
  { code: "EUR", digits: 2 },
  { code: "ISK", digits: 0 },
  { code: "BHD", digits: 3 },
  { code: "SEK", digits: 2 },
  { code: "GBP", digits: 2 },
  { code: "PLN", digits: 2 },
];

/** An amount in the smallest unit of its currency, as a decimal text. */
export function decimalOf(units: number, { digits }: Currency): string {
  const text = String(Math.abs(units)).padStart(digits + 1, "0");
  const sign = units < 0 ? "-" : "";
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Sums by currency that are not 0, in units of the twelfth digit after the point: written apart from the program's own sums. */
export type Sums = ReadonlyMap<string, bigint>;

const DIGITS = 12;

/** Adds amounts in the smallest units of their currencies. */
export function sumOf(records: Iterable<{ readonly gross: number; readonly currency: Currency }>): Sums {
  const sums = new Map<string, bigint>();
  for (const { gross, currency } of records) {
    const units = BigInt(gross) * 10n ** BigInt(DIGITS - currency.digits);
    sums.set(currency.code, (sums.get(currency.code) ?? 0n) + units);
  }
  return withoutZeros(sums);
}

/** The sums of a document, which writes them as decimal texts. */
export function sumsIn(
  amounts: Iterable<{ readonly currencyCode: string; readonly amountIncludingVat: string }>,
): Sums {
  const sums = [...amounts].map(({ currencyCode, amountIncludingVat }): [string, bigint] => {
    const [whole = "", part = ""] = amountIncludingVat.split(".");
    return [currencyCode, BigInt(`${whole}${part.padEnd(DIGITS, "0")}`)];
  });
  return withoutZeros(new Map(sums));
}

/** Whether two sums are equal in every currency. */
export function areEqual(left: Sums, right: Sums): boolean {
  return left.size === right.size && [...left].every(([code, units]) => right.get(code) === units);
}

function withoutZeros(sums: ReadonlyMap<string, bigint>): Sums {
  return new Map([...sums].filter(([, units]) => units !== 0n));
}
