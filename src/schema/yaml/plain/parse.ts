import { DiagnosticCollector } from "../../diagnostics/diagnostic-collector.ts";
import { check, readYaml } from "../parse-whole.ts";
import type { Lines, Pair, Parsed, Tree } from "../tree.ts";
import { findLists, type ListRegion } from "./find-lists.ts";

/**
 * The length, in UTF-16 units, above which a text is not read whole any more to word its syntax errors: what `yaml` says of
 * the text with gaps is right, too, though it may word it otherwise.
 */
const LONGEST_READ_WHOLE = 16 * 1024 * 1024;

/** Reads a text whose lists of cars and accounts may be long; gives what `parseWhole` gives. */
export function parse(lines: Lines, diagnostics: DiagnosticCollector): Parsed {
  if (!check(lines, diagnostics)) return { kind: "broken" };
  return parseWithGaps(lines, diagnostics) ?? readYaml(lines.text, lines, diagnostics);
}

/**
 * Reads a text without keeping its long lists as a tree: `yaml` sees comments in place of the cars and accounts that
 * are written in the plain way, and says whether they stood where they belong. Undefined, with nothing reported, where only
 * the whole text tells what is meant.
 */
function parseWithGaps(lines: Lines, problems: DiagnosticCollector): Parsed | undefined {
  const regions = findLists(lines.text);
  if (regions.length === 0) return undefined;
  const own = new DiagnosticCollector();
  const parsed = readYaml(withGaps(lines.text, regions), lines, own);
  if (parsed.kind === "broken") return wordErrors(parsed, own, lines, problems);
  const root = withItems(parsed.root, regions);
  if (!root) return undefined;
  problems.takeFrom(own);
  return { ...parsed, root };
}

/** The text with the same offsets, but nothing in the runs between their ends. */
function withGaps(text: string, regions: readonly ListRegion[]): string {
  const runs = regions.flatMap((region) => region.runs).sort((left, right) => left.from - right.from);
  const pieces: string[] = [];
  let at = 0;
  for (const { headTo, lastFrom } of runs) {
    if (headTo === lastFrom) continue;
    // `yaml` passes a comment at once.
    pieces.push(text.slice(at, headTo), `${"#".repeat(lastFrom - headTo - 1)}\n`);
    at = lastFrom;
  }
  return pieces.join("") + text.slice(at);
}

function wordErrors(broken: Parsed, own: DiagnosticCollector, lines: Lines, problems: DiagnosticCollector): Parsed {
  if (lines.text.length <= LONGEST_READ_WHOLE) {
    const ofWhole = new DiagnosticCollector();
    const whole = readYaml(lines.text, lines, ofWhole);
    if (whole.kind === "tree" || !whole.isTooLong) {
      problems.takeFrom(ofWhole);
      return whole;
    }
  }
  problems.takeFrom(own);
  return broken;
}

/** Puts the other items back into a tree of the text with gaps; undefined when one of the regions is not a list of a fleet file. */
function withItems(root: Tree, regions: readonly ListRegion[]): Tree | undefined {
  const byKey = new Map(regions.map((region) => [region.keyAt, region]));
  const joined = (pair: Pair): Pair => {
    const region = byKey.get(pair.keyAt);
    const heads = region?.key === pair.key ? headsOf(pair.value, region) : undefined;
    if (!region || !heads) return pair;
    byKey.delete(pair.keyAt);
    return { ...pair, value: region.join(heads, pair.value.at) };
  };
  const withCars = (node: Tree): Tree => {
    if (node.kind !== "mapping") return node;
    return { ...node, pairs: node.pairs.map((pair) => (pair.key === "cars" ? joined(pair) : pair)) };
  };
  const withAccounts = (pair: Pair): Pair => {
    if (pair.key !== "accounts" || pair.value.kind !== "list") return pair;
    return joined({ ...pair, value: { ...pair.value, items: pair.value.items.map(withCars) } });
  };
  if (root.kind !== "mapping") return undefined;
  const all = withCars({ ...root, pairs: root.pairs.map(withAccounts) });
  return byKey.size === 0 ? all : undefined;
}

/** The first item of each run, when `yaml` read just the items that it saw, and where they stand. */
function headsOf(read: Tree, { runs }: ListRegion): readonly Tree[] | undefined {
  if (read.kind !== "list") return undefined;
  const heads: Tree[] = [];
  let next = 0;
  const itemIn = (from: number, to: number): Tree | undefined => {
    const item = read.items[next];
    next += 1;
    return item && from <= item.at && item.at < to ? item : undefined;
  };
  for (const { from, headTo, lastFrom, to } of runs) {
    const head = itemIn(from, headTo);
    if (!head || (lastFrom < to && !itemIn(lastFrom, to))) return undefined;
    heads.push(head);
  }
  return next === read.items.length ? heads : undefined;
}
