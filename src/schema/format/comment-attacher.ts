import type { Entry, NoteLine } from "./cst.ts";

/** A block that ended since the last entry began; comments as deep as its entries still belong to it. */
interface Ended {
  readonly column: number;
  readonly after: NoteLine[];
}

/**
 * Hands comments and blank lines, in the order of the text, to the entries that they belong to: a comment behind
 * data to the entry on its line; a comment on a line of its own to the entry that follows, or, when it stands deeper,
 * to the end of the list or mapping at its depth.
 */
export class CommentAttacher {
  #head: readonly NoteLine[] | undefined;
  /** Lines that no entry has been given yet. */
  #waiting: NoteLine[] = [];
  /** Innermost first. */
  #ended: Ended[] = [];
  /** The entry that a comment on this line belongs to. */
  #current: Entry | undefined;
  #isLineUsed = false;

  /** The comments before the first entry; of several groups, all but the last one, which belongs to that entry. */
  get head(): readonly NoteLine[] {
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
  comment(text: string, column: number, overflow: NoteLine[] = this.#waiting): void {
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

  /** The value of the present entry begins, and is no block: lines that wait stand between its key and its value. */
  beginValue(): void {
    if (!this.#current || this.#waiting.length === 0) return;
    for (const note of this.#waiting.splice(0)) if (note.text !== "") this.#current.before.push(note);
  }

  /** A block whose entries start in this column has ended. */
  endBlock(column: number, after: NoteLine[]): void {
    this.#ended.push({ column, after });
  }

  /** Brackets close: what waits is inside, and a comment behind them belongs to `owner`. */
  endBrackets(owner: Entry | undefined, after: NoteLine[]): void {
    for (const note of this.#waiting.splice(0)) after.push(note);
    this.#current = owner;
  }

  /** The document has ended: later comments belong to no entry. */
  endDocument(): void {
    this.#current = undefined;
    this.#isLineUsed = true;
  }

  /** The text has ended: what belongs to no block belongs to the root. */
  end(root: NoteLine[]): void {
    this.#deal(-1, root);
  }

  #splitHead(): void {
    const lastBlank = this.#waiting.findLastIndex(({ text }) => text === "");
    this.#head = this.#waiting.splice(0, lastBlank < 0 ? this.#waiting.length : lastBlank + 1);
  }

  // Once a comment belongs to an outer block, the lines below it do too. Blank lines go with the comment that follows.
  #deal(column: number, nextEntry: NoteLine[]): void {
    let depth = 0;
    let blankLine: NoteLine | undefined;
    for (const note of this.#waiting.splice(0)) {
      if (note.text === "") {
        blankLine = note;
        continue;
      }
      const owner = this.#ended.findIndex(
        (block, at) => at >= depth && block.column > column && block.column <= note.column,
      );
      depth = owner < 0 ? this.#ended.length : owner;
      const notes = this.#ended[depth]?.after ?? nextEntry;
      if (blankLine) notes.push(blankLine);
      notes.push(note);
      blankLine = undefined;
    }
    if (blankLine) nextEntry.push(blankLine);
    this.#ended = [];
  }
}
