import { endOfEscape, endOfLine, endOfPlain, unquote } from "../tokenizer.ts";
import type { SlotKind } from "./car-shape.ts";
import { startsWord } from "./line-cursor.ts";

const SHORT_PART = 8;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;

const IS_SOLID = Array.from({ length: 128 }, (_, code) => /[0-9A-Za-z]/.test(String.fromCharCode(code)));

/** In place of an offset: nowhere. */
export const NONE = -1;

/** Where what stands in a slot ends, or `NONE` when it is nothing for that slot. */
export function endOfSlot(text: string, from: number, kind: SlotKind): number {
  switch (kind) {
    case "comment":
      return endOfLine(text, from);
    case "double":
      return endOfQuote(text, from, DOUBLE_QUOTE);
    case "single":
      return endOfQuote(text, from, SINGLE_QUOTE);
    default: {
      let end = from;
      while (IS_SOLID[text.charCodeAt(end)]) end += 1;
      if (end > from && text.charCodeAt(end) === LINE_FEED) return end;
      return startsWord(text.charCodeAt(from)) ? endOfPlain(text, from, kind) : NONE;
    }
  }
}

/** What stands in a slot says. */
export function textOfSlot(text: string, from: number, to: number, kind: SlotKind | undefined): string {
  const written = text.slice(from, to);
  const isEscaped = (kind === "double" && written.includes("\\")) || (kind === "single" && written.includes("'"));
  return (isEscaped ? unquote(text.slice(from - 1, to + 1)) : undefined) ?? written;
}

/** Where a quoted text ends: before its quote. */
function endOfQuote(text: string, from: number, quote: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote !== SINGLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at;
      at += 1;
    } else if (code === LINE_FEED) return NONE;
    else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      const end = endOfEscape(text, at);
      if (end === undefined) return NONE;
      at = end - 1;
    }
  }
  return NONE;
}

/** The start of the first line from here that is neither blank nor a comment. */
export function startOfContent(text: string, from: number): number {
  let start = from;
  while (start < text.length) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== RETURN && code !== HASH) return start;
    start = endOfLine(text, at) + 1;
  }
  return text.length;
}

/** How deep a line is indented; 0 at the end of the text. */
export function columnAt(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return at < text.length ? at - start : 0;
}

/** `startsWith`, faster for the few characters around a plate in a short list. */
export function isAt(text: string, part: string, at: number): boolean {
  if (part.length > SHORT_PART) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index += 1) {
    if (text.charCodeAt(at + index) !== part.charCodeAt(index)) return false;
  }
  return true;
}
