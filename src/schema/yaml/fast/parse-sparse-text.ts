import { DiagnosticCollector } from "../../diagnostic-collector.ts";
import type { Lines, LongList, Parsed, Tree } from "../tree.ts";
import { type CarSegment, findCarSegments, type Span } from "./car-list-scan.ts";
import { CarTemplates } from "./car-templates.ts";
import { LineCursor } from "./line-cursor.ts";
import { SparseText } from "./sparse-text.ts";

/**
 * The length, in UTF-16 units, above which a text is not read whole any more to word its syntax errors: what `yaml` says of an
 * excerpt's syntax is right, too, though it may word it otherwise.
 */
const LONGEST_READ_WHOLE = 16 * 1024 * 1024;

/** Reads YAML; places are those of `lines`. */
export type ReadYaml = (text: string, lines: Pick<Lines, "sourceAt">, problems: DiagnosticCollector) => Parsed;

/**
 * Reads a text without keeping its long car lists as a tree: `yaml` gets the text without the cars that are written in the
 * plain way, and says whether they stood where cars stand. Undefined, with nothing reported, where only the whole text
 * tells what is meant.
 */
export function parseSparseText(lines: Lines, problems: DiagnosticCollector, readYaml: ReadYaml): Parsed | undefined {
  const regions = findCarSegments(lines.text);
  if (regions.length === 0) return undefined;
  const excerpt = new SparseText(lines, regions);
  const own = new DiagnosticCollector();
  const parsed = readYaml(excerpt.text, excerpt, own);
  if (parsed.kind === "broken" && lines.text.length <= LONGEST_READ_WHOLE) {
    const ofWhole = new DiagnosticCollector();
    const whole = readYaml(lines.text, lines, ofWhole);
    const isTooLong = whole.kind === "broken" && whole.isTooLong === true;
    problems.takeFrom(isTooLong ? own : ofWhole);
    return isTooLong ? parsed : whole;
  }
  const root = parsed.kind === "tree" ? withCars(excerpt.restore(parsed.root), regions, lines) : undefined;
  if (parsed.kind === "tree" && !root) return undefined;
  problems.takeFrom(own);
  return parsed.kind === "tree" && root ? { ...parsed, root } : parsed;
}

/** Puts the cars back into a tree of the excerpt; undefined when one of the regions is no list of cars. */
function withCars(root: Tree, regions: readonly CarSegment[], lines: Lines): Tree | undefined {
  const byKey = new Map(regions.map((region) => [region.keyAt, region]));
  const holder = (node: Tree): Tree => {
    if (node.kind !== "mapping") return node;
    const pairs = node.pairs.map((pair) => {
      const region = pair.key === "cars" ? byKey.get(pair.keyAt) : undefined;
      const cars = region && longList(pair.value, region, lines);
      if (cars) byKey.delete(pair.keyAt);
      if (pair.key === "accounts" && node === root && pair.value.kind === "list") {
        return { ...pair, value: { ...pair.value, items: pair.value.items.map(holder) } };
      }
      return cars ? { ...pair, value: cars } : pair;
    });
    return { ...node, pairs };
  };
  const whole = holder(root);
  return byKey.size === 0 ? whole : undefined;
}

/** The cars of a region, when each of those that `yaml` has read is where it should be. */
function longList(node: Tree, { stretches, indent }: CarSegment, lines: Lines): LongList | undefined {
  const others = stretches.filter(({ kind }) => kind === "other");
  if (node.kind !== "list" || node.items.length !== others.length) return undefined;
  const read = node.items;
  if (!others.every(({ from, to }, at) => isWithin(read[at], { from, to }))) return undefined;
  const forEach = (visit: (car: Tree) => void) => visitCars(lines.text, { stretches, indent }, read, visit);
  const length = stretches.reduce((sum, { cars }) => sum + cars, 0);
  return { kind: "long-list", length, forEach, at: node.at };
}

function visitCars(
  text: string,
  { stretches, indent }: Pick<CarSegment, "stretches" | "indent">,
  read: readonly Tree[],
  visit: (car: Tree) => void,
): void {
  const cursor = new LineCursor(text);
  const forms = new CarTemplates(cursor, indent);
  let next = 0;
  for (const { kind, from, to } of stretches) {
    if (kind === "other") {
      const car = read[next++];
      if (car) visit(car);
      continue;
    }
    for (cursor.at = from; cursor.at < to; cursor.skipIdleLines()) {
      cursor.skipSpaces();
      forms.passRun(to, visit);
      const car = forms.read();
      if (!car) throw new Error(`Internal error: the car at offset ${cursor.at} was regular a moment ago.`);
      visit(car);
    }
  }
}

function isWithin(node: Tree | undefined, { from, to }: Span): boolean {
  return node !== undefined && from <= node.at && node.at < to;
}
