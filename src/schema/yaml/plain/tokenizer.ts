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

/** Where a quoted text of one line without escapes ends, behind its closing quote; undefined for any other. */
export function endOfQuoted(text: string, from: number): number | undefined {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote !== SINGLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    } else if (code === LINE_FEED || (code === BACKSLASH && quote !== SINGLE_QUOTE)) return undefined;
  }
  return undefined;
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
