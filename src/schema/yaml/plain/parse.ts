import { DiagnosticCollector } from "../../diagnostics/diagnostic-collector.ts";
import { check } from "../corruption-checks.ts";
import { readYaml } from "../parse-whole.ts";
import { type Lines, MOST_LEXEMES, type Pair, type Parsed, type Tree } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { PlainCars, type PlainList, type Run, readPlainCars, scanBlockList } from "./plain-list.ts";

/** A key with only blanks, and perhaps the dash of a list item, before it; no fleet file indents as deep as the bounds. */
const KEY = /^( {0,255}(?:- {1,255})?)(cars|accounts):(?=[ \r\n])/gm;

/** What a key with its value takes in memory, in words and marks of YAML, and what an account takes beside its keys. */
const PAIR_WEIGHT = 2;
const ACCOUNT_WEIGHT = 2;

/** A long list of which `yaml` sees the ends of each run only. */
interface ListRegion {
  readonly key: "cars" | "accounts";
  readonly keyAt: number;
  readonly runs: readonly Run[];
  /** Joins the other items to those that `yaml` read, which are the first ones of the runs. */
  readonly join: (heads: readonly Tree[], at: number) => Tree;
}

/** Finds what looks like the long lists of a fleet file; whether the word above one is a key indeed is for `yaml` to say. */
function findLists(text: string): ListRegion[] {
  const pattern = new RegExp(KEY);
  const regions: ListRegion[] = [];
  /** Accounts that were read, which nobody needs to look through any more. */
  let known: readonly Run[] = [];
  let passed = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { length: column } = match[1] ?? "";
    const keyAt = match.index + column;
    const cursor = new LineCursor(text, pattern.lastIndex);
    while ((known[passed]?.to ?? text.length) <= keyAt) passed += 1;
    const run = known[passed];
    if (run && run.headTo <= keyAt && keyAt < run.lastFrom) pattern.lastIndex = run.lastFrom;
    else if (match[2] === "cars") {
      regions.push(...carsAt(cursor, keyAt, column));
      pattern.lastIndex = cursor.at;
    } else if (column === 0 && known.length === 0) {
      const region = accountsAt(cursor, keyAt);
      if (region) regions.push(region);
      known = region?.runs ?? [];
    }
  }
  return regions;
}

/** The cars behind a key; the cursor ends where the next key may stand. */
function carsAt(cursor: LineCursor, keyAt: number, column: number): ListRegion[] {
  const list = cursor.endLine() ? scanBlockList(cursor, column) : undefined;
  if (!list || !isLong(list)) return [];
  const join = (heads: readonly Tree[]) => new PlainCars(cursor.text, list, heads);
  return [{ key: "cars", keyAt, runs: list.runs, join }];
}

/** The accounts below a key: nodes, but for their cars. */
function accountsAt(cursor: LineCursor, keyAt: number): ListRegion | undefined {
  if (!cursor.endLine()) return undefined;
  const accounts: Tree[] = [];
  let weight = 0;
  const keep = (item: Tree) => {
    if (item.kind !== "mapping" || weight > MOST_LEXEMES) return false;
    weight += ACCOUNT_WEIGHT + PAIR_WEIGHT * item.pairs.length;
    accounts.push(item);
    return true;
  };
  const list = scanBlockList(cursor, 0, keep, readPlainCars);
  if (!list || !isLong(list)) return undefined;
  const join = (heads: readonly Tree[], at: number): Tree => {
    let next = 0;
    const items = list.runs.flatMap(({ isPlain, items: number }, run) => {
      const own = isPlain ? accounts.slice(next, next + number) : [];
      next += own.length;
      return heads.slice(run, run + 1).concat(own.slice(1));
    });
    return { kind: "list", items, at, end: list.runs.at(-1)?.to ?? at };
  };
  return { key: "accounts", keyAt, runs: list.runs, join };
}

/** Whether there is anything that `yaml` need not see. */
function isLong({ runs }: PlainList): boolean {
  return runs.some(({ headTo, lastFrom }) => headTo < lastFrom);
}

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
  // By their gaps: the cars of the first and the last account stand inside of the run of accounts, and have gaps of their own.
  const runs = regions.flatMap((region) => region.runs).sort((left, right) => left.headTo - right.headTo);
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

// What `yaml` says of the text with gaps is right, too, though it may word it otherwise.
function wordErrors(broken: Parsed, own: DiagnosticCollector, lines: Lines, problems: DiagnosticCollector): Parsed {
  const ofWhole = new DiagnosticCollector();
  const whole = readYaml(lines.text, lines, ofWhole);
  const isWhole = whole.kind === "tree" || !whole.isTooLong;
  problems.takeFrom(isWhole ? ofWhole : own);
  return isWhole ? whole : broken;
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
