import type { LongList, Tree } from "../tree.ts";
import type { Span } from "./car-list-scan.ts";
import { LineCursor } from "./line-cursor.ts";
import { readPlainBrackets } from "./plain-node.ts";

const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;

/** A plain list in brackets, with as many lines as it likes: where it opens, and what is between its first item and its last. */
export interface FlowList {
  readonly at: number;
  readonly items: number;
  /** From the end of the first item to that of the last one. */
  readonly tail: Span;
}

/** Passes a list in brackets, each item a word or in braces; undefined when it is not plain. `keyColumn` is that of the key before it. */
export function scanFlowList(cursor: LineCursor, keyColumn: number): FlowList | undefined {
  const { at } = cursor;
  const first = nextItem(cursor, keyColumn, 0);
  if (!first) return undefined;
  const from = cursor.at;
  let to = from;
  let items = 1;
  while (nextItem(cursor, keyColumn, items)) {
    items += 1;
    to = cursor.at;
  }
  cursor.at = to;
  if (!skipGap(cursor, keyColumn)) return undefined;
  if (cursor.skip(COMMA) && !skipGap(cursor, keyColumn)) return undefined;
  return cursor.skip(CLOSE_BRACKET) && cursor.endLine() ? { at, items, tail: { from, to } } : undefined;
}

/** The list as a node. */
export function flowCarList({ at, items }: FlowList, keyColumn: number, text: string): LongList {
  const forEach = (visit: (car: Tree) => void) => {
    const cursor = new LineCursor(text, at);
    for (let number = 0; number < items; number += 1) {
      const item = nextItem(cursor, keyColumn, number);
      if (!item) throw new Error(`Internal error: the item at offset ${cursor.at} was plain a moment ago.`);
      visit(item);
    }
  };
  return { kind: "long-list", length: items, forEach, at };
}

/** The item behind the bracket, or behind the comma that follows the last item. */
function nextItem(cursor: LineCursor, keyColumn: number, number: number): Tree | undefined {
  if (number > 0 && !skipGap(cursor, keyColumn)) return undefined;
  if (!cursor.skip(number === 0 ? OPEN_BRACKET : COMMA) || !skipGap(cursor, keyColumn)) return undefined;
  return cursor.code === OPEN_BRACE ? readPlainBrackets(cursor) : cursor.scalar("brackets");
}

/** Passes blanks, comments and line breaks; false where the next line is not indented deeper than the key. */
function skipGap(cursor: LineCursor, keyColumn: number): boolean {
  const { at } = cursor;
  if (cursor.endLine()) {
    cursor.skipIdleLines();
    return cursor.skipSpaces() > keyColumn;
  }
  cursor.at = at;
  cursor.skipSpaces();
  return true;
}
