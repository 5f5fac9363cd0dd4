// A document of `yaml` takes a kilobyte for each word of a text, so that long lists are formatted a piece after the other.

/** A text without most items of its long lists. */
export interface CutText {
  /** In place of the items of a list stands one of a single word. */
  readonly text: string;
  /** The items, in pieces that are lists by themselves, by the place of that word. */
  readonly cuts: ReadonlyMap<number, readonly string[]>;
}

/** The fewest lines of a piece: enough that pieces cost little, and few enough that one takes some megabytes as a document. */
const LINES_OF_PIECE = 100;
const LIST_KEY = /^ *(?:- +)?"?(?:accounts|cars)"?: *(?:#.*)?$/;
const IDLE_LINE = /^\s*(?:#|$)/;
const ITEM = /^-(?: |$)/;
/** What stands for the items. */
const WORD = "x";

/**
 * Cuts the items out of long lists of cars and of accounts, but for the last item of each, whose end only `yaml` knows. Comments
 * stay with what they belong to. It goes by indentation: in a valid fleet file, nothing inside an item stands at the column of
 * its dash.
 */
export function cutLongLists(text: string): CutText {
  const lines = text.split("\n");
  const kept: string[] = [];
  const cuts = new Map<number, readonly string[]>();
  let length = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    kept.push(line);
    length += line.length + 1;
    at += 1;
    const starts = LIST_KEY.test(line) ? startsOfItems(lines, at) : [];
    const [first = at, last = at] = [starts[0], starts.at(-1)];
    if (last - first < LINES_OF_PIECE) continue;
    const item = `${" ".repeat(indentOf(lines[first] ?? ""))}- ${WORD}`;
    const above = [...lines.slice(at, first), item].join("\n");
    kept.push(above);
    length += above.length + 1;
    cuts.set(length - 1 - WORD.length, piecesOf(lines, starts));
    at = last;
  }
  return { text: kept.join("\n"), cuts };
}

/** The lines at which the list below a key may be cut: those of items, or of the comments that belong to them. */
function startsOfItems(lines: readonly string[], from: number): readonly number[] {
  let first = from;
  while (first < lines.length && IDLE_LINE.test(lines[first] ?? "")) first += 1;
  const column = indentOf(lines[first] ?? "");
  const starts: number[] = [];
  let start = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const indent = indentOf(line);
    if (IDLE_LINE.test(line)) {
      // Such a comment may belong to what is above it.
      if (indent > column && indent < line.length) start = Number.NaN;
      continue;
    }
    if (indent < column || (indent === column && !ITEM.test(line.slice(column)))) break;
    if (indent === column && !Number.isNaN(start)) starts.push(start);
    start = at + 1;
  }
  return starts;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function piecesOf(lines: readonly string[], starts: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let from = starts[0] ?? 0;
  for (const [index, start] of starts.entries()) {
    if (start - from < LINES_OF_PIECE && index < starts.length - 1) continue;
    pieces.push(`${lines.slice(from, start).join("\n")}\n`);
    from = start;
  }
  return pieces;
}
