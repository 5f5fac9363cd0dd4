import { columnOf, nextLine, nodeAt, type Pair, type Path, startOfLine, type Tree } from "../yaml/tree.ts";
import {
  endOfComma,
  endOfContent,
  endOfNode,
  insertion,
  isBracketed,
  isFirstOnLine,
  isRestIdle,
  lineBreakAt,
  linesInserted,
  type Splice,
} from "./text.ts";

/** A list as it is written in a fleet file. */
export interface WrittenList {
  readonly text: string;
  readonly keyAt: number;
  readonly at: number;
  /** Whether it stands in brackets, and what is around it. */
  readonly style: "dashes" | "brackets" | "brackets-in-brackets";
  readonly items: readonly Tree[];
}

/** An item that is to be written: in brackets, and below a dash, without indentation. */
interface NewItem {
  readonly inBrackets: string;
  readonly lines: readonly string[];
}

/** A key of a mapping with its value. */
export function pairAt(root: Tree, path: Path, key: string): Pair | undefined {
  const node = nodeAt(root, path);
  return node?.kind === "mapping" ? node.pairs.find((pair) => pair.key === key) : undefined;
}

/** Whether what stands at a path is inside of brackets. */
export function isInBrackets(root: Tree, path: Path, text: string): boolean {
  return [...path, ""].some((_, length) => {
    const node = nodeAt(root, path.slice(0, length));
    return node !== undefined && isBracketed(text, node.at);
  });
}

/** The list below a key of the mapping at a path; undefined where there is none. */
export function listAt(root: Tree, path: Path, key: string, text: string): WrittenList | undefined {
  const pair = pairAt(root, path, key);
  if (pair?.value.kind !== "list" && pair?.value.kind !== "long-list") return undefined;
  const { keyAt, value } = pair;
  const items: Tree[] = [];
  (value.kind === "list" ? value.items : value).forEach((item) => {
    items.push(item);
  });
  const nested = isInBrackets(root, path, text) ? "brackets-in-brackets" : "brackets";
  return { text, keyAt, at: value.at, style: text[value.at] === "[" ? nested : "dashes", items };
}

/** Adds items to a list that has some, behind the one at `index`; -1 is before the first. */
export function addItems(list: WrittenList, index: number, added: readonly NewItem[]): Splice[] {
  return list.style === "dashes" ? [addLines(list, index, added)] : addInBrackets(list, index, added);
}

function addLines({ text, at: listAt, items }: WrittenList, index: number, added: readonly NewItem[]): Splice {
  const at = items[Math.max(index, 0)]?.at ?? listAt;
  const column = columnOf(text, listAt);
  const item = dashedItem(text, at, column);
  const isOnDashLine = startOfLine(text, at) === item.start;
  const gap = " ".repeat(isOnDashLine ? at - item.start - column - 1 : 1);
  const dash = `${" ".repeat(column)}-${gap}`;
  const indent = " ".repeat(dash.length);
  const lines = added.flatMap(({ lines: [first = "", ...others] }) => [
    `${dash}${first}`,
    ...others.map((line) => `${indent}${line}`),
  ]);
  return linesInserted(text, index < 0 ? item.start : item.endOfComments, lines);
}

function addInBrackets({ text, items }: WrittenList, index: number, added: readonly NewItem[]): Splice[] {
  const at = items[Math.max(index, 0)]?.at ?? 0;
  const isOwnLine = isFirstOnLine(text, at);
  const lineBreak = `${lineBreakAt(text, at)}${text.slice(startOfLine(text, at), at)}`;
  const written = added.map((item) => item.inBrackets).join(isOwnLine ? `,${lineBreak}` : ", ");
  if (index < 0) return [insertion(at, isOwnLine ? `${written},${lineBreak}` : `${written}, `)];
  const end = endOfNode(text, at, true);
  const comma = endOfComma(text, end);
  const last = comma ?? end;
  if (!isOwnLine || !isRestIdle(text, last)) return [insertion(end, `, ${written}`)];
  const line = insertion(endOfContent(text, last), `${lineBreak}${written}${comma === undefined ? "" : ","}`);
  return comma === undefined ? [insertion(end, ","), line] : [line];
}

/** Removes an item from a list, with the comment on its line. Comments on lines of their own stay. */
export function removeItem(list: WrittenList, item: Tree): Splice[] {
  return list.style === "dashes" ? removeLines(list, item) : [removeInBrackets(list, item)];
}

function removeLines({ text, keyAt, at: listAt, items }: WrittenList, { at }: Tree): Splice[] {
  const { start, end } = dashedItem(text, at, columnOf(text, listAt));
  const lines = { from: start, to: end, text: "" };
  // A key needs a value: the list is empty now.
  return items.length > 1 ? [lines] : [insertion(text.indexOf(":", keyAt) + 1, " []"), lines];
}

function removeInBrackets({ text, at: open, items }: WrittenList, item: Tree): Splice {
  const end = endOfNode(text, item.at, true);
  const after = endOfComma(text, end) ?? end;
  const close = endOfNode(text, open, false) - 1;
  if (items.length === 1 && `${text.slice(open + 1, item.at)}${text.slice(after, close)}`.trim() === "") {
    return { from: open + 1, to: close, text: "" };
  }
  if (isFirstOnLine(text, item.at) && isRestIdle(text, after)) {
    return { from: startOfLine(text, item.at), to: nextLine(text, after), text: "" };
  }
  const before = items[items.indexOf(item) - 1];
  const endBefore = before && endOfNode(text, before.at, true);
  const isLastOnLine = after === end || isRestIdle(text, after);
  if (isLastOnLine && endBefore !== undefined && /^\s*,[ \t]*$/.test(text.slice(endBefore, item.at))) {
    return { from: endBefore, to: end, text: "" };
  }
  // A blank must stand before a comment.
  const next = after + text.slice(after).search(/[^ \t]|$/);
  return { from: item.at, to: text[next] === "#" ? after : next, text: "" };
}

/** The lines of an item of a list whose dashes stand in `column`: with, or without, comments below that are indented more. */
function dashedItem(text: string, at: number, column: number) {
  let start = startOfLine(text, at);
  while (start > 0 && text.slice(start, start + column + 1) !== `${" ".repeat(column)}-`) {
    start = startOfLine(text, start - 1);
  }
  let end = nextLine(text, at);
  let endOfComments = end;
  for (let line = end; line < text.length; line = nextLine(text, line)) {
    const content = text.slice(line, endOfContent(text, line));
    const depth = content.search(/[^ ]/);
    const isComment = content.trim().startsWith("#");
    if (content.trim() === "" || (isComment && depth <= column)) continue;
    if (depth <= column) break;
    endOfComments = nextLine(text, line);
    if (!isComment) end = endOfComments;
  }
  return { start, end, endOfComments };
}
