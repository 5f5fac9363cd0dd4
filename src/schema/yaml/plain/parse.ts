import { DiagnosticCollector } from "../../diagnostics/diagnostic-collector.ts";
import type { Lines } from "../../files/index.ts";
import { check } from "../../files/index.ts";
import { readYaml } from "../parse-whole.ts";
import type { Pair, Parse, Parsed, Tree } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { isFirstOf, PlainCars, type PlainList, parsePlain, scanList } from "./plain-list.ts";

/** A key with only blanks, and perhaps the dash of a list item, before it; no fleet file indents as deep as the bounds. */
const CARS = /^( {0,255}(?:- {1,255})?)cars:(?=[ \r\n])/gm;

/** What looks like the lists of cars of a fleet file, by the offset of its key; `yaml` says whether it is a key indeed. */
type Lists = ReadonlyMap<number, PlainList>;

/** Reads a text whose lists of cars may be long; gives what `parseWhole` gives. */
export const parse: Parse = (lines, diagnostics) => (parsePlain(lines.text) ?? parseUnplain)(lines, diagnostics);

/** The same for a text that is not written in the plain way all through. */
export const parseUnplain: Parse = (lines, diagnostics) => {
  if (!check(lines, diagnostics)) return { kind: "broken" };
  return parseWithGaps(lines, diagnostics) ?? readYaml(lines.text, lines, diagnostics);
};

/**
 * Reads a text without keeping its long lists as a tree: of plain cars that follow each other `yaml` sees the first and the last
 * one, with a comment in place of the others, and says whether they stand where they belong. Undefined, with nothing reported,
 * where only the whole text tells what is meant.
 */
function parseWithGaps(lines: Lines, problems: DiagnosticCollector): Parsed | undefined {
  const { text } = lines;
  const lists = findLists(text);
  if (lists.size === 0) return undefined;
  const found = new DiagnosticCollector();
  const parsed = readYaml(withGaps(text, lists), lines, found);
  if (parsed.kind === "tree") {
    const root = withCars(parsed.root, text, lists);
    if (root) problems.takeFrom(found);
    return root && { ...parsed, root };
  }
  // What `yaml` says of the text with gaps is right, too, though it may word it otherwise.
  const ofWhole = new DiagnosticCollector();
  const whole = readYaml(text, lines, ofWhole);
  const isWhole = whole.kind === "tree" || !whole.isTooLong;
  problems.takeFrom(isWhole ? ofWhole : found);
  return isWhole ? whole : parsed;
}

function findLists(text: string): Lists {
  const pattern = new RegExp(CARS);
  const lists = new Map<number, PlainList>();
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { length: column } = match[1] ?? "";
    const cursor = new LineCursor(text, pattern.lastIndex);
    const list = cursor.endLine() ? scanList(cursor, column) : undefined;
    if (list?.runs.some(({ headTo, lastFrom }) => headTo < lastFrom)) lists.set(match.index + column, list);
    pattern.lastIndex = cursor.at;
  }
  return lists;
}

/** The text with the same offsets, but one comment in each run, which `yaml` passes at once. */
function withGaps(text: string, lists: Lists): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { headTo, lastFrom } of [...lists.values()].flatMap(({ runs }) => runs)) {
    if (headTo === lastFrom) continue;
    pieces.push(text.slice(at, headTo), `${"#".repeat(lastFrom - headTo - 1)}\n`);
    at = lastFrom;
  }
  return pieces.join("") + text.slice(at);
}

/** Puts the lists back into a tree of the text with gaps; undefined when one of them is not where it seemed to be. */
function withCars(root: Tree, text: string, lists: Lists): Tree | undefined {
  let missing = lists.size;
  const carsOf = ({ key, keyAt, value }: Pair): Tree | undefined => {
    const list = lists.get(keyAt);
    if (!list || key !== "cars" || value.kind !== "list" || !hasAll(list, value.items)) return undefined;
    missing -= 1;
    return new PlainCars(text, list, value.items);
  };
  const joined = (node: Tree): Tree => {
    if (node.kind === "list") return { ...node, items: node.items.map(joined) };
    if (node.kind !== "mapping") return node;
    return { ...node, pairs: node.pairs.map((pair) => ({ ...pair, value: carsOf(pair) ?? joined(pair.value) })) };
  };
  const all = joined(root);
  return missing === 0 ? all : undefined;
}

/** Whether each run begins with an item that `yaml` has read. */
function hasAll({ runs }: PlainList, items: readonly Tree[]): boolean {
  let next = 0;
  for (const item of items) {
    const run = runs[next];
    if (run && isFirstOf(run, item)) next += 1;
  }
  return next === runs.length;
}
