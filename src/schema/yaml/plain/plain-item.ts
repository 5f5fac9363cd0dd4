import { type List, type LongList, type Mapping, MOST_LEXEMES, type Pair, type Parsed, type Tree } from "../tree.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  type Key,
  type LineCursor,
  OPEN_BRACE,
  OPEN_BRACKET,
} from "./line-cursor.ts";

const DASH = 45;

/** Pairs and items of brackets are remembered one by one: as many as `yaml` would be given tokens, which is enough for a million cars. */
const MOST_ENTRIES = MOST_LEXEMES;
/** No mapping of a fleet file has so many; each key is compared with those before it. */
const MOST_PAIRS = 100;
/** A fleet file has some ten levels. */
const DEEPEST = 20;

/** Reads the list below a `cars` key in some column, whose cars are not to become nodes; the cursor stands behind the key's line. */
export type ReadCarList = (cursor: LineCursor, keyColumn: number) => LongList | undefined;

/**
 * Reads an item of a block list from its dash, which stands in the column `indent`, to the start of the first line that is
 * not its own. Gives the same tree as `yaml`, or undefined where something is not written in the plain way.
 */
export function readPlainItem(cursor: LineCursor, indent: number): Tree | undefined {
  return cursor.wordItem() ?? new ItemReader(cursor).item(indent, 0);
}

/** What an entry takes as YAML: a word, a colon, a blank, a word and a line break. */
const LEXEMES_OF_ENTRY = 5;

/** Reads a whole text that is one mapping, with its long lists; undefined where something is not written in the plain way. */
export function readPlainText(
  cursor: LineCursor,
  readCars: ReadCarList,
): Extract<Parsed, { kind: "tree" }> | undefined {
  const key = cursor.nextColumn() === 0 ? cursor.key() : undefined;
  const reader = new ItemReader(cursor, readCars);
  const root = key && reader.mapping(key, 0, 0);
  cursor.skipIdleLines();
  if (!root || cursor.at < cursor.text.length) return undefined;
  return { kind: "tree", root, lexemes: (MOST_ENTRIES - reader.entriesLeft) * LEXEMES_OF_ENTRY };
}

class ItemReader {
  readonly #cursor: LineCursor;
  readonly #readCars: ReadCarList | undefined;
  entriesLeft = MOST_ENTRIES;

  constructor(cursor: LineCursor, readCars?: ReadCarList) {
    this.#cursor = cursor;
    this.#readCars = readCars;
  }

  item(indent: number, depth: number): Tree | undefined {
    const cursor = this.#cursor;
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

  /** A mapping whose first key was passed; its further keys stand in the same column. */
  mapping(first: Key, column: number, depth: number): Mapping | undefined {
    const cursor = this.#cursor;
    const pairs: Pair[] = [];
    let key: Key | undefined = first;
    let [lineStart, end] = [0, 0];
    while (key) {
      const value = this.#value(key, column, depth);
      if (!value || !this.#addPair(pairs, key, value)) return undefined;
      lineStart = cursor.at;
      end = value.end;
      key = cursor.nextColumn() === column ? cursor.key() : undefined;
    }
    cursor.at = lineStart;
    // Without the room that the array has taken to grow: accounts are many, and kept.
    return { kind: "mapping", pairs: pairs.slice(), at: first.at, end };
  }

  #value({ name }: Key, column: number, depth: number): Tree | undefined {
    const cursor = this.#cursor;
    const { at } = cursor;
    if (!cursor.endLine()) {
      cursor.at = at;
      cursor.skipSpaces();
      return this.#lineValue(depth);
    }
    if (depth > DEEPEST) return undefined;
    if (name === "cars" && this.#readCars) return this.#readCars(cursor, column);
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
      const item = this.item(indent, depth);
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
