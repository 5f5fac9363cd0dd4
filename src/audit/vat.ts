import { absolute, addDecimal, addSums, compareSums, type DecimalSum, multiply, ZERO } from "./decimal.ts";

const ONE: DecimalSum = { units: 1n, scale: 0 };
const HUNDREDTH: DecimalSum = { units: 1n, scale: 2 };

/** The amounts of a record, decimal texts. */
export interface RecordAmounts {
  readonly amountExcludingVat: string;
  readonly vat: string;
  readonly amountIncludingVat: string;
}

/**
 * Whether the sum of a record is its net amount and VAT. What `vat` means is not documented: an amount, a percentage and a
 * fraction are taken. Rounding to a hundredth, or to the last digit that the sum is written with, does not count.
 */
export function isSumRight({ amountExcludingVat, vat, amountIncludingVat }: RecordAmounts): boolean {
  const net = addDecimal(ZERO, amountExcludingVat);
  const tax = addDecimal(ZERO, vat);
  const sum = addDecimal(ZERO, amountIncludingVat);
  const rounding: DecimalSum = sum.scale < HUNDREDTH.scale ? { units: 1n, scale: sum.scale } : HUNDREDTH;
  if (isNear(addSums(net, tax), sum, HUNDREDTH)) return true;
  const isRate = (rate: DecimalSum) => isNear(multiply(net, addSums(ONE, rate)), sum, rounding);
  return isRate(multiply(tax, HUNDREDTH)) || isRate(tax);
}

function isNear(left: DecimalSum, right: DecimalSum, tolerance: DecimalSum): boolean {
  const difference = addSums(left, { units: -right.units, scale: right.scale });
  return compareSums(absolute(difference), tolerance) <= 0;
}
