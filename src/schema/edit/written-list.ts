import type { Source } from "../../allowlist/index.ts";
import {
  columnOf,
  endOfLine,
  isBracketed,
  type Mapping,
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
  /** Whether the mapping that it is in is in brackets. */
  readonly isNested: boolean;
  readonly items: readonly Tree[];
}

/** The list below a key of the mapping at a path; undefined where there is none. */
export function listAt(root: Tree, path: Path, key: string, text: string): WrittenList | undefined {
  const node = nodeAt(root, path);
  const pair = node?.kind === "mapping" ? node.pairs.find((one) => one.key === key) : undefined;
  if (!node || pair?.value.kind !== "list") return undefined;
  const { keyAt, value } = pair;
  const isNested = isBracketed(text, node.at);
  return { text, keyAt, at: value.at, end: value.end, isNested, items: value.items };
}

/** Adds items behind the one at `index`; -1 is before the first. Only outside of brackets an item may have several lines. */
export function addItems(list: WrittenList, index: number, added: readonly string[]): Splice[] {
  const { text, at: listAt, items } = list;
  const neighbour = items[Math.max(index, 0)];
  if (!neighbour) return addFirst(list, added);
  if (isBracketed(text, listAt)) {
    const written = added.join(", ");
    return [index < 0 ? insertion(neighbour.at, `${written}, `) : insertion(neighbour.end, `, ${written}`)];
  }
  const column = columnOf(text, listAt);
  const { start, end } = dashedItem(text, neighbour, column);
  const lines = added.flatMap((item) =>
    item.split("\n").map((line, at) => `${" ".repeat(column)}${at > 0 ? " " : "-"} ${line}`),
  );
  return [linesInserted(text, index < 0 ? start : end, lines)];
}

// An empty list directly below its key becomes one with an item a line.
function addFirst({ text, at, end, keyAt, isNested }: WrittenList, added: readonly string[]): Splice[] {
  const isBlank = text.slice(at + 1, end - 1).trim() === "";
  if (!isBlank || isNested || !isRestIdle(text, end)) {
    return [{ from: at + 1, to: isBlank ? end - 1 : at + 1, text: added.join(", ") }];
  }
  const lineBreak = `${lineBreakAt(text, end)}${" ".repeat(columnOf(text, keyAt))}`;
  const below = insertion(endOfContent(text, end), added.map((item) => `${lineBreak}  - ${item}`).join(""));
  return [{ from: text.slice(0, at).trimEnd().length, to: end, text: "" }, below];
}

/** Removes an item from a list, with the comment on its line. Comments on lines of their own stay. */
export function removeItem(list: WrittenList, item: Tree): Splice[] {
  const { text, keyAt, at, items } = list;
  if (isBracketed(text, at)) return [removeInBrackets(list, item)];
  const { start, end } = dashedItem(text, item, columnOf(text, at));
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
  // A blank must be before a comment.
  const next = after + text.slice(after).search(/[^ \t]|$/);
  return { from: item.at, to: text[next] === "#" ? after : next, text: "" };
}

/** The lines of an item of a list whose dashes are in `column`. */
function dashedItem(text: string, { at, end }: Tree, column: number) {
  let start = startOfLine(text, at);
  while (start > 0 && text.slice(start, start + column + 1) !== `${" ".repeat(column)}-`) {
    start = startOfLine(text, start - 1);
  }
  return { start, end: nextLine(text, Math.max(at, end - 1)) };
}

/**
 * Adds a pair to a mapping behind the nearest one that is before it in `order`, else before all others. `value` is on one
 * line; `lines` are the pair outside of brackets, without the indentation of the mapping.
 */
export function addPair(
  text: string,
  mapping: Mapping,
  order: readonly string[],
  key: string,
  value: string,
  lines: readonly string[] = [`${key}: ${value}`],
): Splice[] {
  const isInBrackets = isBracketed(text, mapping.at);
  const rankOf = (pair: Pair) => order.indexOf(pair.key);
  const [last] = mapping.pairs
    .filter((pair) => rankOf(pair) < order.indexOf(key) && (isInBrackets || isOneLine(text, pair)))
    .sort((left, right) => rankOf(right) - rankOf(left));
  if (isInBrackets && last) return [insertion(last.value.end, `, ${key}: ${value}`)];
  if (isInBrackets) return [insertion(mapping.at + 1, ` ${key}: ${value}${mapping.pairs.length === 0 ? " " : ","}`)];
  const lineBreak = `${lineBreakAt(text, mapping.at)}${" ".repeat(columnOf(text, mapping.at))}`;
  if (!last) return [insertion(mapping.at, lines.map((line) => `${line}${lineBreak}`).join(""))];
  return [insertion(endOfContent(text, last.value.at), lines.map((line) => `${lineBreak}${line}`).join(""))];
}

// What is on several lines ends somewhere below.
function isOneLine(text: string, { keyAt, value }: Pair): boolean {
  const isPlain = value.kind === "scalar" ? !"|>".includes(text.charAt(value.at)) : isBracketed(text, value.at);
  return isPlain && !text.slice(keyAt, value.end).includes("\n");
}

/** A part of a text and what replaces it. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What goes into a text at one place. */
function insertion(at: number, text: string): Splice {
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
function endOfContent(text: string, at: number): number {
  const end = endOfLine(text, at);
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

/** The line break that the line of an offset ends with, or else those before it. */
function lineBreakAt(text: string, at: number): string {
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

/** Behind the comma that follows here, after blanks, line breaks and comments; undefined where none does. */
function endOfComma(text: string, start: number): number | undefined {
  let at = start;
  while (/[\s#]/.test(text.charAt(at))) at = text[at] === "#" ? endOfContent(text, at) : at + 1;
  return text[at] === "," ? at + 1 : undefined;
}

/** Whether only blanks, and perhaps a comment, are from here to the end of the line. */
function isRestIdle(text: string, at: number): boolean {
  return /^[ \t]*(?:#.*)?$/.test(text.slice(at, endOfContent(text, at)));
}

/** Whether only blanks are before an offset on its line. */
function isFirstOnLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(startOfLine(text, at), at));
}
