import { isCollection, isScalar, type Node, visit } from "yaml";
import { type Layout, SLIPS, type Slip, slipOf } from "./slips.ts";
import { endOfLine, type Lines, nextLine, startOfLine } from "./tree.ts";

/** Most mistakes that lines of one text show by their form. */
const MOST_SLIPS = 10;
/** The lines of an error, or of a value, whose layout is looked at. */
const MOST_LINES = 3;
/** Of a line, and of the text before and behind an error, so many characters are looked at. */
const LONGEST_START = 500;
const LONGEST_SEARCHED = 10_000;
/** The errors of `yaml` that lines cause which do not fit together. */
const LAYOUT_ERROR =
  /^(?:BAD_INDENT (?!Flow)|UNEXPECTED_TOKEN|MULTILINE_IMPLICIT_KEY|BLOCK_AS_IMPLICIT_KEY|MISSING_CHAR (?:Sequence|Implicit map))/;
/** A line with a dash, a key or a value. */
const LINE =
  /^(?<indent> *)(?![\t#]|---|\.\.\.)(?<dashes>(?:-[ \t]+|-(?=\r?$))*)(?<key>(?:"[^"]*"|'[^']*'|[^\s"'[{#](?:[^:#]|:(?=\S)|(?<=\S)#)*):(?=\s|$))?\s*(?<value>(?!#).+)?/;

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
    const slip = isEcho(line, 0) ? undefined : slipBehind(fault, text, contents);
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
  return slip ?? (/["']/.test(text.charAt(pos[0])) ? undefined : layoutSlip(text, contents, pos));
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

function slipBehind(fault: Fault, text: string, contents: Node | null): Slip | undefined {
  const slip = slipOfError(fault, text, contents);
  return (
    slip ?? (LAYOUT_ERROR.test(`${fault.code} ${fault.message}`) ? layoutSlip(text, contents, fault.pos) : undefined)
  );
}

function slipOfError({ code, message, pos: [errorAt, errorEnd] }: Fault, text: string, contents: Node | null) {
  const openerAt = openerBefore(contents, errorAt);
  for (const row of SLIPS) {
    if (!row.error?.test(`${code} ${message}`) || (row.isAtOpener && openerAt === undefined)) continue;
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

// In brackets, lines may be indented in any way.
function layoutSlip(text: string, contents: Node | null, pos: Fault["pos"]): Slip | undefined {
  if (openerBefore(contents, pos[0]) !== undefined) return undefined;
  let start = startOfLine(text, pos[0]);
  while (start < text.length && !readLine(text, start)) start = nextLine(text, start);
  for (let count = 0; count < MOST_LINES && (count === 0 || start <= pos[1]); count += 1) {
    const line = readLine(text, start);
    const layout = line && layoutOf(line, text, start);
    const row = SLIPS.find((one) => one.layout !== undefined && one.layout === layout);
    if (line && row) {
      const at = start + line.column;
      const word = layout === "no-colon" ? (/^[A-Za-z][A-Za-z0-9]*/.exec(lineAt(text, at))?.[0] ?? "") : "";
      return slipOf(row, text, at + word.length, word);
    }
    start = nextLine(text, start);
  }
  return undefined;
}

/** How a line does not fit to the nearest one above that is not indented further; undefined where it may. */
function layoutOf({ indent, hasDash, hasKey }: Line, text: string, start: number): Layout | undefined {
  const above = lineAbove(text, start, () => true);
  const base = lineAbove(text, start, (line) => line.indent <= indent);
  const isBare = !hasDash && !hasKey;
  if (!base) return isBare && !above ? "no-colon" : undefined;
  const isBeside = base.hasDash ? base.hasKey && indent === base.column : indent === base.indent;
  if (isBare && isBeside) return "no-colon";
  if (isBare) return base.hasDash || !base.hasValue ? "no-dash" : "misplaced";
  if (hasKey && !hasDash && base.hasDash && indent === base.indent) {
    // A list may stand at the very column of its key.
    const owner = lineAbove(text, start, (line) => line.indent <= indent && !line.hasDash);
    return owner?.indent === indent ? undefined : "key-in-list";
  }
  if (isBeside ? hasDash === base.hasDash || hasKey : indent === base.indent) return undefined;
  return base.start === above?.start && !base.hasValue ? undefined : "misplaced";
}

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly hasDash: boolean;
  readonly hasKey: boolean;
  readonly hasValue: boolean;
  /** Where the text behind the dashes starts. */
  readonly column: number;
}

function readLine(text: string, start: number): Line | undefined {
  const { indent = "", dashes = "", key, value } = LINE.exec(lineAt(text, start))?.groups ?? {};
  if (dashes === "" && key === undefined && value === undefined) return undefined;
  const [hasDash, hasKey, hasValue] = [dashes !== "", key !== undefined, value !== undefined];
  return { start, indent: indent.length, hasDash, hasKey, hasValue, column: indent.length + dashes.length };
}

function lineAbove(text: string, start: number, isMeant: (line: Line) => boolean): Line | undefined {
  for (let at = start; at > 0; ) {
    at = startOfLine(text, at - 1);
    const line = readLine(text, at);
    if (line && isMeant(line)) return line;
  }
  return undefined;
}

function lineAt(text: string, start: number): string {
  return text.slice(start, Math.min(endOfLine(text, start), start + LONGEST_START));
}
