import type { Blanks, Layout } from "./slips.ts";
import { endOfLine, startOfLine } from "./tree.ts";

/** How a line fits badly to those above it, and where the mistake is. */
interface LayoutMistake extends Blanks {
  readonly layout: Layout;
  readonly at: number;
}

/** A line with a key, an item or a value. */
interface Line {
  readonly indent: number;
  /** The columns of its dashes. */
  readonly dashes: readonly number[];
  /** Where the text behind the dashes starts: its offset, and its column. */
  readonly at: number;
  readonly column: number;
  readonly hasKey: boolean;
  readonly hasValue: boolean;
}

/** A list or mapping that is open, with the column of its dashes or keys. */
interface Level {
  readonly kind: "list" | "mapping";
  readonly column: number;
}

const LINE =
  /^(?<indent> *)(?![\t#]|---|\.\.\.)(?<dashes>(?:-[ \t]+|-(?=\r?$))*)(?<key>(?:"[^"]*"|'[^']*'|[^\s"'[{#](?:[^:#]|:(?=\S)|(?<=\S)#)*):(?=\s|$))?\s*(?<value>(?!#).+)?/;
/** Most characters of a line that are looked at. */
const LONGEST_START = 500;

/** The mistake in the line that starts here, or, with `value`, in one line of a value that runs over several. */
export function layoutMistake(text: string, start: number, of: "line" | "value"): LayoutMistake | undefined {
  const line = readLine(text, start);
  if (!line) return undefined;
  const { indent, at, dashes, hasKey } = line;
  const { levels, isOpen } = readAbove(text, start);
  const top = levels.find(({ column }) => column <= indent);
  const isInner = top !== levels[0];
  const isItem = dashes.length > 0;
  if (top === undefined && levels.length === 0) return hasKey || isItem ? undefined : withoutColon(text, at);
  if (top === undefined || top.column < indent) {
    if (isInner) return between(line, levels);
    if (!isOpen)
      return hasKey || isItem ? { layout: "too-deep", at, wanted: top?.column ?? 0 } : { layout: "no-dash", at };
    return hasKey || isItem || of === "line" ? undefined : { layout: "no-dash", at };
  }
  if (top.kind === "mapping") {
    // A list may stand at the very column of its key.
    if (isItem) return isOpen && !isInner ? undefined : between(line, levels);
    return hasKey ? undefined : withoutColon(text, at);
  }
  if (isItem) return undefined;
  if (!hasKey) return { layout: "no-dash", at };
  const isKeyOfList = levels[levels.indexOf(top) + 1]?.column === indent;
  return isKeyOfList ? undefined : { layout: "key-in-list", at, wanted: indent + 2 };
}

function readLine(text: string, start: number): Line | undefined {
  const found = LINE.exec(text.slice(start, Math.min(endOfLine(text, start), start + LONGEST_START)))?.groups;
  if (!found) return undefined;
  const { indent = "", dashes = "", key, value } = found;
  if (dashes === "" && key === undefined && value === undefined) return undefined;
  const column = indent.length + dashes.length;
  return {
    indent: indent.length,
    dashes: [...dashes.matchAll(/-/g)].map(({ index }) => indent.length + index),
    at: start + column,
    column,
    hasKey: key !== undefined,
    hasValue: value !== undefined,
  };
}

/** The lists and mappings that are open above a line, innermost first, and whether the last line waits for more indented ones. */
function readAbove(text: string, start: number): { readonly levels: readonly Level[]; readonly isOpen: boolean } {
  const levels: Level[] = [];
  let isOpen: boolean | undefined;
  for (let end = start - 1; end > 0 && !isOutermost(levels.at(-1)); ) {
    const at = startOfLine(text, end);
    const line = readLine(text, at);
    end = at - 1;
    if (!line) continue;
    isOpen ??= !line.hasValue;
    for (const level of levelsOf(line)) if (isOutside(level, levels.at(-1))) levels.push(level);
  }
  return { levels, isOpen: isOpen ?? true };
}

function levelsOf({ hasKey, column, dashes }: Line): readonly Level[] {
  const lists = dashes.map((dash) => ({ kind: "list" as const, column: dash })).reverse();
  return hasKey ? [{ kind: "mapping", column }, ...lists] : lists;
}

function isOutermost(level: Level | undefined): boolean {
  return level?.kind === "mapping" && level.column === 0;
}

// A list may stand at the very column of its key.
function isOutside(level: Level, last: Level | undefined): boolean {
  if (last === undefined || level.column < last.column) return true;
  return level.column === last.column && level.kind === "mapping" && last.kind === "list";
}

function between({ indent, at, dashes }: Line, levels: readonly Level[]): LayoutMistake {
  const kind = dashes.length > 0 ? "list" : "mapping";
  const [nearest] = levels
    .filter((level) => level.kind === kind)
    .sort((left, right) => Math.abs(left.column - indent) - Math.abs(right.column - indent));
  return { layout: "between", at, written: indent, wanted: nearest?.column ?? 0 };
}

// Where a key must be, and none is.
function withoutColon(text: string, at: number): LayoutMistake | undefined {
  const word = /^[A-Za-z][A-Za-z0-9]*/.exec(text.slice(at, at + LONGEST_START))?.[0];
  return word === undefined ? undefined : { layout: "no-colon", at: at + word.length, word };
}
