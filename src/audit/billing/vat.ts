import {
  absolute,
  addDecimal,
  addSums,
  compareSums,
  type DecimalSum,
  multiply,
  type SmallDecimal,
  smallDecimal,
  ZERO,
} from "./decimal.ts";

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
  if (isPlainlyRight(amountExcludingVat, vat, amountIncludingVat)) return true;
  const net = addDecimal(ZERO, amountExcludingVat);
  const tax = addDecimal(ZERO, vat);
  const sum = addDecimal(ZERO, amountIncludingVat);
  const rounding: DecimalSum = sum.scale < HUNDREDTH.scale ? { units: 1n, scale: sum.scale } : HUNDREDTH;
  if (isNear(addSums(net, tax), sum, HUNDREDTH)) return true;
  const isRate = (rate: DecimalSum) => isNear(multiply(net, addSums(ONE, rate)), sum, rounding);
  return isRate(multiply(tax, HUNDREDTH)) || isRate(tax);
}

// Most records: an amount of VAT, in numbers that a double holds.
function isPlainlyRight(amountExcludingVat: string, vat: string, amountIncludingVat: string): boolean {
  const [net, tax, sum] = [smallDecimal(amountExcludingVat), smallDecimal(vat), smallDecimal(amountIncludingVat)];
  if (!net || !tax || !sum) return false;
  const scale = Math.max(net.scale, tax.scale, sum.scale);
  const units = (one: SmallDecimal) => one.units * 10 ** (scale - one.scale);
  const isExact = Number.isSafeInteger(units(net)) && Number.isSafeInteger(units(tax));
  return isExact && units(net) + units(tax) === units(sum);
}

function isNear(left: DecimalSum, right: DecimalSum, tolerance: DecimalSum): boolean {
  const difference = addSums(left, { units: -right.units, scale: right.scale });
  return compareSums(absolute(difference), tolerance) <= 0;
}
