import type { Source } from "../allowlist/index.ts";

/** A YAML text as plain data with positions; every scalar is the text that was written. `at` counts UTF-16 units. */
export type Tree = Scalar | List | Mapping | Unusable;

export interface Scalar {
  readonly kind: "scalar";
  readonly text: string;
  readonly at: number;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Tree[];
  readonly at: number;
}

export interface Mapping {
  readonly kind: "mapping";
  readonly pairs: readonly Pair[];
  readonly at: number;
}

/** One `key: value` of a mapping. */
export interface Pair {
  readonly key: string;
  readonly keyAt: number;
  readonly value: Tree;
}

/** Something that was reported already and stands for nothing. */
export interface Unusable {
  readonly kind: "unusable";
  readonly at: number;
}

export type Path = readonly (string | number)[];

/** Turns offsets of one text into places. */
export class Lines {
  readonly file: string;
  readonly #starts: readonly number[];

  constructor(file: string, text: string) {
    this.file = file;
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  sourceAt(offset: number): Source {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: this.file, line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

/** The node at a path, or undefined where the tree does not reach. */
export function nodeAt(root: Tree, path: Path): Tree | undefined {
  let node: Tree | undefined = root;
  for (const step of path) node = node && childOf(node, step);
  return node;
}

/** Where a path is written; for what is missing, where its nearest written parent is. */
export function offsetOf(root: Tree, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node) return node.at;
  }
  return root.at;
}

/** Where the key of a mapping is written. */
export function keyOffsetOf(root: Tree, path: Path, key: string): number {
  const node = nodeAt(root, path);
  const pair = node?.kind === "mapping" ? node.pairs.find((one) => one.key === key) : undefined;
  return pair?.keyAt ?? offsetOf(root, path);
}

function childOf(node: Tree, step: string | number): Tree | undefined {
  if (node.kind === "list" && typeof step === "number") return node.items[step];
  if (node.kind === "mapping") return node.pairs.find((pair) => pair.key === step)?.value;
  return undefined;
}
