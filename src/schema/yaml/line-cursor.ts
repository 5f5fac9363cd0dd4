import type { Scalar } from "./tree.ts";
import { endOfLine, LONGEST_SCALAR } from "./tree.ts";

/** Where text without quotes is: in brackets, commas and brackets end it. */
type Place = "line" | "brackets";

const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const DASH = 45;

/** What separates and surrounds items in brackets. */
export const [COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [44, 91, 93, 123, 125];

/** `key:` before a blank or the line's end. YAML accepts no longer ones without a `?`. */
const KEY = /([A-Za-z][0-9A-Za-z_]{0,999}):(?=[ \r\n])/y;
/** An item that is one word alone on its line, as most cars are, from its dash on. */
const WORD_ITEM = /- ([0-9A-Za-z_]+)\n/y;
/** A quoted text of one line, without escapes. */
const QUOTED = /"[^"\\\n]*"|'(?:[^'\n]|''){0,65536}'/y;
/**
 * Text without quotes that starts with no character of another meaning. It ends, without the blanks there, at a comment and at
 * the colon of a key; inside of brackets at these and at commas, too.
 */
const PLAIN =
  /[0-9A-Za-z_+./(~\u00a1-\ufefe\uff00-\uffff](?:[^ \t\r\n:#]+|:(?![ \t\r\n]|$)|(?<![ \t])#|[ \t]+(?![ \t\r\n#]|$)){0,65536}/y;
const PLAIN_IN_BRACKETS =
  /[0-9A-Za-z_+./(~\u00a1-\ufefe\uff00-\uffff](?:[^ \t\r\n:#,[\]{}]+|:(?![ \t\r\n,[\]{}]|$)|(?<![ \t])#|[ \t]+(?![ \t\r\n#,[\]{}]|$)){0,65536}/y;

/** A key of a mapping, and where it is. */
export interface Key {
  readonly name: string;
  readonly at: number;
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

  /** Goes on to the next line, blank ones and comments left out, and gives the column of what is there; 0 at the end. */
  nextColumn(): number {
    this.skipIdleLines();
    return this.skipSpaces();
  }

  /** A key with its colon, up to the blank or the line's end behind it. */
  key(): Key | undefined {
    const { at } = this;
    const name = this.#match(KEY)?.[1];
    return name === undefined ? undefined : { name, at };
  }

  /** From the dash of an item, a short way to one word alone on its line. */
  wordItem(): Scalar | undefined {
    const at = this.at + 2;
    const text = this.#match(WORD_ITEM)?.[1];
    if (text === undefined || text.length > LONGEST_SCALAR) return undefined;
    return { kind: "scalar", text, at, end: at + text.length };
  }

  /** A word or a quoted text. Inside brackets, commas and brackets end a word. */
  scalar(place: Place): Scalar | undefined {
    const { at } = this;
    const quoted = this.#match(QUOTED)?.[0];
    const written = quoted ?? this.#match(place === "line" ? PLAIN : PLAIN_IN_BRACKETS)?.[0];
    if (written === undefined || written.length > LONGEST_SCALAR) return undefined;
    const inner = quoted === undefined ? written : written.slice(1, -1);
    const text = quoted?.startsWith("'") ? inner.replaceAll("''", "'") : inner;
    return { kind: "scalar", text, at, end: this.at };
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }
}
