import { check } from "../files/index.ts";
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, type Key, LineCursor, OPEN_BRACE, OPEN_BRACKET } from "./line-cursor.ts";
import type { List, Mapping, Pair, Parse, Tree } from "./tree.ts";

const DASH = 45;

/** The most pairs and items of a text, each of which takes some 140 bytes: enough for a million cars with three keys each. */
const MOST_ENTRIES = 4_000_000;
/** No mapping of a fleet file has this many; each key is compared with those before it. */
const MOST_PAIRS = 100;
/** A fleet file has some ten levels. */
const DEEPEST = 20;

/** What an entry counts beside the tokens of `yaml`, by the memory that it takes. */
const LEXEMES_OF_ENTRY = 2;

/**
 * What parses a text without `yaml`, to the same tree: a mapping whose values are words, quoted texts of one line, lists and
 * mappings of them. Undefined where something is not written in that way.
 */
export function parsePlain(text: string): Parse | undefined {
  const cursor = new LineCursor(text);
  const key = cursor.nextColumn() === 0 ? cursor.key() : undefined;
  const reader = new PlainReader(cursor);
  const root = key && reader.mapping(key, 0, 0);
  cursor.skipIdleLines();
  if (!root || cursor.at < text.length) return undefined;
  const lexemes = (MOST_ENTRIES - reader.entriesLeft) * LEXEMES_OF_ENTRY;
  return (lines, diagnostics) => (check(lines, diagnostics) ? { kind: "tree", root, lexemes } : { kind: "broken" });
}

class PlainReader {
  readonly #cursor: LineCursor;
  entriesLeft = MOST_ENTRIES;

  constructor(cursor: LineCursor) {
    this.#cursor = cursor;
  }

  /** An item of a block list from its dash, in the column `indent`, to the start of the first line that is not its own. */
  #item(indent: number, depth: number): Tree | undefined {
    const cursor = this.#cursor;
    const word = cursor.wordItem();
    if (word) return word;
    const lineStart = cursor.at - indent;
    cursor.at += 1;
    cursor.skipSpaces();
    const { at } = cursor;
    const key = cursor.key();
    if (key) return this.mapping(key, at - lineStart, depth);
    cursor.at = at;
    return this.#lineValue(depth);
  }

  /** A word or brackets, inside of brackets. */
  #bracketed(depth: number): Tree | undefined {
    const { code } = this.#cursor;
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return this.#cursor.scalar("brackets");
    if (depth > DEEPEST) return undefined;
    return code === OPEN_BRACE ? this.#braces(depth + 1) : this.#list(depth + 1);
  }

  /** A word or brackets, to the end of the line. */
  #lineValue(depth: number): Tree | undefined {
    const { code } = this.#cursor;
    const isBracket = code === OPEN_BRACE || code === OPEN_BRACKET;
    const value = isBracket ? this.#bracketed(depth) : this.#cursor.scalar("line");
    return value && this.#cursor.endLine() ? value : undefined;
  }

  #list(depth: number): List | undefined {
    const cursor = this.#cursor;
    const { at } = cursor;
    const items: Tree[] = [];
    cursor.at += 1;
    cursor.skipSpaces();
    while (!cursor.skip(CLOSE_BRACKET)) {
      if (items.length > 0 && !cursor.skip(COMMA)) return undefined;
      cursor.skipSpaces();
      const item = this.#bracketed(depth);
      if (!item || !this.#hasRoom()) return undefined;
      items.push(item);
      cursor.skipSpaces();
    }
    return { kind: "list", items, at, end: cursor.at };
  }

  #braces(depth: number): Mapping | undefined {
    const cursor = this.#cursor;
    const { at } = cursor;
    const pairs: Pair[] = [];
    do {
      cursor.at += 1;
      cursor.skipSpaces();
      const key = cursor.key();
      if (key === undefined || cursor.skipSpaces() === 0) return undefined;
      const value = this.#bracketed(depth);
      if (!value || !this.#addPair(pairs, key, value)) return undefined;
      cursor.skipSpaces();
    } while (cursor.code === COMMA);
    return cursor.skip(CLOSE_BRACE) ? { kind: "mapping", pairs, at, end: cursor.at } : undefined;
  }

  /** A mapping whose first key was passed; its further keys are in the same column. */
  mapping(first: Key, column: number, depth: number): Mapping | undefined {
    const cursor = this.#cursor;
    const pairs: Pair[] = [];
    let key: Key | undefined = first;
    let [lineStart, end] = [0, 0];
    while (key) {
      const value = this.#value(column, depth);
      if (!value || !this.#addPair(pairs, key, value)) return undefined;
      lineStart = cursor.at;
      end = value.end;
      key = cursor.nextColumn() === column ? cursor.key() : undefined;
    }
    cursor.at = lineStart;
    // Without the room that the array has taken to grow: accounts are many, and kept.
    return { kind: "mapping", pairs: pairs.slice(), at: first.at, end };
  }

  #value(column: number, depth: number): Tree | undefined {
    const cursor = this.#cursor;
    const { at } = cursor;
    if (!cursor.endLine()) {
      cursor.at = at;
      cursor.skipSpaces();
      return this.#lineValue(depth);
    }
    if (depth > DEEPEST) return undefined;
    const indent = cursor.nextColumn();
    if (cursor.code === DASH && indent >= column) return this.#blockList(indent, depth + 1);
    const below = indent > column ? cursor.key() : undefined;
    return below && this.mapping(below, indent, depth + 1);
  }

  #blockList(indent: number, depth: number): List | undefined {
    const cursor = this.#cursor;
    const { at } = cursor;
    const items: Tree[] = [];
    let lineStart = at - indent;
    let column = indent;
    while (column === indent && cursor.isAtDash) {
      const item = this.#item(indent, depth);
      if (!item || !this.#hasRoom()) return undefined;
      items.push(item);
      lineStart = cursor.at;
      column = cursor.nextColumn();
    }
    cursor.at = lineStart;
    const last = items.at(-1);
    return last && { kind: "list", items, at, end: last.end };
  }

  /** False when the key is there already: `yaml-tree.ts` has the words for that. */
  #addPair(pairs: Pair[], { name, at }: Key, value: Tree): boolean {
    if (pairs.length === MOST_PAIRS) return false;
    for (const { key } of pairs) if (key === name) return false;
    pairs.push({ key: name, keyAt: at, value });
    return this.#hasRoom();
  }

  #hasRoom(): boolean {
    this.entriesLeft -= 1;
    return this.entriesLeft >= 0;
  }
}
