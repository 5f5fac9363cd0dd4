import { LONGEST_AMOUNT } from "../../allowlist/index.ts";

/** A sum of decimal numbers, exact: `units` times ten to the minus `scale`. */
export interface DecimalSum {
  readonly units: bigint;
  /** The most digits after the point of any number in the sum. */
  readonly scale: number;
}

/** The sum of nothing. */
export const ZERO: DecimalSum = { units: 0n, scale: 0 };

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

const DIGIT_0 = 48;
const MINUS = 45;
/** The code of a point, less that of the digit 0. */
const POINT = 46 - DIGIT_0;

/** Whether a text is a plain decimal number of sensible length. */
export function isAmount(text: string): boolean {
  return text.length <= LONGEST_AMOUNT && DECIMAL.test(text);
}

/** Adds a decimal number, given as text. Throws a RangeError for a text that is none. */
export function addDecimal(sum: DecimalSum, text: string): DecimalSum {
  const small = smallDecimal(text);
  if (small) return addSums(sum, { units: BigInt(small.units), scale: small.scale });
  if (!DECIMAL.test(text)) throw new RangeError("not a decimal number");
  const point = text.indexOf(".");
  const scale = point < 0 ? 0 : text.length - point - 1;
  const units = BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1));
  return addSums(sum, { units, scale });
}

/** A decimal number whose digits a double holds exactly, as `DecimalSum` writes it. */
export interface SmallDecimal {
  readonly units: number;
  readonly scale: number;
}

/** So many characters, sign and point included, are below 2^53 as whole numbers. */
const LONGEST_SMALL = 15;

/** A short decimal number; undefined for a longer one, and for other texts. */
export function smallDecimal(text: string): SmallDecimal | undefined {
  const { length } = text;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (length === first || length > LONGEST_SMALL) return undefined;
  let units = 0;
  let scale = -1;
  for (let at = first; at < length; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      units = units * 10 + digit;
      if (scale >= 0) scale += 1;
    } else if (digit === POINT && scale < 0 && at > first) scale = 0;
    else return undefined;
  }
  if (scale === 0) return undefined;
  return { units: first === 1 ? -units : units, scale: Math.max(scale, 0) };
}

/** Two of these are a whole number that a double holds. */
const LARGEST_PART = 2 ** 52;

/** Adds two short numbers; undefined where a double does not hold the sum. */
export function addSmall(left: SmallDecimal, right: SmallDecimal): SmallDecimal | undefined {
  const scale = Math.max(left.scale, right.scale);
  const one = left.units * 10 ** (scale - left.scale);
  const other = right.units * 10 ** (scale - right.scale);
  const isExact = Math.abs(one) <= LARGEST_PART && Math.abs(other) <= LARGEST_PART;
  return isExact ? { units: one + other, scale } : undefined;
}

/** Adds two sums. */
export function addSums(left: DecimalSum, right: DecimalSum): DecimalSum {
  if (left.scale === right.scale) return { units: left.units + right.units, scale: left.scale };
  const scale = Math.max(left.scale, right.scale);
  return { units: scaled(left, scale) + scaled(right, scale), scale };
}

/** What is left of a number without another one. */
export function subtract(left: DecimalSum, { units, scale }: DecimalSum): DecimalSum {
  return addSums(left, { units: -units, scale });
}

/** The sum of decimal numbers, given as texts. Throws a RangeError for a text that is none. */
export function totalOf(texts: Iterable<string>): DecimalSum {
  let sum = ZERO;
  for (const text of texts) sum = addDecimal(sum, text);
  return sum;
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
