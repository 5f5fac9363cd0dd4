import { endOfLine, endOfQuoted } from "../tokenizer.ts";
import { type Brackets, noBrackets, readBrackets, unclosed } from "./brackets.ts";
import { type Indentation, noIndentation, takeLine } from "./indentation.ts";
import { type BlockLine, blanksAt, isNothing, readLine, slipAtStart, slipInValue } from "./line.ts";
import { type Slip, slips } from "./slip.ts";

/** Most mistakes that are looked for in one text. */
const MOST_SLIPS = 10;

interface Scan {
  readonly text: string;
  readonly found: Slip[];
  readonly indentation: Indentation;
  brackets: Brackets;
  /** The indentation of the line where the outermost bracket opens; -1 where it is the whole file. */
  bracketsIndent: number;
  /** Lines that are indented further are a block of text. */
  blockIndent: number | undefined;
}

/**
 * The usual mistakes in a text that a parser of YAML refused or misread: one pass over its lines, which are judged by their
 * own and their neighbours' form. Of a text without mistakes it may find some.
 */
export function findSlips(text: string): readonly Slip[] {
  const indentation = noIndentation();
  const scan: Scan = {
    text,
    found: [],
    indentation,
    brackets: noBrackets(),
    bracketsIndent: 0,
    blockIndent: undefined,
  };
  for (let at = 0; at < text.length && scan.found.length < MOST_SLIPS; ) {
    const end = endOfLine(text, at);
    at = scanLine(scan, at, text.charAt(end - 1) === "\r" ? end - 1 : end) ?? end + 1;
  }
  const open = unclosed(scan.brackets);
  if (open) scan.found.push(open);
  return scan.found;
}

// Gives where to go on, where that is not the next line.
function scanLine(scan: Scan, lineAt: number, end: number): number | undefined {
  const { text, brackets } = scan;
  const at = lineAt + blanksAt(text, lineAt, end);
  if (isNothing(text, at, end)) return undefined;
  const indent = at - lineAt;
  // Keys of this kind are not of a fleet file, and `yaml` says so.
  if (/^[?:]\s/.test(text.slice(at, at + 2))) return text.length;
  if (brackets.open.length > 0) {
    if (!looksLikeBlock(text, at, end) || indent > scan.bracketsIndent) return scanBrackets(scan, at, end);
    const open = unclosed(brackets);
    if (open) scan.found.push(open);
    scan.brackets = noBrackets();
  }
  if (scan.blockIndent !== undefined && indent > scan.blockIndent) return undefined;
  scan.blockIndent = undefined;
  if (/^(?:---|\.\.\.)/.test(text.slice(lineAt, lineAt + 3))) return undefined;
  const slip = slipAtStart(text, lineAt, end);
  if (slip) return pushOnce(scan, slip);
  const line = readLine(text, lineAt, end);
  if ("code" in line) return pushOnce(scan, line);
  const misplaced = takeLine(line, text, scan.indentation);
  if (misplaced) scan.found.push(misplaced);
  return scanValue(scan, line, end);
}

function scanValue(scan: Scan, line: BlockLine, end: number): number | undefined {
  const { text } = scan;
  const { valueAt, indent, keyAt, unspacedKey } = line;
  if (valueAt === undefined) return undefined;
  if (unspacedKey !== undefined) scan.found.push(slips.colonWithoutSpace(valueAt, unspacedKey));
  const first = text.charAt(valueAt);
  if (first === "|" || first === ">") scan.blockIndent = indent;
  else if (first === "[" || first === "{") {
    scan.bracketsIndent = scan.indentation.levels.length === 0 ? -1 : indent;
    scanBrackets(scan, valueAt, end);
  } else {
    const quotedEnd = first === '"' || first === "'" ? endOfFreeText(text, line, valueAt) : undefined;
    if (quotedEnd !== undefined) return quotedEnd;
    const slip = slipInValue(text, valueAt, end, keyAt !== undefined);
    if (slip) scan.found.push(slip);
  }
  return undefined;
}

// The text of a note or a reason may go on over lines.
function endOfFreeText(text: string, { at }: BlockLine, valueAt: number): number | undefined {
  if (!/^(?:note|reason):/.test(text.slice(at, at + 8))) return undefined;
  const end = endOfQuoted(text, valueAt, "lines");
  if (end === undefined) return undefined;
  const lineEnd = endOfLine(text, end);
  return isNothing(text, end + blanksAt(text, end, lineEnd), lineEnd) ? lineEnd + 1 : undefined;
}

function scanBrackets(scan: Scan, from: number, end: number): undefined {
  const { text } = scan;
  const reading = readBrackets(text, from, end, scan.brackets);
  if (reading.kind === "open") return;
  scan.brackets = noBrackets();
  if (reading.kind === "slip") scan.found.push(reading.slip);
  else {
    const next = reading.at + blanksAt(text, reading.at, end);
    if (!isNothing(text, next, end) && text.charAt(next) !== ":") scan.found.push(slips.afterBracket(next));
  }
}

function looksLikeBlock(text: string, at: number, end: number): boolean {
  return /^(?:- |[A-Za-z][A-Za-z0-9]*:(?:\s|$))/.test(text.slice(at, Math.min(end, at + 100)));
}

// A file whose lines all start wrongly has one mistake.
function pushOnce({ found }: Scan, slip: Slip): undefined {
  if (found.at(-1)?.message !== slip.message) found.push(slip);
}
