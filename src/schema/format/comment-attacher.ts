import type { CommentLine, Entry } from "./cst.ts";

/** A block that closed since the last entry began; comments as deep as its entries still belong to it. */
interface ClosedBlock {
  readonly column: number;
  readonly after: CommentLine[];
}

/**
 * Hands comments and blank lines, in the order of the text, to the entries that they belong to: a comment behind
 * data to the entry on its line; a comment on a line of its own to the entry that follows, or, when it stands deeper,
 * to the end of the list or mapping at its depth.
 */
export class CommentAttacher {
  #head: readonly CommentLine[] | undefined;
  /** Lines that no entry has been given yet. */
  #waiting: CommentLine[] = [];
  /** Innermost first. */
  #closed: ClosedBlock[] = [];
  /** The entry that a comment on this line belongs to. */
  #current: Entry | undefined;
  #isLineUsed = false;

  /** The comments before the first entry; of several groups, all but the last one, which belongs to that entry. */
  get head(): readonly CommentLine[] {
    return this.#head ?? [];
  }

  /** The line ends. */
  endLine(): void {
    if (!this.#isLineUsed) this.blankLine();
    this.#isLineUsed = false;
  }

  /** A blank line. */
  blankLine(): void {
    this.#waiting.push({ text: "", column: 0 });
  }

  /** The line carries data. */
  use(): void {
    this.#isLineUsed = true;
  }

  /** A comment. A second one behind the same entry goes to `overflow`. */
  comment(text: string, column: number, overflow: CommentLine[] = this.#waiting): void {
    const isBehindData = this.#isLineUsed && this.#current !== undefined;
    this.#isLineUsed = true;
    if (!isBehindData) this.#waiting.push({ text, column });
    else if (this.#current && this.#current.comment === undefined) this.#current.comment = text;
    else overflow.push({ text, column });
  }

  /** An entry begins: it is given the lines that wait, but for those of blocks that ended above it. */
  begin(entry: Entry, column: number): void {
    if (this.#head === undefined) this.#splitHead();
    this.#deal(column, entry.before);
    this.#current = entry;
  }

  /** The entry that a comment on this line would belong to. */
  get current(): Entry | undefined {
    return this.#current;
  }

  /** The value of the present entry begins, and is not a block: lines that wait stand between its key and its value. */
  beginValue(): void {
    if (!this.#current || this.#waiting.length === 0) return;
    for (const line of this.#waiting.splice(0)) if (line.text !== "") this.#current.before.push(line);
  }

  /** A block whose entries start in this column has ended. */
  endBlock(column: number, after: CommentLine[]): void {
    this.#closed.push({ column, after });
  }

  /** Brackets close: what waits is inside, and a comment behind them belongs to `owner`. */
  endBrackets(owner: Entry | undefined, after: CommentLine[]): void {
    for (const line of this.#waiting.splice(0)) after.push(line);
    this.#current = owner;
  }

  /** The document has ended: later comments belong to no entry. */
  endDocument(): void {
    this.#current = undefined;
    this.#isLineUsed = true;
  }

  /** The text has ended: what belongs to no block belongs to the root. */
  end(root: CommentLine[]): void {
    this.#deal(-1, root);
  }

  #splitHead(): void {
    const lastBlank = this.#waiting.findLastIndex(({ text }) => text === "");
    this.#head = this.#waiting.splice(0, lastBlank < 0 ? this.#waiting.length : lastBlank + 1);
  }

  // Once a comment belongs to an outer block, the lines below it do too. Blank lines go with the comment that follows.
  #deal(column: number, nextEntry: CommentLine[]): void {
    let depth = 0;
    let blankLine: CommentLine | undefined;
    for (const line of this.#waiting.splice(0)) {
      if (line.text === "") {
        blankLine = line;
        continue;
      }
      const owner = this.#closed.findIndex(
        (block, at) => at >= depth && block.column > column && block.column <= line.column,
      );
      depth = owner < 0 ? this.#closed.length : owner;
      const comments = this.#closed[depth]?.after ?? nextEntry;
      if (blankLine) comments.push(blankLine);
      comments.push(line);
      blankLine = undefined;
    }
    if (blankLine) nextEntry.push(blankLine);
    this.#closed = [];
  }
}
