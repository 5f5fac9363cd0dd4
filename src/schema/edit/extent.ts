// Where nodes of a valid fleet file end: the tree of a file knows only where they begin.

import { endOfLine, endOfPlain, endOfQuoted, type Place } from "../yaml/tokenizer.ts";

/** Where the line of an offset begins. */
export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the content of a line ends: before its line break. */
export function endOfContent(text: string, at: number): number {
  const end = endOfLine(text, at);
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

/** Where the line after that of an offset begins; the end of the text where there is none. */
export function nextLine(text: string, at: number): number {
  return Math.min(endOfLine(text, at) + 1, text.length);
}

/** The line break that the line of an offset ends with, or else those before it. */
export function lineBreakAt(text: string, at: number): string {
  const end = endOfLine(text, at);
  const lineFeed = end < text.length ? end : text.lastIndexOf("\n", at - 1);
  return lineFeed > 0 && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

/** Where a scalar of one line ends, or one in quotes. */
export function endOfScalar(text: string, at: number, place: Place): number {
  const isQuoted = text[at] === '"' || text[at] === "'";
  return (isQuoted ? endOfQuoted(text, at, "lines") : endOfPlain(text, at, place)) ?? text.length;
}

/** Where a node ends that stands in brackets, or is in brackets itself. */
export function endOfBracketed(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    at = skipBlanks(text, at);
    const next = text[at] ?? "";
    if (next === "[" || next === "{") depth += 1;
    if (next === "]" || next === "}") depth -= 1;
    if ("[]{},:".includes(next)) at += 1;
    else at = Math.max(at + 1, endOfScalar(text, at, "brackets"));
  } while (depth > 0 && at < text.length);
  return at;
}

/** Whether a node is a list or mapping in brackets. */
export function isBracketed(text: string, at: number): boolean {
  return text[at] === "[" || text[at] === "{";
}

/** Passes blanks, line breaks and comments. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  for (;;) {
    const next = text[at];
    if (next === "#") at = endOfLine(text, at);
    else if (next !== undefined && /\s/.test(next)) at += 1;
    else return at;
  }
}

/** Whether only blanks, and perhaps a comment, stand from here to the end of the line. */
export function isRestIdle(text: string, at: number): boolean {
  return /^[ \t]*(?:[ \t]#.*|#.*)?$/.test(text.slice(at, endOfContent(text, at)));
}

/** Whether only blanks stand before an offset on its line. */
export function isFirstOnLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(startOfLine(text, at), at));
}

/** An item of a list with dashes. */
export interface DashedItem {
  /** Where the line of its dash begins. */
  readonly start: number;
  /** Behind the last of its lines that is more than a comment. */
  readonly end: number;
  /** The same, with the comments below that are indented more than the dash. */
  readonly endOfComments: number;
  /** The column of the dash. */
  readonly column: number;
}

/** The lines of an item; the dashes of its list stand in `column`. */
export function dashedItem(text: string, itemAt: number, column: number): DashedItem {
  let start = startOfLine(text, itemAt);
  while (start > 0 && text.slice(start, start + column + 1) !== `${" ".repeat(column)}-`) {
    start = startOfLine(text, start - 1);
  }
  let end = nextLine(text, itemAt);
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
  return { start, end, endOfComments, column };
}
