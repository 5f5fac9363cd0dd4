import { isMap, isPair, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { columnOf } from "../yaml/tree.ts";
import { MARKS, SCALAR_MARK, startOf } from "../yaml/yaml-document.ts";

/** What a text holds besides data: a comment, or, with an empty text, a blank line. */
interface Idle {
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

/** A comment, or, with an empty text, a blank line. */
export interface CommentLine {
  readonly text: string;
  /** Where the comment starts in its line, from 0. */
  readonly column: number;
}

/** The comments of one entry (a pair, or an item of a list) and, where it is a list or mapping, those at its end. */
export interface Notes {
  /** The lines above the entry. */
  readonly before: CommentLine[];
  /** The comment at the end of the entry's first line. */
  comment?: string;
  /** The lines below the last entry of a list or mapping. */
  readonly after: CommentLine[];
}

/** A block that closed since the last entry began; comments as deep as its entries still belong to it. */
interface ClosedBlock {
  readonly column: number;
  readonly after: CommentLine[];
}

/** Inside brackets, depth says nothing about what a comment belongs to. */
const INSIDE_BRACKETS = Number.POSITIVE_INFINITY;
const NO_NOTES: Notes = { before: [], after: [] };

/**
 * The comments and blank lines of a document, by what they belong to: a comment behind data belongs to the entry on its line;
 * one on a line of its own to the entry that follows, or, when it stands deeper, to the end of the list or mapping at its depth.
 */
export class Comments {
  readonly #text: string;
  readonly #idleText: IdleText;
  readonly #notes = new Map<unknown, Notes>();
  #nextIdle = 0;
  #nextDash = 0;
  #head: readonly CommentLine[] | undefined;
  /** Lines that no entry has been given yet. */
  #waiting: CommentLine[] = [];
  /** Innermost first. */
  #closed: ClosedBlock[] = [];
  /** The entry that a comment on this line belongs to. */
  #current: Notes | undefined;
  /** The brackets that closed last: a second comment behind them on their line stays with them. */
  #brackets: { readonly end: number; readonly after: CommentLine[] } | undefined;

  /** `idleText` took the lexemes of the text from which `yaml` made the nodes. */
  constructor(text: string, contents: unknown, idleText: IdleText) {
    this.#text = text;
    this.#idleText = idleText;
    this.#walk(contents);
    this.#passTo(Number.POSITIVE_INFINITY);
    this.#deal(-1, this.#notesOf(contents).after);
  }

  /** The comments before the first entry; of several groups, all but the last one, which belongs to that entry. */
  get head(): readonly CommentLine[] {
    return this.#head ?? [];
  }

  /** The comments of a pair, an item, a list or a mapping. */
  of(entry: unknown): Notes {
    return this.#notes.get(entry) ?? NO_NOTES;
  }

  #notesOf(entry: unknown): Notes {
    const notes = this.#notes.get(entry) ?? { before: [], after: [] };
    this.#notes.set(entry, notes);
    return notes;
  }

  #walk(node: unknown): void {
    if (isScalar(node)) this.#beginValue(node);
    else if ((isMap(node) || isSeq(node)) && node.flow) this.#walkBrackets(node);
    else if (isMap(node) || isSeq(node)) this.#walkBlock(node);
  }

  #walkBlock(node: YAMLMap | YAMLSeq): void {
    const start = startOf(node);
    const column = columnOf(this.#text, start);
    for (const item of node.items) this.#walkEntry(item, isPair(item) ? startOf(item.key) : this.#dash(), column);
    this.#closed.push({ column, after: this.#notesOf(node).after });
  }

  #walkBrackets(node: YAMLMap | YAMLSeq): void {
    const owner = this.#current;
    this.#beginValue(node);
    for (const item of node.items) this.#walkEntry(item, startOf(isPair(item) ? item.key : item), INSIDE_BRACKETS);
    const { after } = this.#notesOf(node);
    const end = node.range?.[1] ?? 0;
    this.#passTo(end - 1);
    for (const line of this.#waiting.splice(0)) after.push(line);
    this.#current = owner;
    this.#brackets = { end, after };
  }

  // The entry is given the lines that wait, but for those of blocks that ended above it.
  #walkEntry(entry: unknown, at: number, column: number): void {
    this.#passTo(at);
    if (this.#head === undefined) this.#splitHead();
    const notes = this.#notesOf(entry);
    this.#deal(column, notes.before);
    this.#current = notes;
    this.#brackets = undefined;
    this.#walk(isPair(entry) ? entry.value : entry);
  }

  #dash(): number {
    const at = this.#idleText.dashes[this.#nextDash] ?? 0;
    this.#nextDash += 1;
    return at;
  }

  // Comments that wait stand between a key, or a dash, and its value.
  #beginValue(node: Node): void {
    this.#passTo(startOf(node));
    if (!this.#current) return;
    for (const line of this.#waiting.splice(0)) if (line.text !== "") this.#current.before.push(line);
  }

  #passTo(at: number): void {
    const { idle } = this.#idleText;
    for (let next = idle[this.#nextIdle]; next && next.at < at; next = idle[this.#nextIdle]) {
      this.#take(next);
      this.#nextIdle += 1;
    }
  }

  #take(line: Idle): void {
    const owner = line.isBehindData && line.at < this.#idleText.end ? this.#current : undefined;
    if (owner && owner.comment === undefined) owner.comment = line.text;
    else (owner ? this.#linesBehind(line.at) : this.#waiting).push(line);
  }

  #linesBehind(at: number): CommentLine[] {
    if (!this.#brackets || this.#text.slice(this.#brackets.end, at).includes("\n")) return this.#waiting;
    return this.#brackets.after;
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
