import type { Source } from "../../allowlist/index.ts";
import {
  columnOf,
  endOfLine,
  itemsOf,
  nextLine,
  nodeAt,
  type Pair,
  type Path,
  startOfLine,
  type Tree,
} from "../yaml/tree.ts";

/** A list as it is written in a fleet file. */
export interface WrittenList {
  readonly text: string;
  readonly keyAt: number;
  readonly at: number;
  readonly end: number;
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
  const nested = isInBrackets(root, path, text) ? "brackets-in-brackets" : "brackets";
  return {
    text,
    keyAt,
    at: value.at,
    end: value.end,
    style: text[value.at] === "[" ? nested : "dashes",
    items: itemsOf(value),
  };
}

/** Adds items to a list that has some, behind the one at `index`; -1 is before the first. */
export function addItems(list: WrittenList, index: number, added: readonly NewItem[]): Splice[] {
  return list.style === "dashes" ? [addLines(list, index, added)] : addInBrackets(list, index, added);
}

function addLines({ text, at: listAt, items }: WrittenList, index: number, added: readonly NewItem[]): Splice {
  const at = items[Math.max(index, 0)]?.at ?? listAt;
  const column = columnOf(text, listAt);
  const item = dashedItem(text, items[Math.max(index, 0)] ?? { at: listAt, end: listAt }, column);
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
  const { at = 0, end = 0 } = items[Math.max(index, 0)] ?? {};
  const isOwnLine = isFirstOnLine(text, at);
  const lineBreak = `${lineBreakAt(text, at)}${text.slice(startOfLine(text, at), at)}`;
  const written = added.map((item) => item.inBrackets).join(isOwnLine ? `,${lineBreak}` : ", ");
  if (index < 0) return [insertion(at, isOwnLine ? `${written},${lineBreak}` : `${written}, `)];
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

function removeLines({ text, keyAt, at: listAt, items }: WrittenList, item: Tree): Splice[] {
  const { start, end } = dashedItem(text, item, columnOf(text, listAt));
  const lines = { from: start, to: end, text: "" };
  // A key needs a value: the list is empty now.
  return items.length > 1 ? [lines] : [insertion(text.indexOf(":", keyAt) + 1, " []"), lines];
}

function removeInBrackets({ text, at: open, end: behind, items }: WrittenList, item: Tree): Splice {
  const { end } = item;
  const after = endOfComma(text, end) ?? end;
  const close = behind - 1;
  if (items.length === 1 && `${text.slice(open + 1, item.at)}${text.slice(after, close)}`.trim() === "") {
    return { from: open + 1, to: close, text: "" };
  }
  if (isFirstOnLine(text, item.at) && isRestIdle(text, after)) {
    return { from: startOfLine(text, item.at), to: nextLine(text, after), text: "" };
  }
  const endBefore = items[items.indexOf(item) - 1]?.end;
  const isLastOnLine = after === end || isRestIdle(text, after);
  if (isLastOnLine && endBefore !== undefined && /^\s*,[ \t]*$/.test(text.slice(endBefore, item.at))) {
    return { from: endBefore, to: end, text: "" };
  }
  // A blank must stand before a comment.
  const next = after + text.slice(after).search(/[^ \t]|$/);
  return { from: item.at, to: text[next] === "#" ? after : next, text: "" };
}

/** The lines of an item of a list whose dashes stand in `column`: with, or without, comments below that are indented more. */
function dashedItem(text: string, { at, end: behind }: Pick<Tree, "at" | "end">, column: number) {
  let start = startOfLine(text, at);
  while (start > 0 && text.slice(start, start + column + 1) !== `${" ".repeat(column)}-`) {
    start = startOfLine(text, start - 1);
  }
  const end = nextLine(text, Math.max(at, behind - 1));
  let endOfComments = end;
  for (let line = end; line < text.length; line = nextLine(text, line)) {
    const content = text.slice(line, endOfContent(text, line));
    const depth = content.search(/[^ ]/);
    if (depth >= 0 && (content[depth] !== "#" || depth <= column)) break;
    if (depth >= 0) endOfComments = nextLine(text, line);
  }
  return { start, end, endOfComments };
}

/** A part of a text and what replaces it. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What goes into a text at one place. */
export function insertion(at: number, text: string): Splice {
  return { from: at, to: at, text };
}

/** The text with all parts replaced; they do not overlap. Every other character stays. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let done = 0;
  for (const { from, to, text: instead } of [...splices].sort((left, right) => left.from - right.from)) {
    result += text.slice(done, from) + instead;
    done = to;
  }
  return result + text.slice(done);
}

/** The offset of a place. */
export function offsetAt(text: string, { line, column }: Source): number {
  let start = 0;
  for (let number = 1; number < line; number += 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** Where the content of a line ends: before its line break. */
export function endOfContent(text: string, at: number): number {
  const end = endOfLine(text, at);
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

/** The line break that the line of an offset ends with, or else those before it. */
export function lineBreakAt(text: string, at: number): string {
  const next = text.indexOf("\n", at);
  const lineFeed = next < 0 ? text.lastIndexOf("\n", at - 1) : next;
  return lineFeed > 0 && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

/** Lines that go in where a line begins, or, at the end of a text whose last line does not end, below that. */
export function linesInserted(text: string, at: number, lines: readonly string[]): Splice {
  const lineBreak = lineBreakAt(text, Math.max(at - 1, 0));
  const isBelowOpenLine = at > 0 && text[at - 1] !== "\n";
  const written = lines.join(lineBreak);
  return insertion(at, isBelowOpenLine ? `${lineBreak}${written}` : `${written}${lineBreak}`);
}

/** Whether a node is a list or mapping in brackets. */
export function isBracketed(text: string, at: number): boolean {
  return text[at] === "[" || text[at] === "{";
}

/** Behind the comma that follows here, after blanks, line breaks and comments; undefined where none does. */
export function endOfComma(text: string, start: number): number | undefined {
  let at = start;
  while (/[\s#]/.test(text.charAt(at))) at = text[at] === "#" ? endOfContent(text, at) : at + 1;
  return text[at] === "," ? at + 1 : undefined;
}

/** Whether only blanks, and perhaps a comment, stand from here to the end of the line. */
export function isRestIdle(text: string, at: number): boolean {
  return /^[ \t]*(?:#.*)?$/.test(text.slice(at, endOfContent(text, at)));
}

/** Whether only blanks stand before an offset on its line. */
export function isFirstOnLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(startOfLine(text, at), at));
}
