import { MARKS, SCALAR_MARK } from "../yaml/yaml-document.ts";

/** What a text holds besides data: a comment, or, with an empty text, a blank line. */
export interface Idle {
  readonly at: number;
  readonly text: string;
  /** Where the comment starts in its line, from 0. */
  readonly column: number;
  /** Whether data stands before it on its line. */
  readonly isBehindData: boolean;
}

/** Takes the lexemes of `yaml` in their order, and keeps what its document does not have. */
export class IdleText {
  readonly idle: Idle[] = [];
  /** Where the dashes of list items stand. */
  readonly dashes: number[] = [];
  /** Where the document ends explicitly. */
  end = Number.POSITIVE_INFINITY;
  #lineStart = 0;
  #isLineUsed = false;
  #isScalarNext = false;

  /** Takes the next lexeme; `at` is where it starts. */
  readonly take = (lexeme: string, at: number): void => {
    const isScalar = this.#isScalarNext;
    this.#isScalarNext = lexeme === SCALAR_MARK;
    if (MARKS.has(lexeme)) return;
    if (isScalar) this.#takeScalar(lexeme, at);
    else if (lexeme === "\n") this.#endLine(at);
    else if (lexeme.startsWith("#")) this.#takeComment(lexeme.trimEnd(), at);
    else if (lexeme.trim() !== "") {
      this.#isLineUsed = true;
      if (lexeme === "-") this.dashes.push(at);
      if (lexeme === "...") this.end = Math.min(this.end, at);
    }
  };

  #takeComment(text: string, at: number): void {
    this.idle.push({ at, text, column: at - this.#lineStart, isBehindData: this.#isLineUsed });
    this.#isLineUsed = true;
  }

  // A block of text contains its last line break, and with `+` the blank lines below.
  #takeScalar(text: string, at: number): void {
    this.#isLineUsed = true;
    const lastBreak = text.lastIndexOf("\n");
    if (lastBreak < 0) return;
    this.#lineStart = at + lastBreak + 1;
    this.#isLineUsed = !text.endsWith("\n");
    if (/\n[ \t]*\n$/.test(text)) this.#endLine(at + text.length - 1);
  }

  #endLine(at: number): void {
    if (!this.#isLineUsed) this.idle.push({ at, text: "", column: 0, isBehindData: false });
    this.#isLineUsed = false;
    this.#lineStart = at + 1;
  }
}
