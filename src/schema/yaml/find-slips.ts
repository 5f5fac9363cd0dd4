import { isCollection, isScalar, type Node, visit } from "yaml";
import type { Lines } from "../files/index.ts";
import { SLIPS, type Slip, type SlipRow, slipOf } from "./slips.ts";
import { endOfLine, nextLine, startOfLine } from "./tree.ts";

/** Most mistakes that lines of one text show by their form. */
const MOST_SLIPS = 10;
/** The lines of an error, or of a value, whose layout is looked at. */
const MOST_LINES = 3;
/** Of a line, and of the text before and behind an error, this many characters are looked at. */
const LONGEST_START = 500;
const LONGEST_SEARCHED = 10_000;
/** A key with its colon. */
const KEY = String.raw`(?:"[^"]*"|'[^']*'|[^\s"'[{#](?:[^:#]|:(?=\S)|(?<=\S)#)*):(?=\s|$)`;
/** A line with neither a dash nor a key. */
const BARE = new RegExp(`^ *(?!-(?:\\s|$)|${KEY}|[\\t#]|---|\\.\\.\\.)(?=\\S)`);
/** A line below which items of a list may be: such an item, or a dash or key without a value. */
const TAKES_ITEMS = new RegExp(`^ *(?:-[ \\t]+(?!${KEY})|(?:-[ \\t]+)*(?:${KEY})?\\s*(?:#|$))`);

/** An error of `yaml`. */
interface Fault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

/** The usual mistakes behind errors of `yaml`, and the errors that they do not explain. `contents` is what `yaml` made of the text. */
export function explainFaults<T extends Fault>(
  text: string,
  contents: Node | null,
  faults: readonly T[],
  lines: Pick<Lines, "sourceAt">,
): { readonly slips: readonly Slip[]; readonly others: readonly T[] } {
  const lineOf = (at: number) => lines.sourceAt(at).line;
  const slips = slipsInLines(text, [0, text.length]);
  const spans = slips.map((slip) => ({ from: lineOf(slip.at), to: lineOf(slip.at) }));
  const isEcho = (line: number, before: number) =>
    spans.some(({ from, to }) => line >= from - before && line <= to + 1);
  for (const fault of faults) {
    const line = lineOf(fault.pos[0]);
    const slip = isEcho(line, 0) ? undefined : slipOfError(fault, text, contents);
    if (!slip) continue;
    const at = lineOf(slip.at);
    if (spans.some(({ to }) => to === at)) continue;
    slips.push(slip);
    spans.push({ from: Math.min(line, at), to: slip.isOpenEnded ? Number.POSITIVE_INFINITY : at });
  }
  // `yaml` notices some mistakes a line later, or earlier, and then many times.
  return { slips, others: faults.filter(({ pos }) => !isEcho(lineOf(pos[0]), 1)) };
}

/** The mistake that makes lines run together into one value. */
export function slipInValue(text: string, contents: Node | null, pos: Fault["pos"]): Slip | undefined {
  const [slip] = slipsInLines(text, pos);
  if (slip || /["']/.test(text.charAt(pos[0])) || openerBefore(contents, pos[0]) !== undefined) return slip;
  const [bare] = SLIPS.flatMap((row) => bareSlip(row, text, pos) ?? []);
  return bare;
}

/** The mistakes that lines show by their form. */
function slipsInLines(text: string, [from, to]: Fault["pos"]): Slip[] {
  const found: Slip[] = [];
  for (let start = startOfLine(text, from); start < to && found.length < MOST_SLIPS; start = nextLine(text, start)) {
    const slip = slipInLine(text, start);
    // A file whose lines all start wrongly has one mistake.
    if (slip && slip.at >= from && slip.message !== found.at(-1)?.message) found.push(slip);
  }
  return found;
}

function slipInLine(text: string, start: number): Slip | undefined {
  const line = lineAt(text, start);
  for (const row of SLIPS) {
    const found = row.line?.exec(line);
    if (found) return slipOf(row, text, start + found[0].length, found.groups?.["word"]);
  }
  return undefined;
}

function slipOfError({ code, message, pos }: Fault, text: string, contents: Node | null): Slip | undefined {
  const [errorAt, errorEnd] = pos;
  const openerAt = openerBefore(contents, errorAt);
  for (const row of SLIPS) {
    if (!row.error?.test(`${code} ${message}`)) continue;
    if (row.isAtOpener !== undefined && row.isAtOpener !== (openerAt !== undefined)) continue;
    const bare = bareSlip(row, text, pos);
    if (bare) return bare;
    if (row.bare) continue;
    const from = row.isAtOpener ? (openerAt ?? errorAt) : errorAt;
    const before = text.slice(Math.max(startOfLine(text, from), from - LONGEST_SEARCHED), from);
    const end = row.isAtOpener ? errorAt : Math.max(errorEnd, endOfLine(text, from));
    const found = (row.behind ?? /^/).exec(text.slice(from, Math.min(end, from + LONGEST_SEARCHED)));
    if (!found || row.before?.test(before) === false) continue;
    const opener = openerAt === undefined ? undefined : text.charAt(openerAt);
    return slipOf(row, text, from + found[0].length, found.groups?.["word"], opener);
  }
  return undefined;
}

/** The innermost bracket or quote that is open at an error. */
function openerBefore(contents: Node | null, at: number): number | undefined {
  let opener: number | undefined;
  visit(contents, {
    Node: (_, node) => {
      const [from, to, behind] = node.range ?? [at, at, at];
      if (from > at) return visit.BREAK;
      if (behind < at) return visit.SKIP;
      const isOpen = isCollection(node) ? node.flow && to >= at : isScalar(node) && /^QUOTE/.test(node.type ?? "");
      if (from < at && isOpen) opener = from;
      return undefined;
    },
  });
  return opener;
}

/** The first line of an error, or of a value, that has neither a dash nor a key, where one of the two is missing. */
function bareSlip(row: SlipRow, text: string, [from, to]: Fault["pos"]): Slip | undefined {
  if (!row.bare) return undefined;
  let start = startOfLine(text, from);
  for (let count = 0; count < MOST_LINES && (count === 0 || start <= to); count += 1, start = nextLine(text, start)) {
    const line = lineAt(text, start);
    const indent = BARE.exec(line)?.[0].length;
    if (indent === undefined) continue;
    if (row.bare !== (TAKES_ITEMS.test(lineAbove(text, start, indent)) ? "item" : "pair")) return undefined;
    const word = row.bare === "pair" ? (/^[A-Za-z][A-Za-z0-9]*/.exec(line.slice(indent))?.[0] ?? "") : "";
    return slipOf(row, text, start + indent + word.length, word);
  }
  return undefined;
}

/** The nearest line above that is not indented further, blank ones and comments left out. */
function lineAbove(text: string, start: number, indent: number): string {
  for (let at = start; at > 0; ) {
    at = startOfLine(text, at - 1);
    const line = lineAt(text, at);
    const column = line.search(/[^ ]/);
    if (column >= 0 && column <= indent && !/[\s#]/.test(line.charAt(column))) return line;
  }
  return "x: x";
}

function lineAt(text: string, start: number): string {
  return text.slice(start, Math.min(endOfLine(text, start), start + LONGEST_START));
}
