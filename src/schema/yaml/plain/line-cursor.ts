import type { Scalar } from "../tree.ts";
import { endOfLine, nextLine } from "../tree.ts";
import { LONGEST_SCALAR } from "../yaml-document.ts";

/** Where text without quotes stands: in brackets, commas and brackets end it. */
type Place = "line" | "brackets";

const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;

/** What separates and surrounds items in brackets. */
export const [COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [44, 91, 93, 123, 125];

/** The first character that may be the start of a word although it is not ASCII: the one after the no-break space. */
const FIRST_WIDE = 0xa1;
const BYTE_ORDER_MARK = 0xfeff;

/** YAML accepts no longer ones without a `?`. */
const LONGEST_KEY = 1000;

const WORD_START = /[0-9A-Za-z_+./(~]/;
const STARTS_WORD = Array.from({ length: 128 }, (_, code) => WORD_START.test(String.fromCharCode(code)));
const STARTS_KEY = Array.from({ length: 128 }, (_, code) => /[A-Za-z]/.test(String.fromCharCode(code)));
const CONTINUES_KEY = Array.from({ length: 128 }, (_, code) => /[0-9A-Za-z_]/.test(String.fromCharCode(code)));

/** What a character may mean inside text without quotes. */
const ORDINARY = 0;
const BLANK = 1;
const MARK = 2;
const BRACKET = 3;
const MEANINGS = meanings();

/** A key of a mapping, and where it stands. */
export interface Key {
  readonly name: string;
  readonly at: number;
}

/** Whether text without quotes may start with this character, which has no other meaning then. */
function startsWord(code: number): boolean {
  return code < STARTS_WORD.length ? STARTS_WORD[code] === true : code >= FIRST_WIDE && code !== BYTE_ORDER_MARK;
}

/**
 * Reads the plain half of YAML from one place of a text to the next: words and quoted texts of one line, and `key:`. A
 * method that meets anything else gives undefined (or false), and the place is then of no more use: `yaml` must read it.
 */
export class LineCursor {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The character here; NaN at the end. */
  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  /** Passes blanks and gives their number. */
  skipSpaces(): number {
    const from = this.at;
    while (this.code === SPACE) this.at += 1;
    return this.at - from;
  }

  /** Whether a list item starts here. */
  get isAtDash(): boolean {
    return this.code === DASH && this.text.charCodeAt(this.at + 1) === SPACE;
  }

  /** Passes a character when it is here. */
  skip(code: number): boolean {
    if (this.code !== code) return false;
    this.at += 1;
    return true;
  }

  /** Passes blanks, a comment and the line's end; false when something else is here. */
  endLine(): boolean {
    const spaces = this.skipSpaces();
    if (this.code === HASH && (spaces > 0 || this.at === 0 || this.text.charCodeAt(this.at - 1) === LINE_FEED)) {
      this.at = endOfLine(this.text, this.at);
    }
    if (this.code === RETURN) this.at += 1;
    if (this.at >= this.text.length) return true;
    return this.skip(LINE_FEED);
  }

  /** Passes whole lines that are blank or hold a comment alone. */
  skipIdleLines(): void {
    while (this.at < this.text.length) {
      const from = this.at;
      if (this.endLine()) continue;
      this.at = from;
      return;
    }
  }

  /** Goes on to the next line, blank ones and comments left out, and gives the column of what stands there; 0 at the end. */
  nextColumn(): number {
    this.skipIdleLines();
    return this.skipSpaces();
  }

  /** Goes on behind the line's end, whatever the line holds. */
  skipLine(): void {
    this.at = nextLine(this.text, this.at);
  }

  /** A key with its colon, up to the blank or the line's end behind it. */
  key(): Key | undefined {
    const { at } = this;
    if (!STARTS_KEY[this.code]) return undefined;
    while (CONTINUES_KEY[this.code]) this.at += 1;
    const end = this.at;
    if (end - at > LONGEST_KEY || !this.skip(COLON)) return undefined;
    const isKey = this.code === SPACE || this.code === LINE_FEED || this.code === RETURN;
    return isKey ? { name: this.text.slice(at, end), at } : undefined;
  }

  /** From the dash of an item, a short way to what most cars are: one word alone on its line. */
  wordItem(): Scalar | undefined {
    const { text } = this;
    const at = this.at + 2;
    let end = at;
    while (CONTINUES_KEY[text.charCodeAt(end)]) end += 1;
    if (end === at || end - at > LONGEST_SCALAR || text.charCodeAt(end) !== LINE_FEED) return undefined;
    this.at = end + 1;
    return { kind: "scalar", text: text.slice(at, end), at, end };
  }

  /** A word or a quoted text. Inside brackets, commas and brackets end a word. */
  scalar(place: Place): Scalar | undefined {
    const { text, at, code } = this;
    const isQuoted = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    if (!isQuoted && !startsWord(code)) return undefined;
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, place);
    if (end === undefined || end - at > LONGEST_SCALAR) return undefined;
    this.at = end;
    const written = text.slice(at, end);
    const said = code === SINGLE_QUOTE ? written.slice(1, -1).replaceAll("''", "'") : written;
    return { kind: "scalar", text: code === DOUBLE_QUOTE ? written.slice(1, -1) : said, at, end };
  }
}

/** Where text without quotes ends on its line, the blanks behind it left out: at a comment, at the colon of a key, at a bracket inside brackets. */
function endOfPlain(text: string, from: number, place: Place): number {
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
function endOfQuoted(text: string, from: number): number | undefined {
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
