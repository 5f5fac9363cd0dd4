import { DiagnosticCollector } from "../../diagnostics/diagnostic-collector.ts";
import type { Lines, Pair, Parsed, Tree } from "../tree.ts";
import { findLists, type ListRegion } from "./find-lists.ts";
import { SparseText } from "./sparse-text.ts";

/**
 * The length, in UTF-16 units, above which a text is not read whole any more to word its syntax errors: what `yaml` says of
 * the sparse text's syntax is right, too, though it may word it otherwise.
 */
const LONGEST_READ_WHOLE = 16 * 1024 * 1024;

/** Reads YAML; places are those of `lines`. */
export type ReadYaml = (text: string, lines: Pick<Lines, "sourceAt">, problems: DiagnosticCollector) => Parsed;

/**
 * Reads a text without keeping its long car lists as a tree: `yaml` gets the text without the cars and accounts that are
 * written in the plain way, and says whether they stood where they belong. Undefined, with nothing reported, where only the
 * whole text tells what is meant.
 */
export function parseSparseText(lines: Lines, problems: DiagnosticCollector, readYaml: ReadYaml): Parsed | undefined {
  const regions = findLists(lines.text);
  if (regions.length === 0) return undefined;
  const elided = regions.flatMap((region) => region.elided).sort((left, right) => left.from - right.from);
  const sparse = new SparseText(lines, elided);
  const own = new DiagnosticCollector();
  const parsed = readYaml(sparse.text, sparse, own);
  if (parsed.kind === "broken" && lines.text.length <= LONGEST_READ_WHOLE) {
    const ofWhole = new DiagnosticCollector();
    const whole = readYaml(lines.text, lines, ofWhole);
    const isTooLong = whole.kind === "broken" && whole.isTooLong === true;
    problems.takeFrom(isTooLong ? own : ofWhole);
    return isTooLong ? parsed : whole;
  }
  const root = parsed.kind === "tree" ? withItems(sparse.restore(parsed.root), regions) : undefined;
  if (parsed.kind === "tree" && !root) return undefined;
  problems.takeFrom(own);
  return parsed.kind === "tree" && root ? { ...parsed, root } : parsed;
}

/** Puts the elided items back into a tree of the sparse text; undefined when one of the regions is not a list of a fleet file. */
function withItems(root: Tree, regions: readonly ListRegion[]): Tree | undefined {
  const byKey = new Map(regions.map((region) => [region.keyAt, region]));
  const joined = ({ key, keyAt, value }: Pair): Tree => {
    const region = byKey.get(keyAt);
    const list = region?.key === key ? region.join(value) : undefined;
    if (list) byKey.delete(keyAt);
    return list ?? value;
  };
  const account = (node: Tree): Tree => (node.kind === "mapping" ? { ...node, pairs: node.pairs.map(carsOf) } : node);
  const carsOf = (pair: Pair): Pair => (pair.key === "cars" ? { ...pair, value: joined(pair) } : pair);
  const accountsOf = ({ value }: Pair): Tree => {
    return value.kind === "list" ? { ...value, items: value.items.map(account) } : value;
  };
  if (root.kind !== "mapping") return undefined;
  const pairs = root.pairs.map((pair) => {
    return pair.key === "accounts" ? { ...pair, value: joined({ ...pair, value: accountsOf(pair) }) } : carsOf(pair);
  });
  return byKey.size === 0 ? { ...root, pairs } : undefined;
}
