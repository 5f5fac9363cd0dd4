/** A line of a fleet file that carries no data: a comment, or, with an empty text, a blank line. */
export interface CommentLine {
  readonly text: string;
  /** Where the comment starts in its line, from 0. */
  readonly column: number;
}

/** One `key: value` of a mapping, or one item of a list, with the comments that belong to it. */
export interface Entry {
  /** Absent for list items. */
  readonly key?: string | undefined;
  /** The lines above it. */
  readonly before: CommentLine[];
  /** The comment at the end of its first line. */
  comment?: string;
  value: CstNode;
}

/** Text, whatever quotes it was written in. */
export interface TextNode {
  readonly kind: "text";
  readonly text: string;
}

/** Text written below its key, after `|` or `>`; the lines stand without their indentation. */
export interface BlockText {
  readonly kind: "block-text";
  readonly header: string;
  readonly lines: readonly string[];
}

/** A list or a mapping. */
export interface Collection {
  readonly kind: "list" | "mapping";
  /** Whether it was written in brackets on a single line. */
  readonly isOneLine: boolean;
  readonly entries: Entry[];
  /** The lines below its last entry. */
  readonly after: CommentLine[];
}

export type CstNode = TextNode | BlockText | Collection;

/** A fleet file as data with comments and blank lines: all that formatting keeps, and nothing of how it was spaced or quoted. */
export interface Cst {
  /** The comments at the head of the file, which stay there whatever key comes first. */
  readonly head: readonly CommentLine[];
  readonly root: Collection;
}
