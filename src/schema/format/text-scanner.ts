import { CST } from "yaml";
import { endOfLine, endOfPlain, endOfQuoted, type Place, unquote } from "../yaml/tokenizer.ts";
import { CommentAttacher } from "./comment-attacher.ts";
import type { BlockText, CommentLine } from "./cst.ts";

const BLOCK_HEADER = /[|>][-+0-9]*/y;
const MARKER = /(?:---|\.\.\.)(?=\s|$)/y;

/** Goes through the text of a valid fleet file, piece by piece, and hands comments and blank lines to `comments`. */
export class TextScanner {
  readonly comments = new CommentAttacher();
  readonly #text: string;
  #at = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character, or an empty text at the end. */
  get next(): string {
    return this.#text.charAt(this.#at);
  }

  get column(): number {
    return this.#at - this.#lineStart;
  }

  get lineStart(): number {
    return this.#lineStart;
  }

  /** Whether the next character is this indicator, with a blank or the end of the line behind it. */
  isIndicator(character: string): boolean {
    return this.next === character && /^\s?$/.test(this.#text.charAt(this.#at + 1));
  }

  /** Passes an indicator. */
  pass(): void {
    this.#at += 1;
    this.comments.use();
  }

  /** Passes blanks on this line. */
  skipBlanks(): void {
    while (this.next === " " || this.next === "\t") this.#at += 1;
  }

  /** Passes blanks, line breaks, comments and document markers. */
  skip(overflow?: CommentLine[]): void {
    for (;;) {
      const { next } = this;
      if (next === "\n") {
        this.comments.endLine();
        this.#startLine(this.#at + 1);
      } else if (next === " " || next === "\t") this.#at += 1;
      else if (next === "#") this.#skipComment(overflow);
      else if (this.column > 0 || !this.#skipMarker()) return;
    }
  }

  /** Reads text on one line, or in quotes. */
  readText(place: Place): string {
    this.comments.use();
    if (this.next === "'" || this.next === '"') return this.#readQuoted();
    const text = this.#text.slice(this.#at, endOfPlain(this.#text, this.#at, place));
    if (text === "") throw new TypeError(`nothing to read at ${this.#at}`);
    this.#at += text.length;
    return text;
  }

  /** Reads text below its key; `column` is that of the key. */
  readBlockText(column: number): BlockText {
    const header = this.#match(BLOCK_HEADER);
    this.comments.use();
    this.skipBlanks();
    if (this.next === "#") this.#skipComment();
    this.comments.endLine();
    this.#startLine(this.#at + 1);
    const depth = /[1-9]/.exec(header)?.[0];
    let indent = depth === undefined ? undefined : column + Number(depth);
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#text.slice(this.#at, endOfLine(this.#text, this.#at));
      const start = line.search(/[^ ]/);
      if (start >= 0) indent ??= start;
      if (start >= 0 && start < (indent ?? 0)) break;
      lines.push(line.slice(indent));
      this.#startLine(this.#at + line.length + 1);
    }
    const last = lines.findLastIndex((line) => line !== "");
    for (let at = last + 1; at < lines.length; at += 1) this.comments.blankLine();
    return { kind: "block-text", header, lines: lines.slice(0, last + 1) };
  }

  #startLine(offset: number): void {
    this.#at = offset;
    this.#lineStart = offset;
  }

  #skipComment(overflow?: CommentLine[]): void {
    const end = endOfLine(this.#text, this.#at);
    this.comments.comment(this.#text.slice(this.#at, end).trimEnd(), this.column, overflow);
    this.#at = end;
  }

  #skipMarker(): boolean {
    MARKER.lastIndex = this.#at;
    const marker = MARKER.exec(this.#text)?.[0];
    if (marker === undefined) return false;
    if (marker === "...") this.comments.endDocument();
    this.#at += marker.length;
    this.comments.use();
    return true;
  }

  #readQuoted(): string {
    const { column: indent } = this;
    const offset = this.#at;
    const end = endOfQuoted(this.#text, offset, "lines");
    if (end === undefined) throw new TypeError(`nothing to read at ${offset}`);
    const source = this.#text.slice(offset, end);
    this.#at = end;
    const lastBreak = source.lastIndexOf("\n");
    if (lastBreak >= 0) this.#lineStart = offset + lastBreak + 1;
    const type = source.startsWith("'") ? "single-quoted-scalar" : "double-quoted-scalar";
    return unquote(source) ?? CST.resolveAsScalar({ type, offset, indent, source }, false).value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const source = pattern.exec(this.#text)?.[0];
    if (source === undefined) throw new TypeError(`nothing to read at ${this.#at}`);
    this.#at += source.length;
    return source;
  }
}
