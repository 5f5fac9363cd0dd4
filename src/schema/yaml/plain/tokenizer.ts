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

/** What a letter behind a backslash in double quotes stands for, by its code; for characters by number see `DIGITS`. */
const ESCAPES: readonly (string | undefined)[] = byCode({
  ...{ "0": "\0", a: "\x07", b: "\b", t: "\t", "\t": "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b" },
  ...{ " ": " ", '"': '"', "/": "/", "\\": "\\", N: "\u0085", _: "\u00a0", L: "\u2028", P: "\u2029" },
});
/** How many hexadecimal digits follow a letter. */
const DIGITS: readonly (number | undefined)[] = byCode({ x: 2, u: 4, U: 8 });
const HEXADECIMAL: readonly (number | undefined)[] = byCode(
  Object.fromEntries([..."0123456789abcdefABCDEF"].map((digit) => [digit, Number.parseInt(digit, 16)])),
);
const LARGEST_CODE_POINT = 0x10ffff;

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

/** Where a quoted text ends, behind its closing quote; undefined when it has none on its line. */
export function endOfQuoted(text: string, from: number): number | undefined {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && quote !== SINGLE_QUOTE) at += 1;
    else if (code === quote) {
      if (quote !== SINGLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    } else if (code === LINE_FEED) return undefined;
  }
  return undefined;
}

/** What a quoted text of one line says; undefined for escapes that YAML does not have. */
export function unquote(quoted: string): string | undefined {
  const raw = quoted.slice(1, -1);
  if (quoted.charCodeAt(0) === SINGLE_QUOTE) return raw.replaceAll("''", "'");
  return raw.includes("\\") ? withoutEscapes(raw) : raw;
}

/** Where the escape that begins with this backslash ends; undefined for one that YAML does not have. */
function endOfEscape(text: string, at: number): number | undefined {
  const letter = text.charCodeAt(at + 1);
  const digits = DIGITS[letter];
  if (digits === undefined) return ESCAPES[letter] === undefined ? undefined : at + 2;
  return numberIn(text, at + 2, digits) <= LARGEST_CODE_POINT ? at + 2 + digits : undefined;
}

function withoutEscapes(raw: string): string | undefined {
  let text = "";
  let from = 0;
  for (let at = raw.indexOf("\\"); at >= 0; at = raw.indexOf("\\", from)) {
    const end = endOfEscape(raw, at);
    if (end === undefined) return undefined;
    const character = ESCAPES[raw.charCodeAt(at + 1)] ?? String.fromCodePoint(numberIn(raw, at + 2, end - at - 2));
    text += raw.slice(from, at) + character;
    from = end;
  }
  return text + raw.slice(from);
}

/** A number of so many hexadecimal digits; NaN where one is none. */
function numberIn(text: string, from: number, digits: number): number {
  let code = 0;
  for (let at = from; at < from + digits; at += 1) code = code * 16 + (HEXADECIMAL[text.charCodeAt(at)] ?? Number.NaN);
  return code;
}

function byCode<T>(byCharacter: Readonly<Record<string, T>>): (T | undefined)[] {
  return Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return Object.hasOwn(byCharacter, character) ? byCharacter[character] : undefined;
  });
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
