import { LONGEST_AMOUNT } from "../../../allowlist/index.ts";

/** A decimal number, or a sum of some, exact: `units` times ten to the minus `scale`. */
export interface DecimalSum {
  /** A number where a double is sure to hold it: most sums are, and those are added in a fraction of the time. */
  readonly units: bigint | number;
  /** The most digits after the point of any number in the sum. */
  readonly scale: number;
}

/** The sum of nothing. */
export const ZERO: DecimalSum = { units: 0, scale: 0 };

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** This many characters, sign and point included, are far below 2^53 as whole numbers. */
const LONGEST_SMALL = 15;
/** Two of these are a whole number that a double holds. */
const LARGEST_PART = 2 ** 52;

/** Whether a text is a plain decimal number of sensible length. */
export function isAmount(text: string): boolean {
  return text.length <= LONGEST_AMOUNT && DECIMAL.test(text);
}

/** The number that a text says. Throws a RangeError for a text that is none. */
export function decimalOf(text: string): DecimalSum {
  if (!DECIMAL.test(text)) throw new RangeError("not a decimal number");
  const point = text.indexOf(".");
  const scale = point < 0 ? 0 : text.length - point - 1;
  // A double is wrong by much less than half a unit.
  if (text.length <= LONGEST_SMALL) return { units: Math.round(Number(text) * 10 ** scale), scale };
  return { units: BigInt(text.replace(".", "")), scale };
}

/** Adds a decimal number, given as text. Throws a RangeError for a text that is none. */
export function addDecimal(sum: DecimalSum, text: string): DecimalSum {
  return addSums(sum, decimalOf(text));
}

/** Adds two sums. */
export function addSums(left: DecimalSum, right: DecimalSum): DecimalSum {
  const scale = Math.max(left.scale, right.scale);
  const one = unitsAt(left, scale);
  const other = unitsAt(right, scale);
  if (typeof one === "number" && typeof other === "number") return { units: one + other, scale };
  return { units: BigInt(one) + BigInt(other), scale };
}

/** The units of a finer scale; a number where a sum of two is one, too. */
function unitsAt({ units, scale }: DecimalSum, finer: number): bigint | number {
  const small = typeof units === "number" ? units * 10 ** (finer - scale) : Number.NaN;
  return Math.abs(small) <= LARGEST_PART ? small : BigInt(units) * 10n ** BigInt(finer - scale);
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
export function decimalText(sum: DecimalSum): string {
  const { units, scale } = absolute(sum);
  const digits = String(units).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sum.units < 0 ? `-${text}` : text;
}

/** The product of two numbers. */
export function multiply(left: DecimalSum, right: DecimalSum): DecimalSum {
  return { units: BigInt(left.units) * BigInt(right.units), scale: left.scale + right.scale };
}

/** Below, equal to or above 0 as the left number is below, equal to or above the right one. */
export function compareSums(left: DecimalSum, right: DecimalSum): number {
  const { units } = subtract(left, right);
  return units < 0 ? -1 : units > 0 ? 1 : 0;
}

/** A number without its sign. */
export function absolute({ units, scale }: DecimalSum): DecimalSum {
  return { units: units < 0 ? -units : units, scale };
}
