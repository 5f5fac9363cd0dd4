import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { Lines } from "../files/index.ts";

/**
 * A YAML text as plain data with positions; every scalar is the text that was written. `at` and `end`, which is behind the last
 * character, count UTF-16 units.
 */
export type Tree = Scalar | List | Mapping | Unusable;

/** A single value, in quotes or without. */
export interface Scalar {
  readonly kind: "scalar";
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A list of nodes. */
export interface List {
  readonly kind: "list";
  readonly items: readonly Tree[];
  readonly at: number;
  readonly end: number;
}

/** Keys with their nodes, in their order. */
export interface Mapping {
  readonly kind: "mapping";
  readonly pairs: readonly Pair[];
  readonly at: number;
  readonly end: number;
}

/** One `key: value` of a mapping. */
export interface Pair {
  readonly key: string;
  readonly keyAt: number;
  readonly value: Tree;
}

/** A node that was reported and has no value. */
interface Unusable {
  readonly kind: "unusable";
  readonly at: number;
  readonly end: number;
}

/** Reads a YAML text into a tree with positions, all scalars as written, and reports everything that is not plain YAML. */
export type Parse = (lines: Lines, diagnostics: DiagnosticCollector) => Parsed;

/** A text as a tree, or the fact that it cannot be one, which was reported. */
export type Parsed =
  /** `lexemes` is the number of YAML tokens that it was read from. */
  { readonly kind: "tree"; readonly root: Tree; readonly lexemes: number } | { readonly kind: "broken" };

/** The longest value or key as written, in UTF-16 units: a note of 1,000 characters, each escaped, takes a sixth of it. */
export const LONGEST_SCALAR = 65_536;

/**
 * The most tokens of a text that `yaml` is given, blanks and line breaks included: more would abort the process
 * where the heap is 2 GB, for each takes up to 500 bytes (A10).
 */
export const MOST_LEXEMES = 2_000_000;

/** Keys whose text may run over several lines. */
export const FREE_TEXT_KEYS: ReadonlySet<string> = new Set(["note", "reason"]);

/** The way from the root to a node: keys, and places in lists. */
export type Path = readonly (string | number)[];

/** The node at a path, or undefined where there is none. */
export function nodeAt(root: Tree, path: Path): Tree | undefined {
  let node: Tree | undefined = root;
  for (const step of path) node = node && childOf(node, step);
  return node;
}

/** Where a path is written; for what is missing, where its nearest written parent is. */
export function findOffset(root: Tree, path: Path): number {
  let { at } = root;
  let node: Tree | undefined = root;
  for (const step of path) {
    node = childOf(node, step);
    if (!node) break;
    at = node.at;
  }
  return at;
}

/** Where the key of a mapping is written. */
export function findKeyOffset(root: Tree, path: Path, key: string): number {
  const node = nodeAt(root, path);
  const pair = node?.kind === "mapping" ? pairOf(node, key) : undefined;
  return pair?.keyAt ?? findOffset(root, path);
}

function childOf(node: Tree, step: string | number): Tree | undefined {
  if (node.kind === "list" && typeof step === "number") return node.items[step];
  if (node.kind === "mapping" && typeof step === "string") return pairOf(node, step)?.value;
  return undefined;
}

/** Up to this many keys of a mapping are searched one by one; no valid mapping has more. */
const FEW_KEYS = 32;
const pairsByKey = new WeakMap<Mapping, ReadonlyMap<string, Pair>>();

// Each wrong account asks for its place: a search among 100,000 unknown keys for each would take minutes.
function pairOf(mapping: Mapping, key: string): Pair | undefined {
  const { pairs } = mapping;
  if (pairs.length <= FEW_KEYS) return pairs.find((pair) => pair.key === key);
  const byKey = pairsByKey.get(mapping) ?? new Map(pairs.map((pair) => [pair.key, pair]));
  pairsByKey.set(mapping, byKey);
  return byKey.get(key);
}

/** Where the line of an offset begins. */
export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** How many characters are before an offset on its line. */
export function columnOf(text: string, at: number): number {
  return at - startOfLine(text, at);
}

/** Where the line of an offset ends: its line feed, or the end of the text. */
export function endOfLine(text: string, at: number): number {
  const lineFeed = text.indexOf("\n", at);
  return lineFeed < 0 ? text.length : lineFeed;
}

/** Where the line after that of an offset begins; the end of the text where there is none. */
export function nextLine(text: string, at: number): number {
  return Math.min(endOfLine(text, at) + 1, text.length);
}

/** Whether a list or mapping that begins here is in brackets. */
export function isBracketed(text: string, at: number): boolean {
  return text[at] === "[" || text[at] === "{";
}
