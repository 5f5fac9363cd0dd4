import { withCommas } from "../../allowlist/index.ts";

// JSON.parse rounds int64 ids above 2^53 and turns 12.50 into 12.5, so in documents with ids or amounts every number that it
// would write otherwise is wrapped as { $number: its source text }.

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const MINUS = 45;
const SPACE = 32;
const POINT = 46;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const NUMBER = /-?[0-9][0-9.eE+-]*/y;
const STRICT_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** Of so few digits, and so few of them behind the point, a number is exact. */
const FEW_DIGITS = { all: 15, fraction: 6 } as const;

/**
 * Parses JSON so that `exactTextOf` gives the source text of each of its numbers. Throws a SyntaxError where JSON.parse does: a
 * wrapped number may be where the number may, and nowhere else. Throws a `TooMuchJson`, too.
 */
export function parseExactJson(text: string): unknown {
  // Each value needs a character, and one that tells it from the next; levels are counted where numbers are wrapped.
  if (text.length >= 2 * MOST_VALUES) requireBounds(text);
  return JSON.parse(withNumbersWrapped(text));
}

function withNumbersWrapped(text: string): string {
  let wrapped = "";
  let done = 0;
  let levels = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      const end = endOfExact(text, at);
      if (end > at) {
        at = end;
        continue;
      }
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? "-";
      if (isAltered(number)) {
        wrapped += `${text.slice(done, at)}{"$number":"${number}"}`;
        done = at + number.length;
      }
      at += number.length;
    } else {
      levels += levelOf(code);
      if (levels > MOST_LEVELS) throw new TooMuchJson(TOO_DEEP);
      at += 1;
    }
  }
  return done === 0 ? text : wrapped + text.slice(done);
}

/** The place behind a positive number that JSON.parse surely writes alike: `12`, `12.5`; else the place itself. */
function endOfExact(text: string, from: number): number {
  let at = endOfDigits(text, from);
  if (text.charCodeAt(from) === DIGIT_0 && at > from + 1) return from;
  let code = text.charCodeAt(at);
  if (code === POINT) {
    const point = at;
    at = endOfDigits(text, point + 1);
    if (text.charCodeAt(at - 1) === DIGIT_0 || at - point - 1 > FEW_DIGITS.fraction) return from;
    code = text.charCodeAt(at);
  }
  const isOver = code <= SPACE || code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET;
  return isOver && at - from <= FEW_DIGITS.all ? at : from;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= DIGIT_0 && code <= DIGIT_9; code = text.charCodeAt(at)) at += 1;
  return at;
}

// JSON.parse refuses whatever is not a number.
function isAltered(number: string): boolean {
  return String(Number(number)) !== number && STRICT_NUMBER.test(number);
}

/** The place behind the string that begins there. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The source text of a number in a document that `parseExactJson` has read; undefined for anything else. */
export function exactTextOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
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

/** Far beyond what the interface has, and far below where parsing takes a hundred times the memory of the text. */
const MOST_LEVELS = 64;

/** A thousand for each row of the largest page; as objects they take some 60 MB. */
const MOST_VALUES = 1_000_000;

const TOO_DEEP = `has more than ${MOST_LEVELS} levels`;

/** Thrown for a text that, if it is JSON, is made into more than it may; its message follows the name of the text. */
export class TooMuchJson extends Error {}

/** As JSON.parse. Throws a `TooMuchJson`, too. */
export function parsePlainJson(text: string): unknown {
  requireBounds(text);
  return JSON.parse(text);
}

function requireBounds(text: string): void {
  let values = 0;
  let levels = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const step = levelOf(code);
    levels += step;
    if (levels > MOST_LEVELS) throw new TooMuchJson(TOO_DEEP);
    if (step > 0 || code === COMMA) values += 1;
    if (values > MOST_VALUES) throw new TooMuchJson(`has more than ${withCommas(MOST_VALUES)} values`);
    at = code === QUOTE ? endOfString(text, at) : at + 1;
  }
}

function levelOf(code: number): number {
  if (code === OPENING_BRACE || code === OPENING_BRACKET) return 1;
  return code === CLOSING_BRACE || code === CLOSING_BRACKET ? -1 : 0;
}

/** How much of an array is parsed at once, in characters, but for an element that is longer. */
const PART_LENGTH = 1024 * 1024;

/** The elements of an array of any length, part by part. Throws as `parse` does, perhaps after parts were given. */
export function* arrayParts(
  text: string,
  parse: (text: string) => unknown,
): Generator<readonly unknown[], void, undefined> {
  const start = text.indexOf("[") + 1;
  let from = start;
  let levels = 0;
  for (let at = start; at < text.length && levels >= 0; ) {
    const code = text.charCodeAt(at);
    if (levels === 0 && code === COMMA && at - from >= PART_LENGTH) {
      yield elementsOf(parse(`[${text.slice(from, at)}]`), true);
      from = at + 1;
    }
    levels += levelOf(code);
    at = code === QUOTE ? endOfString(text, at) : at + 1;
  }
  // With the end of the array and whatever follows it, which must be nothing.
  const isPart = from > start;
  yield elementsOf(parse(isPart ? `[${text.slice(from)}` : text), isPart);
}

// A comma is between two elements.
function elementsOf(part: unknown, isPart: boolean): readonly unknown[] {
  if (!Array.isArray(part) || (isPart && part.length === 0)) throw new SyntaxError("an element is missing");
  return part;
}
