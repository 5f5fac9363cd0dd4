import { isCollection, isPair, isScalar, type Node, type Pair, type Scalar, visit } from "yaml";
import { layoutMistake } from "./layout-mistake.ts";
import { SLIPS, type Slip, slipOf } from "./slips.ts";
import { endOfLine, FREE_TEXT_KEYS, type Lines, startOfLine } from "./tree.ts";
import { isBlockText } from "./yaml-document.ts";

/** Most mistakes that are looked for in one text. */
const MOST_SLIPS = 10;
/** A longer line is not judged by its form. */
const LONGEST_LINE = 2000;
/** The most characters before or behind an error that are searched. */
const LONGEST_SEARCHED = 10_000;
/** In this many lines, from an error on, its cause is looked for. */
const LINES_OF_FAULT = 3;
/** The errors of `yaml` that lines cause which do not fit together. */
const LAYOUT_ERROR =
  /^(?:BAD_INDENT (?!Flow)|UNEXPECTED_TOKEN|MULTILINE_IMPLICIT_KEY|BLOCK_AS_IMPLICIT_KEY|MISSING_CHAR (?:Sequence|Implicit map))/;

/** A line without content. */
const IDLE_LINE = /^\s*(?:#|$)/;

/** An error of `yaml`. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

/** The mistakes that were found, and the errors that they do not explain. */
interface Explained<T> {
  readonly slips: readonly Slip[];
  readonly others: readonly T[];
}

/** Finds the usual mistakes behind what `yaml` says of a text. */
export class SlipFinder {
  readonly #text: string;
  readonly #contents: Node | null;
  /** The text with blanks for what runs on from the line before: notes over several lines, and brackets. */
  readonly #outline: string;
  #values = 0;

  /** `contents` is what `yaml` made of the text. */
  constructor(text: string, contents: Node | null) {
    this.#text = text;
    this.#contents = contents;
    this.#outline = outlineOf(text, contents);
  }

  /** The mistakes that lines show by their form, and those behind other errors; besides, the errors that none explains. */
  explain<T extends Fault>(faults: readonly T[], lines: Pick<Lines, "sourceAt">): Explained<T> {
    const lineOf = (at: number) => lines.sourceAt(at).line;
    const slips = this.#slipsInLines();
    const spans = slips.map((slip) => ({ slip, from: lineOf(slip.at), to: lineOf(slip.at) }));
    const isNear = (line: number, before: number) =>
      spans.some(({ slip, from, to }) => line >= from - before && (slip.isOpenEnded || line <= to + 1));
    for (const { code, message, pos } of faults) {
      const line = lineOf(pos[0]);
      if (isNear(line, 0)) continue;
      const isOfLayout = LAYOUT_ERROR.test(`${code} ${message}`);
      const slip = this.#slipAt({ code, message, pos }) ?? (isOfLayout ? this.#misplaced(pos, "line") : undefined);
      const to = slip && lineOf(slip.at);
      if (slip && to !== undefined && !spans.some((one) => one.to === to)) {
        slips.push(slip);
        spans.push({ slip, from: Math.min(line, to), to });
      }
    }
    // `yaml` notices some mistakes a line later, or earlier, and then many times.
    return { slips, others: faults.filter(({ pos }) => !isNear(lineOf(pos[0]), 1)) };
  }

  #slipsInLines(): Slip[] {
    const found: Slip[] = [];
    for (let at = 0; at < this.#outline.length && found.length < MOST_SLIPS; at = endOfLine(this.#text, at) + 1) {
      const slip = this.#slipInLine(at);
      // A file whose lines all start wrongly has one mistake.
      if (slip && slip.message !== found.at(-1)?.message) found.push(slip);
    }
    return found;
  }

  /** The mistake that makes lines run together into one value; of many such values, only the first ones are looked at. */
  slipInValue(from: number, to: number): Slip | undefined {
    this.#values += 1;
    if (this.#values > MOST_SLIPS) return undefined;
    for (let at = startOfLine(this.#text, from); at < to; at = endOfLine(this.#text, at) + 1) {
      const slip = this.#slipInLine(at);
      if (slip && slip.at >= from && slip.at < to) return slip;
    }
    return this.#misplaced([from, to], "value");
  }

  #slipInLine(start: number): Slip | undefined {
    const line = this.#lineAt(start);
    if (line.length > LONGEST_LINE) return undefined;
    for (const row of SLIPS) {
      const found = row.line?.exec(line);
      if (found) return slipOf(row, this.#text, start + found[0].length, { word: found.groups?.["word"] });
    }
    return undefined;
  }

  #slipAt({ code, message, pos: [errorAt, errorEnd] }: Fault): Slip | undefined {
    const openerAt = openerBefore(this.#contents, errorAt);
    for (const row of SLIPS) {
      if (!row.error?.test(`${code} ${message}`) || (row.isAtOpener && openerAt === undefined)) continue;
      const from = row.isAtOpener ? (openerAt ?? errorAt) : errorAt;
      if (
        row.before?.test(this.#text.slice(Math.max(startOfLine(this.#text, from), from - LONGEST_SEARCHED), from)) ===
        false
      )
        continue;
      const end = row.isAtOpener ? errorAt : Math.max(errorEnd, endOfLine(this.#text, from));
      const behind = this.#text.slice(from, Math.min(end, from + LONGEST_SEARCHED));
      const found = (row.behind ?? /^/).exec(behind);
      if (!found) continue;
      const opener = openerAt === undefined ? undefined : this.#text.charAt(openerAt);
      return slipOf(row, this.#text, from + found[0].length, { word: found.groups?.["word"], opener });
    }
    return undefined;
  }

  #misplaced([from, to]: Fault["pos"], of: "line" | "value"): Slip | undefined {
    let at = startOfLine(this.#text, from);
    while (at < this.#outline.length && IDLE_LINE.test(this.#lineAt(at))) at = endOfLine(this.#text, at) + 1;
    for (let count = 0; count < LINES_OF_FAULT && (count === 0 || at <= to); count += 1) {
      const found = layoutMistake(this.#outline, at, of);
      const row = found && SLIPS.find(({ layout }) => layout === found.layout);
      if (row) return slipOf(row, this.#text, found.at, found);
      at = endOfLine(this.#text, at) + 1;
    }
    return undefined;
  }

  #lineAt(start: number): string {
    return this.#outline.slice(start, endOfLine(this.#text, start));
  }
}

/** The innermost bracket or quote that is open at an error. */
function openerBefore(contents: Node | null, at: number): number | undefined {
  let opener: number | undefined;
  visit(contents, {
    Node: (_, node) => {
      const [from, to, behind] = node.range ?? [at, at, at];
      if (from > at) return visit.BREAK;
      if (behind < at) return visit.SKIP;
      const isOpen = isCollection(node) ? node.flow && to >= at : isScalar(node) && isQuoted(node);
      if (from < at && isOpen) opener = from;
      return undefined;
    },
  });
  return opener;
}

function outlineOf(text: string, contents: Node | null): string {
  const parts: string[] = [];
  let done = 0;
  visit(contents, {
    Node: (key, node, path) => {
      const [from, to] = node.range ?? [done, done];
      const parent = path.at(-1);
      const isInner =
        (isCollection(node) && node.flow) ||
        (isScalar(node) &&
          (isBlockText(node) || (key === "value" && isPair(parent) && isFreeText(parent, node, text))));
      if (!isInner || from < done) return undefined;
      const [line = "", ...others] = text.slice(from, to).split("\n");
      const hidden = ["~".repeat(line.length), ...others.map((other) => " ".repeat(other.length))];
      parts.push(text.slice(done, from), hidden.join("\n"));
      done = to;
      return visit.SKIP;
    },
  });
  return `${parts.join("")}${text.slice(done)}`;
}

function isQuoted({ type }: Scalar): boolean {
  return type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
}

function isFreeText({ key }: Pair, node: Scalar, text: string): boolean {
  const [from, to] = node.range ?? [0, 0];
  const isClosed =
    to > from + 1 &&
    text.charAt(to - 1) === text.charAt(from) &&
    /^[ \t]*(?:[,\]}#\r\n]|$)/.test(text.slice(to, to + LONGEST_LINE));
  return isScalar(key) && FREE_TEXT_KEYS.has(String(key.value)) && isQuoted(node) && isClosed;
}
