import { isCollection, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { columnOf } from "../yaml/tree.ts";
import { isBlockText, readDocument, startOf } from "../yaml/yaml-document.ts";
import { canonicalText, FLEET_ORDER, type KeyOrder, orderBelow, type TextPlace } from "./canonical-text.ts";
import { type CommentLine, Comments, IdleText, type Notes } from "./comments.ts";
import { type CutText, cutLongLists } from "./long-lists.ts";

/** Brackets that would make a line longer, in characters, are opened into one entry a line. */
const LINE_WIDTH = 120;
const INDENT = "  ";

/** Where a list or mapping stands. */
interface Place {
  readonly indent: string;
  readonly order: KeyOrder;
}

/** A pair, or an item, which has no key. */
interface Entry {
  readonly key?: string | undefined;
  readonly value: unknown;
  readonly notes: Notes;
  readonly keyAt: number;
}

/** An entry in print: the comments and blank lines above it, then its own lines with their indentation. */
interface Printed {
  readonly above: readonly CommentLine[];
  readonly lines: readonly string[];
}

/** Thrown where a text, or a piece of it, is not a document on its own. */
class NoDocument extends Error {}

/**
 * The canonical form of a fleet file that `parse` accepts, with LF line ends and no BOM. Undefined where it is too large for
 * `yaml` outside of long lists in lines.
 */
export function printText(text: string): string | undefined {
  for (const cut of [cutLongLists(text), { text, cuts: new Map() }]) {
    const lines: string[] = [];
    try {
      new Printer(cut).print({ indent: "", order: FLEET_ORDER }, lines);
    } catch (error) {
      if (error instanceof NoDocument) continue;
      throw error;
    }
    while (lines.at(-1) === "") lines.pop();
    return `${lines.join("\n")}\n`;
  }
  return undefined;
}

/** Prints one text, or one piece of a long list, in the one canonical way. */
class Printer {
  readonly #text: string;
  readonly #root: YAMLMap | YAMLSeq;
  readonly #comments: Comments;
  readonly #cuts: CutText["cuts"];
  #cutsLeft: number;

  constructor({ text, cuts }: CutText) {
    const idleText = new IdleText();
    const reading = readDocument(text, idleText.take);
    const root = reading.kind === "document" && reading.document.errors.length === 0 && reading.document.contents;
    if (!root || !isCollection(root)) throw new NoDocument();
    this.#text = text;
    this.#root = root;
    this.#comments = new Comments(text, root, idleText);
    this.#cuts = cuts;
    this.#cutsLeft = cuts.size;
  }

  print(place: Place, lines: string[]): void {
    pushComments(this.#comments.head, place.indent, lines);
    this.#pushEntries(this.#entriesOf(this.#root, place.order), place, lines);
    pushComments(this.#comments.of(this.#root).after, place.indent, lines);
    if (this.#cutsLeft > 0) throw new NoDocument();
  }

  #pushEntries(entries: readonly Entry[], place: Place, lines: string[]): void {
    for (const entry of entries) {
      const pieces = this.#cuts.get(startOf(entry.value));
      if (pieces && entry.key === undefined) this.#pushPieces(pieces, entry, place, lines);
      else {
        const printed = this.#entry(entry, entry.key === undefined ? `${place.indent}- ` : place.indent, place);
        pushComments(printed.above, place.indent, lines);
        for (const line of printed.lines) lines.push(line);
      }
    }
  }

  #pushPieces(pieces: readonly string[], { notes }: Entry, place: Place, lines: string[]): void {
    pushComments(notes.before, place.indent, lines);
    for (const piece of pieces) new Printer(cutLongLists(piece)).print(place, lines);
    this.#cutsLeft -= 1;
  }

  // `prefix` is what stands before the entry on its line: blanks, and the dash of the item whose first pair it is.
  #entry(entry: Entry, prefix: string, place: Place): Printed {
    const { key, value, notes } = entry;
    const start = key === undefined ? prefix : `${prefix}${key}: `;
    const comment = notes.comment === undefined ? "" : ` ${notes.comment}`;
    const indent = `${place.indent}${INDENT}`;
    if (isScalar(value) && isBlockText(value)) {
      const { header, text } = this.#blockText(value, entry.keyAt);
      const below = text.map((line) => (line === "" ? "" : `${indent}${line}`));
      return { above: notes.before, lines: [`${start}${header}${comment}`, ...below] };
    }
    const order = key === undefined ? place.order : orderBelow(place.order, key);
    const inline = this.#inline(value, { key, isInBrackets: false }, order);
    if (!isCollection(value)) return { above: notes.before, lines: [`${start}${inline}${comment}`] };
    const { after } = this.#comments.of(value);
    if (inline !== undefined && (value.items.length === 0 || start.length + inline.length <= LINE_WIDTH)) {
      return { above: [...notes.before, ...after], lines: [`${start}${inline}${comment}`] };
    }
    const inner = { indent, order };
    return key === undefined
      ? this.#item(entry, value, prefix, inner)
      : this.#below(`${start.trimEnd()}${comment}`, notes, value, inner);
  }

  #below(start: string, { before }: Notes, node: YAMLMap | YAMLSeq, place: Place): Printed {
    const lines = [start];
    this.#pushEntries(this.#entriesOf(node, place.order), place, lines);
    pushComments(this.#comments.of(node).after, place.indent, lines);
    return { above: before, lines };
  }

  // A comment has no place between a dash and what follows it: it moves above the item.
  #item({ notes: { before, comment } }: Entry, node: YAMLMap | YAMLSeq, prefix: string, place: Place): Printed {
    const [first, ...others] = this.#entriesOf(node, place.order);
    if (!first) return { above: before, lines: [] };
    const head = this.#entry(first, first.key === undefined ? `${prefix}- ` : prefix, place);
    const lines = [...head.lines];
    this.#pushEntries(others, place, lines);
    pushComments(this.#comments.of(node).after, place.indent, lines);
    const own = comment === undefined ? [] : [{ text: comment, column: 0 }];
    return { above: [...before, ...own, ...head.above], lines };
  }

  #inline(node: unknown, place: TextPlace, order: KeyOrder): string | undefined {
    if (!isCollection(node)) return isScalar(node) ? canonicalText(String(node.value), place) : undefined;
    if (node.items.length === 0) return isSeq(node) ? "[]" : "{}";
    if (!node.flow || this.#sourceOf(node).includes("\n")) return undefined;
    const parts = this.#entriesOf(node, order).map(({ key, value }) => {
      const part = this.#inline(value, { key, isInBrackets: true }, key === undefined ? order : orderBelow(order, key));
      return part === undefined || key === undefined ? part : `${key}: ${part}`;
    });
    if (parts.includes(undefined)) return undefined;
    return isSeq(node) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  }

  #entriesOf(node: YAMLMap | YAMLSeq, { keys }: KeyOrder): readonly Entry[] {
    if (isSeq(node)) return node.items.map((value) => ({ value, notes: this.#comments.of(value), keyAt: 0 }));
    const entries = node.items.map((pair) => ({
      key: isScalar(pair.key) ? String(pair.key.value) : "",
      value: pair.value,
      notes: this.#comments.of(pair),
      keyAt: startOf(pair.key),
    }));
    const rankOf = ({ key }: { key: string }) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
    return entries.sort((left, right) => rankOf(left) - rankOf(right));
  }

  // The reader trims texts, so that `+` (keep all line breaks at the end) says nothing.
  #blockText(node: Scalar, keyAt: number): { readonly header: string; readonly text: readonly string[] } {
    const [head = "", ...lines] = this.#sourceOf(node).split("\n");
    const [header = ""] = /^[|>][-+0-9]*/.exec(head) ?? [];
    const depth = /[1-9]/.exec(header)?.[0];
    const column = columnOf(this.#text, keyAt);
    const indent =
      depth === undefined ? lines.find((line) => /[^ ]/.test(line))?.search(/[^ ]/) : column + Number(depth);
    const text = lines.map((line) => line.slice(indent));
    const canonical = `${header.charAt(0)}${depth === undefined ? "" : INDENT.length}${header.includes("-") ? "-" : ""}`;
    return { header: canonical, text: text.slice(0, text.findLastIndex((line) => line !== "") + 1) };
  }

  #sourceOf(node: YAMLMap | YAMLSeq | Scalar): string {
    return node.range ? this.#text.slice(node.range[0], node.range[1]) : "";
  }
}

// Blank lines never start a file and never follow each other.
function pushComments(comments: readonly CommentLine[], indent: string, lines: string[]): void {
  for (const { text } of comments) {
    if (text !== "") lines.push(`${indent}${text}`);
    else if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  }
}
