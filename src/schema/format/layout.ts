import {
  type Document,
  isCollection,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { columnOf } from "../yaml/tree.ts";
import { isBlockText, startOf } from "../yaml/yaml-document.ts";
import { canonicalText, type KeyOrder, orderBelow } from "./canonical-text.ts";

/** How the text of an item begins that stands for others. */
export const PLACEHOLDER = "\ue000";

/** Brackets that would make a line longer, in characters, are opened into one entry a line. */
const LINE_WIDTH = 120;

/** A comment at the end of the line of a value, which may stand in brackets, and of a key. */
const BEHIND = /[ \t,]*#/y;
const BEHIND_KEY = /[ \t]*:[ \t]*#/y;

type Collection = YAMLMap | YAMLSeq;
type Comment = string | null | undefined;

/** A comment on a line of its own, without its `#`, and where it starts in its line; or a blank line. */
type CommentLine = { readonly text: string; readonly column: number } | "blank";

/** The comments behind a value: at the end of its line, and below. */
interface Trailing {
  readonly behind?: Comment;
  readonly below: readonly CommentLine[];
}

/** Where an entry of a list or mapping stands. */
interface Place {
  readonly key: Scalar | undefined;
  /** That of the list or mapping. */
  readonly indent: number;
  /** Of the keys below the entry. */
  readonly order: KeyOrder;
}

/** Gives the nodes of a document of `yaml` our order, texts and forms, and their comments the places that are left. */
export class Layout {
  readonly #text: string;
  /** How many items stand for those that were cut out. */
  cuts = 0;

  constructor(text: string) {
    this.#text = text;
  }

  arrange(document: Document, order: KeyOrder): void {
    const { contents, commentBefore } = document;
    if (!isCollection(contents)) return;
    // The head of a file stays, whichever key comes first.
    liftFirst(contents);
    const head = contents.commentBefore;
    contents.commentBefore = null;
    const left = this.#open(contents, 0, order);
    liftFirst(contents);
    contents.commentBefore = joined(commentBefore && `${commentBefore}\n`, head, contents.commentBefore);
    const behind = linesOf(this.#text.slice(contents.range?.[2]).replace(/^\.\.\.[ \t]*\n?/gm, ""));
    contents.comment = joined(contents.comment, textOf([...left, ...behind]));
    document.comment = null;
    document.commentBefore = null;
    if (document.directives) document.directives.docEnd = false;
  }

  /** Gives the comments at its end that belong to something around it. */
  #open(node: Collection, indent: number, order: KeyOrder): readonly CommentLine[] {
    const isBlock = node.flow !== true;
    node.flow = false;
    let above: readonly CommentLine[] = [];
    const lay = (value: unknown, key?: Scalar): unknown => {
      const name = key && String(key.value);
      const place = { key, indent, order: name === undefined ? order : orderBelow(order, name) };
      const { printed, left } = this.#laid(value, place, this.#trailing(value, isBlock));
      const head = key ?? printed;
      if (above[0] === "blank" && isNode(head)) head.spaceBefore = true;
      putAbove(head, textOf(above));
      above = left;
      return printed;
    };
    if (isSeq(node)) node.items = node.items.map((item) => lay(item));
    else {
      for (const pair of node.items) if (isScalar(pair.key)) pair.value = lay(pair.value, pair.key);
      node.items.sort(byRank(order));
    }
    const lines = [...above, ...(isBlock ? this.#linesIn(node) : bracketLines(node.comment))];
    const column = isBlock ? columnOf(this.#text, startOf(node)) : 0;
    const outer = lines.findIndex((line) => line !== "blank" && line.column < column);
    const end = lines.slice(0, outer < 0 ? lines.length : outer).findLastIndex((line) => line !== "blank") + 1;
    node.comment = textOf(lines.slice(0, end));
    return lines.slice(end);
  }

  #laid(value: unknown, place: Place, { behind, below }: Trailing) {
    const { key, indent, order } = place;
    const name = key && String(key.value);
    const text = this.#lineText(value, name, order);
    const column = indent + (name === undefined ? 2 : name.length + 2);
    const isShort = !isCollection(value) || value.items.length === 0 || column + (text?.length ?? 0) <= LINE_WIDTH;
    if (text !== undefined && isShort) return { printed: asLine(text, value, key, behind), left: below };
    if (!isCollection(value)) return { printed: value, left: below };
    if (key) {
      key.comment = joined(this.#takeKeyLine(key, value), behind);
      lowerFirst(value);
    } else value.commentBefore = joined(value.commentBefore, behind);
    const left = this.#open(value, indent + 2, order);
    liftFirst(value);
    return { printed: value, left: [...left, ...below] };
  }

  /** A text or brackets on one line; undefined for all that takes more. */
  #lineText(value: unknown, key: string | undefined, order: KeyOrder, isInBrackets = false): string | undefined {
    if (isScalar(value)) {
      const text = String(value.value);
      if (isBlockText(value)) return undefined;
      if (key !== undefined || !text.startsWith(PLACEHOLDER)) return canonicalText(text, { key, isInBrackets });
      this.cuts += 1;
      return text;
    }
    if (!isCollection(value)) return undefined;
    if (value.items.length === 0) return isSeq(value) ? "[]" : "{}";
    if (!this.#isOneLine(value)) return undefined;
    if (isSeq(value)) return `[${value.items.map((item) => this.#lineText(item, key, order, true)).join(", ")}]`;
    const pairs = value.items.toSorted(byRank(order)).map((pair) => {
      const name = nameOf(pair);
      return `${name}: ${this.#lineText(pair.value, name, orderBelow(order, name), true)}`;
    });
    return `{ ${pairs.join(", ")} }`;
  }

  #isOneLine(value: Scalar | Collection): boolean {
    if (isScalar(value)) return !isBlockText(value);
    const [from, to] = value.range ?? [0, 0];
    return value.flow === true && !this.#text.slice(from, to).includes("\n");
  }

  /** The comments behind what stands on one line. */
  #trailing(value: unknown, isInBlock: boolean): Trailing {
    if (!(isScalar(value) || isCollection(value)) || !this.#isOneLine(value)) return { below: [] };
    const { comment } = value;
    value.comment = null;
    const comments = isInBlock ? this.#linesIn(value) : bracketLines(comment);
    BEHIND.lastIndex = value.range?.[1] ?? 0;
    const [first, ...below] = comments;
    if (first === undefined || first === "blank") return { below };
    return BEHIND.test(this.#text) ? { behind: first.text, below } : { below: comments };
  }

  /** The lines behind the end of a node that belong to nothing else. */
  #linesIn({ range }: Scalar | Collection): CommentLine[] {
    const [, from, to] = range ?? [0, 0, 0];
    return linesOf(this.#text.slice(from, to));
  }

  /** Takes the comment on the line of a key whose value is below. */
  #takeKeyLine(key: Scalar, value: Collection): string | undefined {
    BEHIND_KEY.lastIndex = key.range?.[1] ?? 0;
    if (!value.commentBefore || !BEHIND_KEY.test(this.#text)) return undefined;
    const [first, ...others] = value.commentBefore.split("\n");
    value.spaceBefore = others[0] === "";
    value.commentBefore = others.join("\n").replace(/^\n+/, "") || null;
    return first;
  }
}

// Inside of brackets, depth says nothing of what a comment belongs to.
function bracketLines(comment: Comment): CommentLine[] {
  return comment ? comment.split("\n").map((text) => (text === "" ? "blank" : { text, column: 0 })) : [];
}

// Between a key, or a dash, and its value there is no place for comments.
function asLine(text: string, value: unknown, key: Scalar | undefined, behind: Trailing["behind"]): Scalar {
  const line = new Scalar(text);
  line.comment = behind ?? null;
  if (!isScalar(value) && !isCollection(value)) return line;
  if (!key) line.spaceBefore = value.spaceBefore ?? false;
  const inside = isCollection(value) ? value.comment : undefined;
  (key ?? line).commentBefore = joined(key?.commentBefore, value.commentBefore, inside);
  return line;
}

// What follows the last line break stands before the next entry.
function linesOf(text: string): CommentLine[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const column = line.indexOf("#");
      return column < 0 ? "blank" : { text: line.slice(column + 1) || " ", column };
    });
}

// What stands above the first entry goes with it when the entries are put in order.
function lowerFirst(node: Collection): void {
  const [entry] = node.items;
  const first = isPair(entry) ? entry.key : undefined;
  if (!isScalar(first)) return;
  putAbove(first, node.commentBefore);
  node.commentBefore = null;
}

// What stands above the first entry stands above the whole.
function liftFirst(node: Collection): void {
  const [entry] = node.items;
  const first = isPair(entry) ? entry.key : entry;
  if (!isScalar(first) && !isCollection(first)) return;
  const own = node.commentBefore;
  node.spaceBefore = (node.spaceBefore || first.spaceBefore) ?? false;
  node.commentBefore = first.commentBefore ?? null;
  putAbove(node, own);
  first.commentBefore = null;
  first.spaceBefore = false;
}

function putAbove(head: unknown, ...comments: readonly Comment[]): void {
  if (!isScalar(head) && !isCollection(head)) return;
  const comment = joined(...comments, head.commentBefore);
  if (comment?.startsWith("\n")) head.spaceBefore = true;
  head.commentBefore = comment?.replace(/^\n+/, "") || null;
}

function textOf(lines: readonly CommentLine[]): string {
  return lines.map((line) => (line === "blank" ? "" : line.text)).join("\n");
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}

function byRank({ keys }: KeyOrder): (left: Pair, right: Pair) => number {
  return (left, right) => keys.indexOf(nameOf(left)) - keys.indexOf(nameOf(right));
}

function joined(...comments: readonly Comment[]): string | null {
  return comments.filter((one) => one).join("\n") || null;
}
