import { type LongList, MOST_LEXEMES, type Tree } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { type ReadCarList, readPlainItem } from "./plain-item.ts";

/** A list with more runs has more of YAML than `yaml` is given at once, so that nobody needs to remember them. */
const MOST_RUNS = MOST_LEXEMES / 2;

/**
 * Plain items that follow each other, or a single one that only `yaml` can read; offsets, `to` excluded. `yaml` sees the first
 * and the last one of them: it learns from them that there is a list, how it is indented, and what the text before and behind
 * belongs to. After an item that never ends, such as one with an open quote, that shows itself in the next one.
 */
export interface Run {
  readonly isPlain: boolean;
  readonly from: number;
  /** Where the first item ends. */
  readonly headTo: number;
  /** Where the last item begins that `yaml` sees beside the first one; where there is none, `to`. */
  readonly lastFrom: number;
  readonly to: number;
  readonly items: number;
}

/** A list as it stands in a text. */
export interface PlainList {
  readonly at: number;
  readonly runs: readonly Run[];
  /** Reads an item of a plain run from where the one before it ended, or from the start of the run. */
  readonly read: (cursor: LineCursor) => Tree | undefined;
}

/**
 * Passes the block list that begins below a key in that column, and gives each plain item to `keep`; undefined when there is
 * none, or one in too many pieces.
 */
export function scanBlockList(
  cursor: LineCursor,
  keyColumn: number,
  keep?: (item: Tree) => boolean,
  readCars?: ReadCarList,
): PlainList | undefined {
  const indent = cursor.nextColumn();
  if (!cursor.isAtDash || indent < keyColumn) return undefined;
  const at = cursor.at;
  const runs: { -readonly [Key in keyof Run]: Run[Key] }[] = [];
  const isAfterItem = (column: number) => {
    return column < indent || (column === indent && (column === keyColumn || cursor.isAtDash));
  };
  let column = indent;
  while (column === indent && cursor.isAtDash) {
    const dash = cursor.at;
    const item = readPlainItem(cursor, indent, readCars);
    if (item) column = cursor.nextColumn();
    const isPlain = item !== undefined && isAfterItem(column) && keep?.(item) !== false;
    if (!isPlain) {
      cursor.at = dash;
      do {
        cursor.skipLine();
        column = cursor.nextColumn();
      } while (!isAfterItem(column));
    }
    const to = cursor.at - column;
    const last = runs.at(-1);
    if (last?.isPlain && isPlain) {
      last.lastFrom = dash - indent;
      last.to = to;
      last.items += 1;
    } else runs.push({ isPlain, from: dash - indent, headTo: to, lastFrom: to, to, items: 1 });
    if (runs.length > MOST_RUNS) return undefined;
  }
  cursor.at -= column;
  return { at, runs, read: (reading) => readListed(reading, indent) };
}

function readListed(cursor: LineCursor, indent: number): Tree | undefined {
  cursor.skipSpaces();
  const item = readPlainItem(cursor, indent);
  cursor.skipIdleLines();
  return item;
}

/** A list of cars that are read from the text whenever somebody asks for them; small, as every account may have one. */
export class PlainCars implements LongList {
  readonly kind = "long-list";
  readonly at: number;
  readonly end: number;
  readonly length: number;
  readonly #text: string;
  readonly #list: PlainList;
  readonly #heads: readonly Tree[];

  /** `heads`: the first item of each run, where `yaml` has read them. */
  constructor(text: string, list: PlainList, heads: readonly Tree[] = []) {
    this.at = list.at;
    this.end = list.runs.at(-1)?.to ?? list.at;
    this.length = list.runs.reduce((sum, { items }) => sum + items, 0);
    this.#text = text;
    this.#list = list;
    this.#heads = heads;
  }

  forEach(visit: (car: Tree) => void): void {
    const { runs, read } = this.#list;
    runs.forEach(({ from, headTo, to }, at) => {
      const head = this.#heads[at];
      if (head) visit(head);
      const cursor = new LineCursor(this.#text, head ? headTo : from);
      while (cursor.at < to) {
        const car = read(cursor);
        if (!car) throw new Error(`Internal error: the car at offset ${cursor.at} was plain a moment ago.`);
        visit(car);
      }
    });
  }
}

/** The cars below a key in that column, where all of them are written in the plain way. */
export const readPlainCars: ReadCarList = (cursor, keyColumn) => {
  const list = scanBlockList(cursor, keyColumn);
  return list?.runs.every(({ isPlain }) => isPlain) ? new PlainCars(cursor.text, list) : undefined;
};
