import { check } from "../../files/index.ts";
import { type LongList, MOST_LEXEMES, type Parse, type Tree } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { type ReadCarList, readPlainItem, readPlainText } from "./plain-item.ts";

/** A list with more runs has more of YAML than `yaml` is given at once, so that nobody needs to remember them. */
const MOST_RUNS = MOST_LEXEMES / 2;

/** Plain items that follow each other; offsets, `to` excluded. */
export interface Run {
  readonly from: number;
  /** Where the first item ends. */
  readonly headTo: number;
  /** Where the line of the last item begins; where there is no other than the first one, `to`. */
  readonly lastFrom: number;
  readonly to: number;
  readonly items: number;
}

/** A block list as it stands in a text. */
export interface PlainList {
  readonly at: number;
  readonly indent: number;
  readonly runs: readonly Run[];
  /** Whether there are no items but those of the runs. */
  readonly isWhole: boolean;
}

/** Passes the block list that begins below a key in that column; undefined when there is none, or one in too many pieces. */
export function scanList(cursor: LineCursor, keyColumn: number): PlainList | undefined {
  const indent = cursor.nextColumn();
  if (!cursor.isAtDash || indent < keyColumn) return undefined;
  const { at } = cursor;
  const runs: { -readonly [Key in keyof Run]: Run[Key] }[] = [];
  const isAfterItem = (column: number) =>
    column < indent || (column === indent && (column === keyColumn || cursor.isAtDash));
  let [column, isInRun, isWhole] = [indent, false, true];
  while (column === indent && cursor.isAtDash) {
    const from = cursor.at;
    const item = readPlainItem(cursor, indent);
    if (item) column = cursor.nextColumn();
    const run = isInRun ? runs.at(-1) : undefined;
    const to = cursor.at - column;
    isInRun = item !== undefined && isAfterItem(column);
    if (!isInRun) {
      isWhole = false;
      cursor.at = from;
      do {
        cursor.skipLine();
        column = cursor.nextColumn();
      } while (!isAfterItem(column));
    } else if (run) {
      run.lastFrom = from - indent;
      run.to = to;
      run.items += 1;
    } else runs.push({ from, headTo: to, lastFrom: to, to, items: 1 });
    if (runs.length > MOST_RUNS) return undefined;
  }
  cursor.at -= column;
  return { at, indent, runs, isWhole };
}

/** A list of cars that are read from the text whenever somebody asks for them; small, as every account may have one. */
export class PlainCars implements LongList {
  readonly kind = "long-list";
  readonly at: number;
  readonly end: number;
  readonly length: number;
  readonly #text: string;
  readonly #list: PlainList;
  readonly #seen: readonly Tree[] | undefined;

  /** `seen`: the items that `yaml` has read, where it was given the list: all but those between the first and the last one of a run. */
  constructor(text: string, list: PlainList, seen?: readonly Tree[]) {
    const { at, runs } = list;
    this.at = at;
    this.end = runs.at(-1)?.to ?? at;
    this.length = runs.reduce((sum, { items }) => sum + (seen ? Math.max(0, items - 2) : items), seen?.length ?? 0);
    this.#text = text;
    this.#list = list;
    this.#seen = seen;
  }

  forEach(visit: (car: Tree) => void): void {
    const { runs } = this.#list;
    if (!this.#seen) for (const { from, to } of runs) this.#read(from, to, visit);
    let next = 0;
    for (const item of this.#seen ?? []) {
      visit(item);
      const run = runs[next];
      if (!run || !isFirstOf(run, item)) continue;
      this.#read(run.headTo, run.lastFrom, visit);
      next += 1;
    }
  }

  #read(from: number, to: number, visit: (car: Tree) => void): void {
    const cursor = new LineCursor(this.#text, from);
    while (cursor.at < to) {
      cursor.skipSpaces();
      const car = readPlainItem(cursor, this.#list.indent);
      if (!car) throw new Error(`Internal error: the car at offset ${cursor.at} was plain a moment ago.`);
      visit(car);
      cursor.skipIdleLines();
    }
  }
}

/** Whether an item is the first one of a run. */
export function isFirstOf({ from, headTo }: Run, { at }: Tree): boolean {
  return from <= at && at < headTo;
}

const readPlainCars: ReadCarList = (cursor, keyColumn) => {
  const list = scanList(cursor, keyColumn);
  return list?.isWhole ? new PlainCars(cursor.text, list) : undefined;
};

/** What parses a text without `yaml`; undefined for one that is not written in the plain way all through. */
export function parsePlain(text: string): Parse | undefined {
  const parsed = readPlainText(new LineCursor(text), readPlainCars);
  return parsed && ((lines, diagnostics) => (check(lines, diagnostics) ? parsed : { kind: "broken" }));
}
