/** Adds decimal texts without rounding: `0.10` and `0.2` make `0.30`. Throws a RangeError for a text that is no decimal. */
export function addDecimals(left: string, right: string): string {
  const digits = Math.max(fractionOf(left).length, fractionOf(right).length);
  return decimalText(scaled(left, digits) + scaled(right, digits), digits);
}

function fractionOf(text: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is no decimal`);
  return text.split(".")[1] ?? "";
}

function scaled(text: string, digits: number): bigint {
  const fraction = fractionOf(text);
  return BigInt(text.replace(".", "") + "0".repeat(digits - fraction.length));
}

function decimalText(value: bigint, digits: number): string {
  const sign = value < 0n ? "-" : "";
  const text = String(value < 0n ? -value : value).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(text.length - digits)}`;
}
