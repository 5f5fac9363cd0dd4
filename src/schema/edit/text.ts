import { Lexer } from "yaml";
import type { Source } from "../../allowlist/index.ts";
import { endOfLine, startOfLine } from "../yaml/tree.ts";
import { MARKS, SCALAR_MARK } from "../yaml/yaml-document.ts";

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

/** Where a scalar, or a list or mapping in brackets, ends, by the lexemes of `yaml`. */
export function endOfNode(text: string, at: number, isInBrackets: boolean): number {
  const lead = isInBrackets ? "[" : "";
  // Outside of brackets, text without quotes is on one line.
  const end = isInBrackets || /["'[{]/.test(text.charAt(at)) ? text.length : endOfContent(text, at);
  let depth = 0;
  let length = -lead.length;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(lead + text.slice(at, end))) {
    const isContent = isScalar || /^["']/.test(lexeme);
    isScalar = lexeme === SCALAR_MARK;
    if (MARKS.has(lexeme)) continue;
    length += lexeme.length;
    if (!isContent && /^[[{]$/.test(lexeme)) depth += 1;
    const isClosing = !isContent && /^[\]}]$/.test(lexeme);
    if (isClosing) depth -= 1;
    if ((isContent || isClosing) && depth === lead.length) return at + length;
  }
  return end;
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
