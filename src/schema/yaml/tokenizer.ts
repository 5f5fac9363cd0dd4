// Where the pieces of YAML end: one answer for the fast reader and for `fmt`.

/** Where text without quotes stands: in brackets, commas and brackets end it. */
export type Place = "line" | "brackets";

const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const SINGLE_QUOTE = 39;
const COLON = 58;
const BACKSLASH = 92;

/** What a character may mean inside text without quotes. */
const ORDINARY = 0;
const BLANK = 1;
const MARK = 2;
const BRACKET = 3;
const MEANINGS = meanings();

/** What stands behind a backslash in double quotes, but for characters by number. */
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ "0": "\0", a: "\x07", b: "\b", t: "\t", "\t": "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b" },
    ...{ " ": " ", '"': '"', "/": "/", "\\": "\\", N: "\u0085", _: "\u00a0", L: "\u2028", P: "\u2029" },
  }),
);
const NUMBER_LENGTHS: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));
const HEXADECIMAL: ReadonlyMap<string, number> = new Map(
  [..."0123456789abcdefABCDEF"].map((digit) => [digit, Number.parseInt(digit, 16)]),
);
const LARGEST_CODE_POINT = 0x10ffff;

/** Where a line ends: its line feed, or the end of the text. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Where text without quotes ends on its line, the blanks behind it left out: at a comment, at the colon of a key, at a bracket inside brackets. */
export function endOfPlain(text: string, from: number, place: Place): number {
  let end = from;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const meaning = code < MEANINGS.length ? MEANINGS[code] : ORDINARY;
    if (meaning === ORDINARY || (meaning === BRACKET && place === "line")) end = at + 1;
    else if (meaning === MARK) {
      if (code === HASH && end < at) break;
      if (code === COLON && isEndOfKey(text.charCodeAt(at + 1), place)) break;
      end = at + 1;
    } else if (meaning === BRACKET || code === LINE_FEED || code === RETURN) break;
  }
  return end;
}

/** Where a quoted text ends, behind its closing quote; undefined when it has none, or none on its line. */
export function endOfQuoted(text: string, from: number, span: "line" | "lines"): number | undefined {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && quote !== SINGLE_QUOTE) at += 1;
    else if (code === quote) {
      if (quote !== SINGLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    } else if (code === LINE_FEED && span === "line") return undefined;
  }
  return undefined;
}

/** What a quoted text of one line says; undefined for several lines and for escapes that YAML does not have. */
export function unquote(quoted: string): string | undefined {
  const raw = quoted.slice(1, -1);
  if (raw.includes("\n")) return undefined;
  if (quoted.charCodeAt(0) === SINGLE_QUOTE) return raw.replaceAll("''", "'");
  return raw.includes("\\") ? withoutEscapes(raw) : raw;
}

function withoutEscapes(raw: string): string | undefined {
  let text = "";
  let from = 0;
  for (let at = raw.indexOf("\\"); at >= 0; at = raw.indexOf("\\", from)) {
    const letter = raw.charAt(at + 1);
    const length = NUMBER_LENGTHS.get(letter) ?? 0;
    const character = length > 0 ? characterOf(raw.slice(at + 2, at + 2 + length), length) : ESCAPES.get(letter);
    if (character === undefined) return undefined;
    text += raw.slice(from, at) + character;
    from = at + 2 + length;
  }
  return text + raw.slice(from);
}

function characterOf(digits: string, length: number): string | undefined {
  let code = digits.length === length ? 0 : Number.NaN;
  for (let at = 0; at < digits.length; at += 1) code = code * 16 + (HEXADECIMAL.get(digits.charAt(at)) ?? Number.NaN);
  return code <= LARGEST_CODE_POINT ? String.fromCodePoint(code) : undefined;
}

function isEndOfKey(next: number, place: Place): boolean {
  const meaning = MEANINGS[next];
  // NaN stands for the end of the text.
  return Number.isNaN(next) || meaning === BLANK || (meaning === BRACKET && place === "brackets");
}

function meanings(): Uint8Array {
  const table = new Uint8Array(128);
  for (const code of [9, LINE_FEED, RETURN, SPACE]) table[code] = BLANK;
  for (const code of [HASH, COLON]) table[code] = MARK;
  for (const bracket of "[]{},") table[bracket.charCodeAt(0)] = BRACKET;
  return table;
}
