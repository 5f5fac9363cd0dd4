import type { List, Mapping, Pair, Scalar, Tree } from "../tree.ts";
import { type Key, type LineCursor, MOST_ITEMS } from "./line-cursor.ts";

const COMMA = 44;
const DASH = 45;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Reads a car of a block list from its dash, which stands in the column `indent`, to the start of the first line that is
 * not its own. Gives the same tree as `yaml`, or undefined where a car is not written in the plain way.
 */
export function readPlainCar(cursor: LineCursor, indent: number): Tree | undefined {
  const lineStart = cursor.at - indent;
  if (!cursor.skip(DASH) || cursor.skipSpaces() === 0) return undefined;
  const column = cursor.at - lineStart;
  if (cursor.code === OPEN_BRACE) return endedLine(cursor, readBraces(cursor));
  const { at } = cursor;
  const plate = endedLine(cursor, cursor.scalar("line"));
  if (plate) return plate;
  cursor.at = at;
  const key = cursor.key();
  return key === undefined ? undefined : readMapping(cursor, key, column);
}

function endedLine<Node extends Tree>(cursor: LineCursor, node: Node | undefined): Node | undefined {
  return node && cursor.endLine() ? node : undefined;
}

function readBraces(cursor: LineCursor): Mapping | undefined {
  const { at } = cursor;
  const pairs: Pair[] = [];
  do {
    cursor.at += 1;
    cursor.skipSpaces();
    const key = cursor.key();
    if (key === undefined || cursor.skipSpaces() === 0) return undefined;
    const value = cursor.code === OPEN_BRACKET ? cursor.list() : cursor.scalar("brackets");
    if (!value || !addPair(pairs, key, value)) return undefined;
    cursor.skipSpaces();
  } while (cursor.code === COMMA);
  return cursor.skip(CLOSE_BRACE) ? { kind: "mapping", pairs, at } : undefined;
}

/** A mapping whose first key was passed; its further keys stand in the same column. */
function readMapping(cursor: LineCursor, first: Key, column: number): Mapping | undefined {
  const pairs: Pair[] = [];
  for (let next: Key | undefined = first; next; next = nextKey(cursor, column)) {
    const value = readValue(cursor, column);
    if (!value || !addPair(pairs, next, value)) return undefined;
  }
  return { kind: "mapping", pairs, at: first.at };
}

function readValue(cursor: LineCursor, column: number): Tree | undefined {
  const { at } = cursor;
  if (cursor.endLine()) return readBlockList(cursor, column);
  cursor.at = at;
  cursor.skipSpaces();
  return endedLine(cursor, cursor.code === OPEN_BRACKET ? cursor.list() : cursor.scalar("line"));
}

/** The items below a key in that column: one scalar a line, at least one. */
function readBlockList(cursor: LineCursor, column: number): List | undefined {
  cursor.skipIdleLines();
  const indent = cursor.skipSpaces();
  const at = cursor.at;
  const items: Scalar[] = [];
  if (indent < column) return undefined;
  while (cursor.skip(DASH)) {
    if (cursor.skipSpaces() === 0) return undefined;
    const item = endedLine(cursor, cursor.scalar("line"));
    if (!item || items.length === MOST_ITEMS) return undefined;
    items.push(item);
    if (!nextAt(cursor, indent, DASH)) break;
  }
  return items.length > 0 ? { kind: "list", items, at } : undefined;
}

function nextKey(cursor: LineCursor, column: number): Key | undefined {
  const from = cursor.at;
  cursor.skipIdleLines();
  if (cursor.skipSpaces() === column) {
    const key = cursor.key();
    if (key !== undefined) return key;
  }
  cursor.at = from;
  return undefined;
}

/** Goes on to that character of the next line with content, when it stands there in that column. */
function nextAt(cursor: LineCursor, column: number, code: number): boolean {
  const from = cursor.at;
  cursor.skipIdleLines();
  if (cursor.skipSpaces() === column && cursor.code === code) return true;
  cursor.at = from;
  return false;
}

/** False when the key is there already: `yaml-tree.ts` has the words for that. */
function addPair(pairs: Pair[], { name, at }: Key, value: Tree): boolean {
  for (const { key } of pairs) if (key === name) return false;
  pairs.push({ key: name, keyAt: at, value });
  return true;
}
