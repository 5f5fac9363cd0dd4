import { columnOf, isBracketed, type List, type Mapping, type Pair, type Tree } from "../yaml/tree.ts";
import { canonicalText, fleetOrder, type KeyOrder, orderBelow } from "./canonical-text.ts";

/** Brackets that would make a line longer, in characters, are opened into one entry a line. */
const LINE_WIDTH = 120;

/** A comment at the end of the line of a value, which may be in brackets, and of a key. */
const BEHIND = /[ \t,]*(#.*)/y;
const BEHIND_KEY = /[ \t]*:[ \t]*(#.*)/y;
/** The next line where it is blank, or holds a comment alone. */
const IDLE_LINE = /[ \t]*\n([ \t]*)(#.*)?(?=\n|$)/y;

type Collection = List | Mapping;

/** The canonical form of a valid fleet file with LF line ends, of which `root` is the tree. */
export function printText(text: string, root: Mapping): string {
  return new Printer(text).print(root);
}

/**
 * Prints a tree in the order of its text, but for the order of keys. What is between two nodes of the text is marks of YAML,
 * blank lines and comments; these two go above what follows them, unless they end the line or the list of what is before.
 */
class Printer {
  readonly #text: string;
  /** Where the text that is not printed yet begins. */
  #at = 0;
  /** Comments, and empty texts for blank lines, that wait for what follows them. */
  #waiting: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  print(root: Mapping): string {
    this.#pass(root.at);
    // The head of a file stays, whichever key comes first.
    const lines = stacked(this.#waited(), this.#entries(root, "", fleetOrder()));
    this.#pass(this.#text.length);
    const all = [...lines, ...this.#commentsWaited()];
    return `${all.slice(all[0] === "" ? 1 : 0).join("\n")}\n`;
  }

  /** The lines of the entries of a list or mapping, and of the comments that end it. */
  #entries(node: Collection, indent: string, order: KeyOrder): readonly string[] {
    const isInBrackets = isBracketed(this.#text, node.at);
    if (isInBrackets) this.#at = node.at + 1;
    const lines = node.kind === "mapping" ? this.#pairs(node, indent, order) : this.#items(node, indent, order);
    if (!isInBrackets) return [...lines, ...placed(this.#commentsBelow(columnOf(this.#text, node.at)), indent)];
    // Inside of brackets, depth says nothing of what a comment belongs to.
    this.#pass(node.end - 1);
    this.#at = node.end;
    return [...lines, ...placed(this.#commentsWaited(), indent)];
  }

  #pairs({ pairs }: Mapping, indent: string, order: KeyOrder): readonly string[] {
    const printed = pairs.map((pair) => {
      this.#pass(pair.keyAt);
      return { key: pair.key, lines: this.#entry(pair.value, indent, orderBelow(order, pair.key), pair) };
    });
    return inOrder(printed, order).flatMap(({ lines }) => lines);
  }

  #items({ items }: List, indent: string, order: KeyOrder): readonly string[] {
    return items.flatMap((item) => {
      this.#pass(item.at);
      return this.#entry(item, indent, order);
    });
  }

  /** The lines of an item, or of a pair, with the comments above it. */
  #entry(value: Tree, indent: string, order: KeyOrder, pair?: Pair): readonly string[] {
    const above = this.#waited();
    const start = pair ? `${indent}${pair.key}:` : `${indent}-`;
    const behindKey = pair ? this.#behindKey(pair) : [];
    this.#pass(value.at);
    const isEmpty = isCollection(value) && lengthOf(value) === 0;
    if (isEmpty) this.#pass(value.end - 1);
    const line = this.#line(value, order, pair?.key);
    const isShort = isEmpty || `${start} ${line}`.length <= LINE_WIDTH;
    if (isCollection(value) && !(line !== undefined && isShort))
      return this.#opened(value, indent, order, {
        above,
        start: pair && [start, ...behindKey],
        isOneLine: line !== undefined,
      });
    // Between a key, or a dash, and its value there is no place for comments.
    const lead = placed(stacked([...above, ...behindKey], this.#waited()), indent);
    if (line === undefined) return [...lead, ...this.#block(start, value, indent, pair)];
    this.#at = value.end;
    return [...lead, [start, line, ...this.#comment(BEHIND)].join(" ")];
  }

  /** A list or mapping with an entry a line, below the parts of its key's line, or behind a dash. */
  #opened(value: Collection, indent: string, order: KeyOrder, { above, start, isOneLine }: Opened): readonly string[] {
    const entries = this.#entries(value, `${indent}  `, order);
    const behind = isBracketed(this.#text, value.at) ? this.#comment(BEHIND) : [];
    if (start && isOneLine) return [...placed(above, indent), [...start, ...behind].join(" "), ...entries];
    if (start) return [...placed(above, indent), start.join(" "), ...entries, ...placed(behind, `${indent}  `)];
    // What is above the first pair of an item is above the item.
    const first = entries.findIndex((one) => !/^\s*(?:#|$)/.test(one));
    const ofFirst = entries.slice(0, first).map((one) => one.trim());
    const lead = placed(stacked([...above, ...behind], ofFirst), indent);
    return [...lead, `${indent}- ${entries[first]?.trimStart()}`, ...entries.slice(first + 1)];
  }

  /** A text or brackets on one line; undefined for all that takes more. */
  #line(value: Tree, order: KeyOrder, key: string | undefined, isInBrackets = false): string | undefined {
    if (value.kind === "scalar")
      return this.#isBlock(value) ? undefined : canonicalText(value.text, { key, isInBrackets });
    if (!isCollection(value)) return undefined;
    if (lengthOf(value) === 0) return value.kind === "mapping" ? "{}" : "[]";
    if (!isBracketed(this.#text, value.at) || this.#text.slice(value.at, value.end).includes("\n")) return undefined;
    if (value.kind !== "mapping") {
      const items = value.items.map((item) => this.#line(item, order, key, true));
      return `[${items.join(", ")}]`;
    }
    const pairs = inOrder(value.pairs, order).map((one) => {
      return `${one.key}: ${this.#line(one.value, orderBelow(order, one.key), one.key, true)}`;
    });
    return `{ ${pairs.join(", ")} }`;
  }

  /** A text in a block (`|` or `>`), as it is but for its indentation. */
  #block(start: string, { at, end }: Tree, indent: string, pair: Pair | undefined): readonly string[] {
    const written = this.#text.slice(at, end).replace(/\n$/, "");
    const [header = "", ...lines] = (/^[|>][1-9]?\+/.test(written) ? written : written.trimEnd()).split("\n");
    this.#at = at + [header, ...lines].join("\n").length;
    const given = /^[|>][-+]?([1-9])/.exec(header)?.[1];
    const first = lines.find((line) => line.trim() !== "") ?? "";
    const column = given === undefined ? first.search(/\S|$/) : columnOf(this.#text, pair?.keyAt ?? at) + Number(given);
    const shown = header.replace(/^([|>][-+]?)[1-9]/, (_, mark: string) => `${mark}2`).trimEnd();
    return [
      `${start} ${shown}`,
      ...placed(
        lines.map((line) => line.slice(column)),
        `${indent}  `,
      ),
    ];
  }

  /** Goes on to a node; comments and blank lines on the way wait. */
  #pass(to: number): void {
    const lines = this.#text.slice(this.#at, to).split("\n");
    for (const [index, line] of lines.entries()) {
      const comment = line.indexOf("#");
      const isWhole = (index > 0 || this.#at === 0) && index < lines.length - 1;
      if (comment >= 0) this.#waiting.push(line.slice(comment));
      else if (isWhole && /^\s*$|^---/.test(line) && this.#waiting.at(-1) !== "") this.#waiting.push("");
    }
    this.#at = to;
  }

  #waited(): string[] {
    return this.#waiting.splice(0);
  }

  /** The same but for a blank line behind them, which waits on. */
  #commentsWaited(): string[] {
    return this.#waiting.splice(0, this.#waiting.findLastIndex((line) => line !== "") + 1);
  }

  #behindKey({ key, keyAt }: Pair): readonly string[] {
    const quote = /["']/.exec(this.#text.charAt(keyAt))?.[0];
    this.#at = quote === undefined ? keyAt + key.length : this.#text.indexOf(quote, keyAt + 1) + 1;
    return this.#comment(BEHIND_KEY);
  }

  /** The comment that ends the line here, if there is one. */
  #comment(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[1];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found === undefined ? [] : [found.trimEnd()];
  }

  /** The comments on the next lines that are at least as deep, with the blank lines between them. */
  #commentsBelow(column: number): readonly string[] {
    const lines: string[] = [];
    let taken = 0;
    IDLE_LINE.lastIndex = this.#at;
    for (let found = IDLE_LINE.exec(this.#text); found; found = IDLE_LINE.exec(this.#text)) {
      const [, blanks = "", comment = ""] = found;
      if (comment !== "" && blanks.length < column) break;
      if (comment !== "" || lines.at(-1) !== "") lines.push(comment);
      if (comment === "") continue;
      taken = lines.length;
      this.#at = IDLE_LINE.lastIndex;
    }
    return lines.slice(0, taken);
  }

  #isBlock({ at }: Tree): boolean {
    return "|>".includes(this.#text.charAt(at));
  }
}

/** What is around a list or mapping that is opened. */
interface Opened {
  readonly above: readonly string[];
  /** The parts of the line of its key; undefined for an item. */
  readonly start: readonly string[] | undefined;
  readonly isOneLine: boolean;
}

function isCollection(node: Tree): node is Collection {
  return node.kind === "list" || node.kind === "mapping";
}

function lengthOf(node: Collection): number {
  return node.kind === "mapping" ? node.pairs.length : node.items.length;
}

function inOrder<T extends { readonly key: string }>(pairs: readonly T[], { keys }: KeyOrder): readonly T[] {
  return pairs.toSorted((left, right) => keys.indexOf(left.key) - keys.indexOf(right.key));
}

/** Lines behind an indentation; blank ones stay blank. */
function placed(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `${indent}${line}`.trimEnd()));
}

/** Lines above others; of two blank ones that meet, one. */
function stacked(above: readonly string[], below: readonly string[]): readonly string[] {
  return [...above, ...below.slice(above.at(-1) === "" && below[0] === "" ? 1 : 0)];
}
