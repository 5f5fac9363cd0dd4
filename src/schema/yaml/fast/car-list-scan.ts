import { MOST_LEXEMES } from "../yaml-document.ts";
import { CarTemplates } from "./car-templates.ts";
import { LineCursor } from "./line-cursor.ts";

const SPACE = 32;
const DASH = 45;

/** How far from the start of its line a key is looked for: no fleet file indents so deep, and no line is searched twice. */
const DEEPEST_COLUMN = 256;

/** A list with more stretches has more of YAML than `yaml` is given at once, so that nobody needs to remember them. */
const MOST_STRETCHES = MOST_LEXEMES / 2;

/** Offsets in a text, the second one excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Stretch extends Span {
  readonly kind: "regular" | "other";
  /** Whether it is written in the plain way; such a car may stay with `yaml` all the same. */
  readonly isPlain: boolean;
  to: number;
  /** How many cars it holds. */
  cars: number;
}

/** A block list of cars below a `cars:` key. */
export interface CarSegment {
  readonly keyAt: number;
  /** The column of the dashes, from 0. */
  readonly indent: number;
  /** In the order of the text: `regular` are cars written in the plain way, `other` is one car that only `yaml` can read. */
  readonly stretches: readonly Readonly<Stretch>[];
}

/** Finds what looks like the block lists of cars; whether the `cars:` above is a key indeed is for `yaml` to say. */
export function findCarSegments(text: string): CarSegment[] {
  const regions: CarSegment[] = [];
  const cursor = new LineCursor(text);
  for (let at = text.indexOf("cars:"); at >= 0; at = text.indexOf("cars:", cursor.at)) {
    cursor.at = at + "cars:".length;
    const keyColumn = columnOfKey(text, at);
    if (keyColumn === undefined || !cursor.endLine()) continue;
    const region = readRegion(cursor, at, keyColumn);
    if (region) regions.push(region);
  }
  return regions;
}

/** The column of a key that has only blanks, and perhaps the dash of a list item, before it. */
function columnOfKey(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - DEEPEST_COLUMN), at);
  const lineStart = before.lastIndexOf("\n") + 1;
  if (lineStart === 0 && before.length < at) return undefined;
  return /^ *(?:- +)?$/.test(before.slice(lineStart)) ? before.length - lineStart : undefined;
}

function readRegion(cursor: LineCursor, keyAt: number, keyColumn: number): CarSegment | undefined {
  cursor.skipIdleLines();
  const indent = cursor.skipSpaces();
  if (cursor.code !== DASH || indent < keyColumn) return undefined;
  const stretches: Stretch[] = [];
  const forms = new CarTemplates(cursor, indent);
  do {
    if (stretches.length > MOST_STRETCHES) return undefined;
    const last = stretches.at(-1);
    if (last?.kind === "regular") {
      last.cars += forms.passRun(cursor.text.length);
      last.to = cursor.at - indent;
    }
    addStretch(stretches, readStretch(cursor, forms, indent, keyColumn));
  } while (cursor.skipSpaces() === indent && isDash(cursor));
  const isWorthwhile = stretches.some(({ kind }) => kind === "regular");
  return isWorthwhile ? { keyAt, indent, stretches } : undefined;
}

/** Reads one car from its dash; the cursor ends at the start of the next line with content. */
function readStretch(cursor: LineCursor, forms: CarTemplates, indent: number, keyColumn: number): Stretch {
  const dash = cursor.at;
  const from = dash - indent;
  if (forms.skip()) {
    cursor.skipIdleLines();
    if (isAfterCar(cursor, indent, keyColumn)) return { kind: "regular", isPlain: true, from, to: cursor.at, cars: 1 };
  }
  cursor.at = dash;
  do {
    const end = cursor.text.indexOf("\n", cursor.at);
    cursor.at = end < 0 ? cursor.text.length : end + 1;
    cursor.skipIdleLines();
  } while (!isAfterCar(cursor, indent, keyColumn));
  return { kind: "other", isPlain: false, from, to: cursor.at, cars: 1 };
}

/** Whether the line here starts the next car, or ends the list. Leaves the cursor where it is. */
function isAfterCar(cursor: LineCursor, indent: number, keyColumn: number): boolean {
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

/**
 * The first car always stays with `yaml`, which learns from it that there is a list, and how it is indented. So does the
 * one behind a car that only `yaml` can read: where that one never ends, the fault shows itself there.
 */
function addStretch(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  if (!last?.isPlain && next.isPlain) stretches.push({ ...next, kind: "other" });
  else if (last?.kind === "regular" && next.kind === "regular") {
    last.to = next.to;
    last.cars += next.cars;
  } else stretches.push(next);
}
