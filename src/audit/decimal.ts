/** A sum of decimal numbers, exact: `units` times ten to the minus `scale`. */
export interface DecimalSum {
  readonly units: bigint;
  /** The most digits after the point of any number in the sum. */
  readonly scale: number;
}

/** The sum of nothing. */
export const ZERO: DecimalSum = { units: 0n, scale: 0 };

/** The longest number that is taken for an amount, in characters; so that no server can make adding slow. */
export const LONGEST_AMOUNT = 60;

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Whether a text is a plain decimal number of sensible length. */
export function isAmount(text: string): boolean {
  return text.length <= LONGEST_AMOUNT && DECIMAL.test(text);
}

/** Adds a decimal number, given as text. Throws a RangeError for a text that is none. */
export function addDecimal(sum: DecimalSum, text: string): DecimalSum {
  if (!DECIMAL.test(text)) throw new RangeError("not a decimal number");
  const point = text.indexOf(".");
  const scale = point < 0 ? 0 : text.length - point - 1;
  const units = BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1));
  return addSums(sum, { units, scale });
}

/** Adds two sums. */
export function addSums(left: DecimalSum, right: DecimalSum): DecimalSum {
  const scale = Math.max(left.scale, right.scale);
  return { units: scaled(left, scale) + scaled(right, scale), scale };
}

/** The sum as a decimal text, with as many digits after the point as the most exact number in it: `14.00`. */
export function decimalText({ units, scale }: DecimalSum): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

function scaled(sum: DecimalSum, scale: number): bigint {
  return sum.scale === scale ? sum.units : sum.units * 10n ** BigInt(scale - sum.scale);
}

/** The product of two numbers. */
export function multiply(left: DecimalSum, right: DecimalSum): DecimalSum {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Below, equal to or above 0 as the left number is below, equal to or above the right one. */
export function compareSums(left: DecimalSum, right: DecimalSum): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A number without its sign. */
export function absolute({ units, scale }: DecimalSum): DecimalSum {
  return { units: units < 0n ? -units : units, scale };
}
