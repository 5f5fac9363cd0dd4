import { CST } from "yaml";
import { CommentAttacher } from "./comment-attacher.ts";
import type { BlockText, NoteLine } from "./cst.ts";

/** Where a text without quotes ends: before a comment, behind a key, at a bracket or comma inside brackets, with the line. */
const END_IN_BLOCK = /(?<=[ \t])#|:(?=[ \t\n]|$)|$/gm;
const END_IN_BRACKETS = /(?<=[ \t])#|:(?=[ \t\n,[\]{}]|$)|[,[\]{}]|$/gm;
const SINGLE_QUOTED = /'[^']*(?:''[^']*)*'/y;
const DOUBLE_QUOTED = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const BLOCK_HEADER = /[|>][-+0-9]*/y;
const MARKER = /(?:---|\.\.\.)(?=\s|$)/y;

/** Goes through the text of a valid fleet file, piece by piece, and hands comments and blank lines to `notes`. */
export class TextScanner {
  readonly notes = new CommentAttacher();
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
    this.notes.use();
  }

  /** Passes blanks on this line. */
  skipBlanks(): void {
    while (this.next === " " || this.next === "\t") this.#at += 1;
  }

  /** Passes blanks, line breaks, comments and document markers. */
  skip(overflow?: NoteLine[]): void {
    for (;;) {
      const { next } = this;
      if (next === "\n") {
        this.notes.endLine();
        this.#startLine(this.#at + 1);
      } else if (next === " " || next === "\t") this.#at += 1;
      else if (next === "#") this.#skipComment(overflow);
      else if (this.column > 0 || !this.#skipMarker()) return;
    }
  }

  /** Reads text on one line, or in quotes. */
  readText(isInBrackets: boolean): string {
    this.notes.use();
    if (this.next === "'") return this.#readQuoted("single-quoted-scalar", SINGLE_QUOTED);
    if (this.next === '"') return this.#readQuoted("double-quoted-scalar", DOUBLE_QUOTED);
    const pattern = isInBrackets ? END_IN_BRACKETS : END_IN_BLOCK;
    pattern.lastIndex = this.#at;
    const end = pattern.exec(this.#text)?.index ?? this.#text.length;
    const text = this.#text.slice(this.#at, end).trimEnd();
    if (text === "") throw new TypeError(`nothing to read at ${this.#at}`);
    this.#at += text.length;
    return text;
  }

  /** Reads text below its key; `column` is that of the key. */
  readBlockText(column: number): BlockText {
    const header = this.#match(BLOCK_HEADER);
    this.notes.use();
    this.skipBlanks();
    if (this.next === "#") this.#skipComment();
    this.notes.endLine();
    this.#startLine(this.#at + 1);
    const depth = /[1-9]/.exec(header)?.[0];
    let indent = depth === undefined ? undefined : column + Number(depth);
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#text.slice(this.#at, this.#endOfLine());
      const start = line.search(/[^ ]/);
      if (start >= 0) indent ??= start;
      if (start >= 0 && start < (indent ?? 0)) break;
      lines.push(line.slice(indent));
      this.#startLine(this.#at + line.length + 1);
    }
    const last = lines.findLastIndex((line) => line !== "");
    for (let at = last + 1; at < lines.length; at += 1) this.notes.blankLine();
    return { kind: "block-text", header, lines: lines.slice(0, last + 1) };
  }

  #startLine(offset: number): void {
    this.#at = offset;
    this.#lineStart = offset;
  }

  #endOfLine(): number {
    const end = this.#text.indexOf("\n", this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #skipComment(overflow?: NoteLine[]): void {
    const end = this.#endOfLine();
    this.notes.comment(this.#text.slice(this.#at, end).trimEnd(), this.column, overflow);
    this.#at = end;
  }

  #skipMarker(): boolean {
    MARKER.lastIndex = this.#at;
    const marker = MARKER.exec(this.#text)?.[0];
    if (marker === undefined) return false;
    if (marker === "...") this.notes.endDocument();
    this.#at += marker.length;
    this.notes.use();
    return true;
  }

  #readQuoted(type: "single-quoted-scalar" | "double-quoted-scalar", pattern: RegExp): string {
    const { column: indent } = this;
    const offset = this.#at;
    const source = this.#match(pattern);
    const lastBreak = source.lastIndexOf("\n");
    if (lastBreak >= 0) this.#lineStart = offset + lastBreak + 1;
    return CST.resolveAsScalar({ type, offset, indent, source }, false).value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const source = pattern.exec(this.#text)?.[0];
    if (source === undefined) throw new TypeError(`nothing to read at ${this.#at}`);
    this.#at += source.length;
    return source;
  }
}
