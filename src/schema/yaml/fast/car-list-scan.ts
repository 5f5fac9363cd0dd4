import type { LongList, Tree } from "../tree.ts";
import { MOST_LEXEMES } from "../yaml-document.ts";
import type { CarTemplates } from "./car-templates.ts";
import { LineCursor } from "./line-cursor.ts";

const SPACE = 32;
const DASH = 45;

/** A list with more segments has more of YAML than `yaml` is given at once, so that nobody needs to remember them. */
const MOST_SEGMENTS = MOST_LEXEMES / 2;

/** Offsets in a text, the second one excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Items of a block list that follow each other: `plain` ones, or a single one that only `yaml` can read. The first of them
 * always stays with `yaml`, which learns from it that there is a list, and how it is indented. After an item that only `yaml`
 * can read, it is also where the fault shows itself when that one never ends.
 */
export interface Segment extends Span {
  readonly kind: "plain" | "other";
  /** Where the first item ends. */
  readonly headTo: number;
  readonly items: number;
}

/** A block list. */
export interface BlockList {
  /** The column of the dashes, from 0. */
  readonly indent: number;
  readonly segments: readonly Segment[];
}

/** How the items of a block list are passed. */
export interface ItemReader {
  /** Passes an item from its dash to the start of a later line; false when it is not plain. */
  readonly skip: (cursor: LineCursor) => boolean;
  /** Passes items from dash to dash, none of them the last one, and gives their number. */
  readonly skipRun: (cursor: LineCursor) => number;
}

type Growing = { -readonly [Key in keyof Segment]: Segment[Key] };

/** Passes the block list that begins below a key in that column; undefined when there is none, or one in too many pieces. */
export function scanBlockList(
  cursor: LineCursor,
  keyColumn: number,
  readerOf: (indent: number) => ItemReader,
): BlockList | undefined {
  cursor.skipIdleLines();
  const indent = cursor.skipSpaces();
  if (!isDash(cursor) || indent < keyColumn) return undefined;
  const reader = readerOf(indent);
  const segments = [readSegment(cursor, reader, indent, keyColumn)];
  while (cursor.skipSpaces() === indent && isDash(cursor)) {
    if (segments.length > MOST_SEGMENTS) return undefined;
    const last = segments.at(-1);
    if (last?.kind === "plain") {
      last.items += reader.skipRun(cursor);
      last.to = cursor.at - indent;
    }
    addSegment(segments, readSegment(cursor, reader, indent, keyColumn));
  }
  cursor.at = segments.at(-1)?.to ?? cursor.at;
  return { indent, segments };
}

/** A list of cars all of which are plain, as a node; undefined when `yaml` must read one of them. */
export function plainCarList({ indent, segments }: BlockList, templates: CarTemplates): LongList | undefined {
  const [only] = segments;
  return only?.kind === "plain" && segments.length === 1 ? new PlainCarList(only, indent, templates) : undefined;
}

/** Small, as every account has one. */
class PlainCarList implements LongList {
  readonly kind = "long-list";
  readonly length: number;
  readonly at: number;
  readonly #from: number;
  readonly #to: number;
  readonly #templates: CarTemplates;

  constructor({ from, to, items }: Segment, indent: number, templates: CarTemplates) {
    this.length = items;
    this.at = from + indent;
    this.#from = from;
    this.#to = to;
    this.#templates = templates;
  }

  forEach(visit: (car: Tree) => void): void {
    visitCars({ from: this.#from, to: this.#to }, this.#templates, visit);
  }
}

/** Reads the plain cars that stand there, again. */
export function visitCars({ from, to }: Span, templates: CarTemplates, visit: (car: Tree) => void): void {
  for (const cursor = new LineCursor(templates.text, from); cursor.at < to; cursor.skipIdleLines()) {
    cursor.skipSpaces();
    templates.skipRun(cursor, to, visit);
    const car = templates.read(cursor);
    if (!car) throw new Error(`Internal error: the car at offset ${cursor.at} was plain a moment ago.`);
    visit(car);
  }
}

/** Reads one item from its dash; the cursor ends at the start of the next line with content. */
function readSegment(cursor: LineCursor, reader: ItemReader, indent: number, keyColumn: number): Growing {
  const dash = cursor.at;
  const from = dash - indent;
  if (reader.skip(cursor)) {
    cursor.skipIdleLines();
    if (isAfterItem(cursor, indent, keyColumn)) return segmentOf("plain", from, cursor.at);
  }
  cursor.at = dash;
  do {
    const end = cursor.text.indexOf("\n", cursor.at);
    cursor.at = end < 0 ? cursor.text.length : end + 1;
    cursor.skipIdleLines();
  } while (!isAfterItem(cursor, indent, keyColumn));
  return segmentOf("other", from, cursor.at);
}

function segmentOf(kind: Segment["kind"], from: number, to: number): Growing {
  return { kind, from, headTo: to, to, items: 1 };
}

/** Whether the line here starts the next item, or ends the list. Leaves the cursor where it is. */
function isAfterItem(cursor: LineCursor, indent: number, keyColumn: number): boolean {
  const from = cursor.at;
  const column = cursor.skipSpaces();
  const isNext = column === indent && (isDash(cursor) || column === keyColumn);
  const isOver = cursor.at >= cursor.text.length;
  cursor.at = from;
  return isNext || isOver || column < indent;
}

function isDash(cursor: LineCursor): boolean {
  return cursor.code === DASH && cursor.text.charCodeAt(cursor.at + 1) === SPACE;
}

function addSegment(segments: Growing[], next: Growing): void {
  const last = segments.at(-1);
  if (last?.kind === "plain" && next.kind === "plain") {
    last.to = next.to;
    last.items += next.items;
  } else segments.push(next);
}

/** What `yaml` read of a list, when that is the first item of each segment, where it should be. */
export function headsOf(read: Tree, segments: readonly Segment[]): readonly Tree[] | undefined {
  if (read.kind !== "list" || read.items.length !== segments.length) return undefined;
  const isInPlace = segments.every(({ from, headTo }, at) => {
    const place = read.items[at]?.at ?? -1;
    return from <= place && place < headTo;
  });
  return isInPlace ? read.items : undefined;
}
