import type { List, Scalar } from "../tree.ts";

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The first character that may be the start of a word although it is not ASCII: the one after the no-break space. */
const FIRST_WIDE = 0xa1;
const BYTE_ORDER_MARK = 0xfeff;

/** YAML accepts no longer ones without a `?`. */
const LONGEST_KEY = 1000;

const WORD_START = /[0-9A-Za-z_+./(~]/;
const STARTS_WORD = Array.from({ length: 128 }, (_, code) => WORD_START.test(String.fromCharCode(code)));
const STARTS_KEY = Array.from({ length: 128 }, (_, code) => /[A-Za-z]/.test(String.fromCharCode(code)));
const CONTINUES_KEY = Array.from({ length: 128 }, (_, code) => /[0-9A-Za-z_]/.test(String.fromCharCode(code)));

/** Items of a list within a car; a longer list is for `yaml`, which is given a limited number of words. */
export const MOST_ITEMS = 1000;

/** A key of a mapping, and where it stands. */
export interface Key {
  readonly name: string;
  readonly at: number;
}

/**
 * Reads the plain half of YAML from one place of a text to the next: words and quoted texts of one line, `key:`, and
 * bracketed lists of words. A method that meets anything else gives undefined (or false), and the place is then of no
 * more use: `yaml` must read it.
 */
export class LineCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
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
      const end = this.text.indexOf("\n", this.at);
      this.at = end < 0 ? this.text.length : end;
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

  /** A key with its colon, up to the blank or the line's end behind it. */
  key(): Key | undefined {
    const { at } = this;
    if (!STARTS_KEY[this.code]) return undefined;
    while (CONTINUES_KEY[this.code]) this.at += 1;
    const name = this.text.slice(at, this.at);
    if (name.length > LONGEST_KEY || !this.skip(COLON)) return undefined;
    return this.code === SPACE || this.code === LINE_FEED || this.code === RETURN ? { name, at } : undefined;
  }

  /** A word or a quoted text. Inside brackets, commas and brackets end a word. */
  scalar(place: "line" | "brackets"): Scalar | undefined {
    if (this.code === DOUBLE_QUOTE || this.code === SINGLE_QUOTE) return this.#quoted(this.code);
    const from = this.at;
    const first = this.code;
    if (!(first < 128 ? STARTS_WORD[first] : first >= FIRST_WIDE && first !== BYTE_ORDER_MARK)) return undefined;
    const end = place === "line" ? this.#wordOfLine() : this.#wordInBrackets();
    return end === undefined ? undefined : { kind: "scalar", text: this.text.slice(from, end), at: from };
  }

  /** `[A, "B"]`, all of it on one line. */
  list(): List | undefined {
    const at = this.at;
    if (!this.skip(OPEN_BRACKET)) return undefined;
    const items: Scalar[] = [];
    this.skipSpaces();
    while (!this.skip(CLOSE_BRACKET)) {
      if (items.length === MOST_ITEMS) return undefined;
      if (items.length > 0) {
        if (!this.skip(COMMA)) return undefined;
        this.skipSpaces();
      }
      const item = this.scalar("brackets");
      if (!item) return undefined;
      items.push(item);
      this.skipSpaces();
    }
    return { kind: "list", items, at };
  }

  #quoted(quote: number): Scalar | undefined {
    const at = this.at;
    for (this.at += 1; this.code !== quote; this.at += 1) {
      if (!(this.code >= SPACE) || this.code === BACKSLASH) return undefined;
    }
    this.at += 1;
    return this.code === quote ? undefined : { kind: "scalar", text: this.text.slice(at + 1, this.at - 1), at };
  }

  /** The end of a word that may go on to the end of its line. */
  #wordOfLine(): number | undefined {
    let end = this.at;
    for (; this.at < this.text.length; this.at += 1) {
      const { code } = this;
      if (code === LINE_FEED || code === RETURN) break;
      if (code === TAB || (code === COLON && !(this.text.charCodeAt(this.at + 1) > SPACE))) return undefined;
      if (code === HASH && end < this.at) break;
      if (code !== SPACE) end = this.at + 1;
    }
    this.at = end;
    return end;
  }

  #wordInBrackets(): number | undefined {
    let end = this.at;
    for (; this.at < this.text.length; this.at += 1) {
      const { code } = this;
      if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE) {
        this.at = end;
        return end;
      }
      if (code < SPACE || code === COLON || code === HASH || code === OPEN_BRACKET || code === OPEN_BRACE)
        return undefined;
      if (code !== SPACE) end = this.at + 1;
    }
    return undefined;
  }
}
