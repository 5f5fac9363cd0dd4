import { endOfPlain, endOfQuoted } from "../tokenizer.ts";
import { type Slip, slips } from "./slip.ts";

/** What a line of a text says, outside of brackets. */
export interface BlockLine {
  /** Blanks before it. */
  readonly indent: number;
  /** Where its text starts. */
  readonly at: number;
  /** The columns, from 0, at which its items start: `- - x` has two. */
  readonly dashes: readonly number[];
  /** The column of its key, where it has one. */
  readonly keyAt?: number;
  /** Where its value starts; absent where more indented lines are to follow. */
  readonly valueAt?: number;
  /** The key whose colon no space follows. */
  readonly unspacedKey?: string;
}

const OTHER_DASH = /^[–—−‐‑•·∙▪*]\s+(?=\S)/u;
const FOREIGN_BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

/** A mistake in the blanks before a line, or in the characters that it starts with. */
export function slipAtStart(text: string, lineAt: number, end: number): Slip | undefined {
  const line = text.slice(lineAt, Math.min(end, lineAt + LONGEST_START));
  const blanks = /^[^\S\r\n]*/.exec(line)?.[0] ?? "";
  const at = lineAt + blanks.length;
  if (FOREIGN_BLANK.test(blanks)) return foreignBlank(lineAt, blanks);
  if (blanks.includes("\t")) return slips.tab(lineAt + blanks.indexOf("\t"));
  const content = line.slice(blanks.length);
  const dash = OTHER_DASH.exec(content)?.[0].charAt(0);
  if (dash !== undefined) return slips.otherDash(at, dash);
  if (/^-[^\s-]/.test(content)) return slips.dashWithoutSpace(at);
  const beforeBlank = /^(?:- )*(?:[A-Za-z]+:|-)(?=[\u00a0\u2000-\u200a\u202f\u205f\u3000])/.exec(content)?.[0];
  return beforeBlank === undefined
    ? undefined
    : foreignBlank(at + beforeBlank.length, content.slice(beforeBlank.length));
}

function foreignBlank(from: number, text: string): Slip {
  const at = text.search(FOREIGN_BLANK);
  return slips.foreignBlank(from + at, text.charAt(at));
}

/** Most characters in which the start of a line is looked for. */
const LONGEST_START = 500;
/** Most characters in which a key is looked for. */
const LONGEST_KEY = 100;

/** Reads a line that is neither blank nor a comment. */
export function readLine(text: string, lineAt: number, end: number): BlockLine | Slip {
  const indent = blanksAt(text, lineAt, end);
  let at = lineAt + indent;
  const dashes: number[] = [];
  while (text.charAt(at) === "-" && (at + 1 >= end || /\s/.test(text.charAt(at + 1)))) {
    dashes.push(at - lineAt);
    at += 1 + blanksAt(text, at + 1, end);
  }
  const start = { indent, at, dashes };
  if (isNothing(text, at, end)) return start;
  const key = endOfText(text, at, end);
  if (typeof key !== "number") return key;
  if (text.charAt(key) !== ":") return readUnspaced(text, { ...start, valueAt: at }, lineAt);
  const valueAt = key + 1 + blanksAt(text, key + 1, end);
  return { ...start, keyAt: at - lineAt, ...(!isNothing(text, valueAt, end) && { valueAt }) };
}

// To YAML, a word with a colon and no space after it is a value; in a list it may be meant so only in capital letters.
function readUnspaced(text: string, line: BlockLine & { readonly valueAt: number }, lineAt: number): BlockLine {
  const { valueAt, dashes } = line;
  const word = /^([A-Za-z][A-Za-z0-9]*):(?!\/\/)\S/.exec(text.slice(valueAt, valueAt + LONGEST_KEY))?.[1];
  if (word === undefined || (dashes.length > 0 && word === word.toUpperCase())) return line;
  return { ...line, keyAt: valueAt - lineAt, valueAt: valueAt + word.length + 1, unspacedKey: word };
}

/** Where the quoted or plain text ends that starts here. */
function endOfText(text: string, at: number, end: number): number | Slip {
  const first = text.charAt(at);
  if (first === "[" || first === "{") return at;
  if (first !== '"' && first !== "'") return Math.min(endOfPlain(text, at, "line"), end);
  return endOfQuoted(text, at, "line") ?? slips.openQuote(at, first);
}

/** A mistake in a value that is not in brackets. */
export function slipInValue(text: string, at: number, end: number, hasKey: boolean): Slip | undefined {
  const valueEnd = endOfText(text, at, end);
  if (typeof valueEnd !== "number") return valueEnd;
  const first = text.charAt(at);
  if (first === '"' || first === "'") {
    const next = valueEnd + blanksAt(text, valueEnd, end);
    return isNothing(text, next, end) ? undefined : slips.afterQuote(next, first);
  }
  return hasKey && text.charAt(valueEnd) === ":" ? slips.secondColon(valueEnd) : undefined;
}

/** Whether nothing but a comment is left of a line. */
export function isNothing(text: string, at: number, end: number): boolean {
  return at >= end || text.charAt(at) === "#" || text.charAt(at) === "\r";
}

/** How many spaces and tabs there are from here on. */
export function blanksAt(text: string, at: number, end: number): number {
  let to = at;
  while (to < end && (text.charAt(to) === " " || text.charAt(to) === "\t")) to += 1;
  return to - at;
}
