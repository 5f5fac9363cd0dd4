// JSON.parse rounds int64 ids above 2^53 and turns 12.50 into 12.5, so documents with ids or amounts are read with every
// number wrapped as { $number: its source text }.

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON with every number kept as its source text, for `exactTextOf` to take out. Throws a SyntaxError where JSON.parse does. */
export function parseExactJson(text: string): unknown {
  // First as it stands: wrapping could make a document of what is none, and assumes that every string ends.
  JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `{"$number":"${token}"}`)),
  );
}

/** The source text of a wrapped number; undefined for anything else. */
export function exactTextOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("$number" in value)) return undefined;
  return typeof value.$number === "string" ? value.$number : undefined;
}

const LARGEST_EXPONENT = 40;

/** Writes a JSON number without exponent, digit for digit (`1.50E+1` is `15.0`); undefined when it is not an amount. */
export function plainDecimal(source: string): string | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > LARGEST_EXPONENT) return undefined;
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const before =
    point > 0
      ? digits
          .slice(0, point)
          .padEnd(point, "0")
          .replace(/^0+(?=\d)/, "")
      : "0";
  const after = point > 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  return `${sign}${before}${after === "" ? "" : `.${after}`}`;
}
